# SPDX-License-Identifier: MIT
"""A data set of the study, its folds, and its inputs as `direct --features linear` has them: one input per number and
per level of a category, standardised by the mean and the population deviation of the training rows."""

import csv

import numpy


class Table:
    """The target is the column y; a column called exposure is one."""

    def __init__(self, path):
        with open(path, newline="") as file:
            self.header, *self.rows = list(csv.reader(file))
        self.inputs = [name for name in self.header if name not in ("y", "exposure")]

    def column(self, name, rows):
        place = self.header.index(name)
        return [self.rows[i][place] for i in rows]

    def numbers(self, name, rows):
        return numpy.array([float(cell) for cell in self.column(name, rows)])

    def exposures(self, rows):
        return self.numbers("exposure", rows) if "exposure" in self.header else numpy.ones(len(rows))

    def write(self, path, rows):
        with open(path, "w", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows([self.header] + [self.rows[i] for i in rows])


def read_folds(path):
    """Pairs of training rows and test rows."""
    masks = numpy.loadtxt(path, delimiter=",", dtype=int)
    return [(numpy.flatnonzero(mask == 0), numpy.flatnonzero(mask == 1)) for mask in masks.T]


def is_number(text):
    try:
        float(text)
    except ValueError:
        return False
    return True


def encoded_column(table, name, train, rows):
    cells = table.column(name, train)
    if all(is_number(cell) for cell in cells):
        return table.numbers(name, rows)[:, None]
    levels = sorted(set(cells))
    return numpy.array([[float(cell == level) for level in levels] for cell in table.column(name, rows)])


def design(table, train, rows):
    """The standardised inputs of `rows`, by what `train` tells."""
    columns = []
    for name in table.inputs:
        known, wanted = encoded_column(table, name, train, train), encoded_column(table, name, train, rows)
        deviation = known.std(axis=0)
        columns.append((wanted - known.mean(axis=0)) / numpy.where(deviation > 0, deviation, 1.0))
    return numpy.hstack(columns)
