#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Which bound of the logistic likelihood? Log loss on test rows, calibration error, and seconds of a fit with its evaluation, for draws
and for independent weights with each bound, on the classification sets that datasets.py has written. Prints one Markdown
table.

    bounds.py DIRECT FOLDER [-- FLAGS OF direct fit]"""

import json
import sys
import time
from pathlib import Path

from compare import Direct, pooled
from table import Table, read_folds

WAYS = {"draws": [], **{f"mean field, {bound}": ["--posterior", "mean-field", "--bound", bound]
                        for bound in ("quadratic", "tilted", "taylor")}}


def cell(direct, name, folder):
    table, folds = Table(folder / f"{name}.csv"), read_folds(folder / f"{name}.masks.csv")
    start = time.monotonic()
    scores = pooled([direct.scores(name, "bernoulli", table, *fold) for fold in folds], [len(test) for _, test in folds])
    seconds = (time.monotonic() - start) / len(folds)
    return f"{scores['loss']:.4f}, {scores['calibration_error']:.4f}, {seconds:.2f}"


def main():
    given = sys.argv[1:]
    end = given.index("--") if "--" in given else len(given)
    if end != 2:
        sys.exit(__doc__)
    path, folder, flags = given[0], Path(given[1]), given[end + 1:]
    likelihoods = json.loads((folder / "sets.json").read_text())
    print("| set | " + " | ".join(WAYS) + " |\n" + "|---" * (len(WAYS) + 1) + "|")
    for name in (name for name, likelihood in likelihoods.items() if likelihood == "bernoulli"):
        cells = [cell(Direct(path, flags + way), name, folder) for way in WAYS.values()]
        print("| " + " | ".join([name, *cells]) + " |", flush=True)


if __name__ == "__main__":
    main()
