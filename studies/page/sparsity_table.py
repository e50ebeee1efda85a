# SPDX-License-Identifier: MIT
"""The rows of sparsity.csv: priors that seek zeros against the Gaussian one, by both optimisers."""

import math

from crossvalidation import METHODS
from folds import mean
from formats import fixed, percent, ratio, significant
from markdown import table
from records import grouped

EQUAL_RMSE = 1.01  # times the reference's
SCORES = ("num_rows", "rmse", "nll", "sparsity", "elbo", "fit_seconds", "statistics_seconds", "statistics_operations",
          "gflops_machine")


def averaged(rows):
    """One record per set, method and prior: the means over seeds, if there are several."""
    names = ("set", "method", "prior", "spike")
    return [dict(zip(names, key), **{score: mean([row[score] for row in group if row[score] is not None])
                                     for score in SCORES})
            for key, group in grouped(rows, *names).items()]


def records_of(rows, name, method):
    return [record for record in averaged(rows) if (record["set"], record["method"]) == (name, method)]


def reference(rows, name, method):
    """The fit with the Gaussian prior, None if there is none."""
    return next((record for record in records_of(rows, name, method) if record["prior"] == "gaussian"), None)


def sparsest_at_equal_rmse(rows, name, method):
    """Of the fits with another prior whose RMSE is at most EQUAL_RMSE times the reference's; None if there is none."""
    bar = reference(rows, name, method)["rmse"] * EQUAL_RMSE
    good = [record for record in records_of(rows, name, method)
            if record["prior"] != "gaussian" and math.isfinite(record["rmse"]) and record["rmse"] <= bar]
    return max(good, key=lambda record: record["sparsity"], default=None)


def prior_words(record):
    return record["prior"] + ("" if record["spike"] is None else f", {record['spike']:g} at zero")


def sparsity_study_table(rows):
    lines = []
    for record in averaged(rows):
        known = reference(rows, record["set"], record["method"])
        relative = record["rmse"] / known["rmse"] if known else None
        lines.append([record["set"], METHODS.get(record["method"], record["method"]), prior_words(record),
                      significant(record["rmse"], 4), ratio(relative), fixed(record["nll"], 3),
                      percent(record["sparsity"], 2), fixed(record["elbo"], 1), significant(record["fit_seconds"])])
    header = ["set", "method", "prior", "RMSE", "over the Gaussian prior's", "NLL", "sparsity", "ELBO", "fit s"]
    return table(header, lines, num_text=3)
