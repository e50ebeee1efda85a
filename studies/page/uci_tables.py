# SPDX-License-Identifier: MIT
"""Table 1 of the paper: a line per set, a column per method. The best of a line is bold. Full precision is the
yardstick and takes no part; nor does a method that has run on fewer folds than the line has."""

import math

from crossvalidation import METHODS
from folds import geometric_mean, median
from formats import DASH, decimals, fixed, listed, mean_and_deviation, percent, ratio, significant, whole
from markdown import bold, table

YARDSTICK = "companion"
LEAD = ["set", "rows", "inputs", "folds"]


def lead(results, name):
    inputs = results.rows_of(name)[0]["num_inputs"]
    return [name, whole(results.training_rows(name)), whole(inputs), str(results.num_folds(name))]


def partial_mark(summary, num_folds):
    return f" ({summary.count})" if summary.count < num_folds else ""


def best_methods(summaries, num_folds, places):
    """Those whose mean prints as the smallest one does."""
    means = {method: fixed(s.mean, places) for method, s in summaries.items()
             if s and method != YARDSTICK and s.count == num_folds and math.isfinite(s.mean)}
    smallest = min(map(float, means.values()), default=None)
    return {method for method, text in means.items() if float(text) == smallest}


def score_cells(results, name, column, places_of):
    num_folds = results.num_folds(name)
    summaries = {method: results.summary(name, method, column) for method in results.methods}
    known = [s.mean for s in summaries.values() if s]
    places = places_of(min(known)) if known else 0
    best = best_methods(summaries, num_folds, places)
    cells = []
    for method, s in summaries.items():
        text = mean_and_deviation(s, places) if s else DASH
        cells.append((bold(text) if method in best else text) + (partial_mark(s, num_folds) if s else ""))
    return cells


def score_table(results, column, places_of, footer):
    header = LEAD + [METHODS[method] for method in results.methods]
    rows = [lead(results, name) + score_cells(results, name, column, places_of) for name in results.sets]
    return table(header, rows + [footer])


def rmse_places(smallest):
    return min(decimals(smallest, 4), 6)


def rmse_table(results):
    ratios = [geometric_mean([pair.ratio for pair in results.pairs(method, YARDSTICK, "rmse")])
              for method in results.methods]
    footer = ["over full precision's, geometric mean", "", "", ""] + [ratio(value) for value in ratios]
    return score_table(results, "rmse", rmse_places, footer)


def nll_table(results):
    gaps = [median([pair.ours - pair.theirs for pair in results.pairs(method, YARDSTICK, "nll")
                    if math.isfinite(pair.theirs)]) for method in results.methods]
    footer = ["above full precision's, median", "", "", ""] + [fixed(gap, 3) for gap in gaps]
    return score_table(results, "nll", lambda smallest: 3, footer)


def seconds_cell(results, name, method):
    s = results.summary(name, method, "fit_cpu_seconds")
    star = "\\*" if results.did_not_converge(name, method) else ""
    return significant(s.mean) + star + partial_mark(s, results.num_folds(name)) if s else DASH


def seconds_table(results):
    header = LEAD + ["statistics"] + [METHODS[method] for method in results.methods]
    rows = [lead(results, name) + [significant(results.statistics_seconds(name))]
            + [seconds_cell(results, name, method) for method in results.methods] for name in results.sets]
    columns = [[s.mean for name in results.sets if (s := results.summary(name, method, "fit_cpu_seconds"))]
               for method in results.methods]
    shared = [results.statistics_seconds(name) for name in results.sets]
    means = [geometric_mean(values) for values in [shared, *columns]]
    return table(header, rows + [["geometric mean", "", "", ""] + [significant(value) for value in means]])


def sparsity_cell(results, name, method):
    s = results.summary(name, method, "sparsity")
    return percent(s.mean) + partial_mark(s, results.num_folds(name)) if s else DASH


def sparsity_table(results):
    methods = [m for m in results.methods if any(results.summary(name, m, "sparsity") for name in results.sets)]
    rows = [lead(results, name) + [sparsity_cell(results, name, method) for method in methods]
            for name in results.sets]
    medians = [median([s.mean for name in results.sets if (s := results.summary(name, method, "sparsity"))])
               for method in methods]
    footer = ["median", "", "", ""] + [percent(value) for value in medians]
    return table(LEAD + [METHODS[method] for method in methods], rows + [footer])


ELBO_TOLERANCE = 1e-6  # of a nat per row, the tolerance of the fits


def elbo_gains(results):
    """Our optimiser's ELBO minus the paper's, by set and fold."""
    gains = {}
    for name in results.sets:
        ours, theirs = (results.values(name, method, "elbo") for method in ("direct-auto", "direct-paper"))
        gains.update({(name, fold): ours[fold] - theirs[fold] for fold in ours.keys() & theirs.keys()})
    return gains


def elbo_text(results):
    """Does our optimiser ever end below the paper's, on the same levels and noise?"""
    gains = elbo_gains(results)
    if not gains:
        return "The two optimisers have no fold in common yet."
    below = sorted(f"{name} (fold {fold:.0f}, {fixed(-gain, 3)} nats)" for (name, fold), gain in gains.items()
                   if gain < -ELBO_TOLERANCE * results.training_rows(name))
    higher = [gain for gain in gains.values() if gain > 1.0]
    lead = (f"In ELBO, on the same levels and noise, our optimiser ends at or above the paper's in "
            f"{len(gains) - len(below)} of {len(gains)} folds, by more than a nat in {len(higher)}")
    middle = f" (there {whole(median(higher))} in the median)" if higher else ""
    return lead + middle + (f"; below it: {listed(below)}." if below else ".")
