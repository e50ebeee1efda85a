# SPDX-License-Identifier: MIT
"""The rows of table.csv by set, method and fold, and what is compared between methods: always on the folds that both
have run."""

from folds import Pair, mean, summary
from records import DataError

METHODS = {
    "reparam": "REPARAM",
    "direct-paper": "DIRECT, paper's optimiser",
    "direct-auto": "DIRECT, our optimiser",
    "mixture-sgd": "5-mixture SGD",
    "mixture-taylor": "5-mixture Taylor",
    "draws-20": "draws-20",
    "companion": "full precision",
}
GENERATED_PREFIX = "tiny-"  # sets that only test the study: left out beside others


class CrossValidation:
    def __init__(self, rows):
        self.cells = {}
        for row in [row for row in rows if not row["set"].startswith(GENERATED_PREFIX)] or rows:
            self.add(row)
        self.sets = sorted({name for name, _ in self.cells})
        self.methods = [method for method in METHODS if any((name, method) in self.cells for name in self.sets)]

    def add(self, row):
        if row["method"] not in METHODS:
            raise DataError(f"table.csv: unknown method {row['method']} of {row['set']}")
        folds = self.cells.setdefault((row["set"], row["method"]), {})
        if row["fold"] in folds:
            raise DataError(f"table.csv: {row['set']}, fold {row['fold']:.0f}, {row['method']} stands twice")
        folds[row["fold"]] = row

    def folds(self, name, method):
        return self.cells.get((name, method), {})

    def rows_of(self, name):
        return [row for method in METHODS for row in self.folds(name, method).values()]

    def training_rows(self, name):
        return mean([row["num_rows"] for row in self.rows_of(name)])

    def num_folds(self, name):
        return max(len(self.folds(name, method)) for method in METHODS)

    def values(self, name, method, column):
        """By fold, those that are not empty. `column` is a name or a function of a row."""
        value = column if callable(column) else lambda row: row[column]
        found = {fold: value(row) for fold, row in self.folds(name, method).items()}
        return {fold: number for fold, number in found.items() if number is not None}

    def summary(self, name, method, column):
        return summary(list(self.values(name, method, column).values()))

    def statistics_seconds(self, name):
        """Processor time of the pass over the rows, which all methods but REPARAM need and share; None if unknown."""
        return mean([row["statistics_cpu_seconds"] for row in self.rows_of(name)
                     if row["statistics_cpu_seconds"] is not None])

    def common(self, *methods):
        """The sets and folds that all of these methods have run, and no other method."""
        rows = []
        for name in self.sets:
            shared = set.intersection(*(set(self.folds(name, method)) for method in methods))
            rows += [self.folds(name, method)[fold] for method in methods for fold in sorted(shared)]
        return CrossValidation(rows)

    def did_not_converge(self, name, method):
        return any(row["converged"] is False for row in self.folds(name, method).values())

    def pair(self, name, method, other, column):
        """None if there is no fold where both have a value."""
        ours, theirs = self.values(name, method, column), self.values(name, other, column)
        common = sorted(ours.keys() & theirs.keys())
        if not common:
            return None
        return Pair(name, self.training_rows(name), mean([ours[k] for k in common]), mean([theirs[k] for k in common]))

    def pairs(self, method, other, column):
        return [pair for name in self.sets if (pair := self.pair(name, method, other, column))]
