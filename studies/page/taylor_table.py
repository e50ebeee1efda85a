# SPDX-License-Identifier: MIT
"""Table 2 of the paper: mixtures by the Taylor bound beside mean field, on the folds that both have run."""

from folds import geometric_mean
from formats import ratio
from markdown import table
from uci_tables import LEAD, lead, rmse_places, score_cells, seconds_cell, sparsity_cell

METHODS = ("direct-paper", "mixture-taylor")
WORDS = ("mean field", "Taylor mixture")


def taylor_row(results, name):
    pair = results.pair(name, "mixture-taylor", "direct-paper", "rmse")
    return (lead(results, name) + score_cells(results, name, "rmse", rmse_places)
            + [ratio(pair.ratio if pair else None)]
            + [seconds_cell(results, name, method) for method in METHODS]
            + [sparsity_cell(results, name, method) for method in METHODS])


def taylor_table(results):
    results = results.common(*METHODS)
    header = LEAD + [f"RMSE, {word}" for word in WORDS] + ["ratio"] + [
        f"{quantity}, {word}" for quantity in ("fit s", "sparsity") for word in WORDS]
    overall = geometric_mean([pair.ratio for pair in results.pairs("mixture-taylor", "direct-paper", "rmse")])
    footer = ["geometric mean", *[""] * 5, ratio(overall), *[""] * 4]
    return table(header, [taylor_row(results, name) for name in results.sets] + [footer])
