# SPDX-License-Identifier: MIT
"""Rows of studies that nobody has run, for the tests."""

import csv

from crossvalidation import CrossValidation
from records import COLUMNS, PROVENANCE

ORIGIN = {"seed": "0", "commit": "abc", "machine": "one | two", "command": 'study --sets "a,b"'}


def row(file, **cells):
    """A row as records.read_study gives it; what is not named is empty."""
    names = COLUMNS[file].split()
    assert not cells.keys() - set(names)
    return {**dict.fromkeys(names), **ORIGIN, **cells}


def fold(name, method, rmse, fold=0, **cells):
    return row("table", **{"set": name, "num_rows": 90, "num_inputs": 3, "fold": fold, "method": method, "rmse": rmse,
                           "nll": 0.5, "num_features": 20, "num_levels": 15, "fit_cpu_seconds": 1.0, **cells})


def folds(scores, **cells):
    """Sets a, b, ... by method: {"reparam": [1, 2]} has the set a with 1 and b with 2."""
    return CrossValidation([fold("abcdefgh"[k], method, rmse, **cells)
                            for method, values in scores.items() for k, rmse in enumerate(values)])


def trace(size, method, points, samples=None):
    """Points are pairs of iteration and ELBO; an iteration takes a second for each sample."""
    return [row("figure1", size=size, num_rows=100, num_features=20, num_levels=3, method=method, samples=samples,
                step_size=0.1, iteration=k, seconds=float(k) * (samples or 1), elbo=elbo) for k, elbo in points]


def sparse(name, method, prior, rmse, sparsity, spike=None, **cells):
    return row("sparsity", **{"set": name, "num_rows": 2000000, "method": method, "prior": prior, "spike": spike,
                              "rmse": rmse, "nll": 0.1, "sparsity": sparsity, "elbo": -5.0, "fit_seconds": 2.0,
                              **cells})


def write(folder, file, rows):
    """The CSV file of these rows."""
    names = COLUMNS[file].split() + PROVENANCE
    with open(folder / f"{file}.csv", "w", newline="", encoding="utf-8") as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(names)
        writer.writerows([["" if r[name] is None else r[name] for name in names] for r in rows])
