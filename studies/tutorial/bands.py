#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Predictions along one input, a column of panels for each file: mean and interval with the data above, std_model below.

    bands.py DATA.csv GRID.csv PREDICTIONS.csv... -o PICTURE.svg [--exact MODEL.direct] [--at X,...]

PREDICTIONS are what `direct predict --interval 0.9` said of GRID, whose y is the truth. --exact adds the exact posterior
of a model of two weights, by brute force; --at prints std_model at the rows of GRID nearest to these x."""

import argparse
from pathlib import Path

from pictures import BLUE, GREY, ORANGE, numpy, pyplot, read_table, run, save
from two_weights import Exact, TwoWeights

LEVEL = 0.9


def read_predictions(path, num_rows):
    table = read_table(path, "mean", "std_model", "lower", "upper")
    if len(table) != num_rows:
        raise ValueError(f"{path}: expected {num_rows} rows, as the grid has; found {len(table)}")
    return table


def draw_interval(axes, data, grid, predictions, exact):
    axes.fill_between(grid["x"], predictions["lower"], predictions["upper"], color=BLUE, alpha=0.25, linewidth=0,
                      label=f"{LEVEL:.0%} interval")
    axes.plot(grid["x"], predictions["mean"], color=BLUE, label="mean")
    if exact:
        for end in ("lower", "upper"):
            axes.plot(grid["x"], exact[end], color=ORANGE, linestyle="--", label="exact" if end == "lower" else None)
    axes.plot(grid["x"], grid["y"], color=GREY, linestyle=":", label="truth")
    axes.plot(data["x"], data["y"], "k.", markersize=4, label="data")


def draw_spread(axes, grid, predictions, exact):
    axes.plot(grid["x"], predictions["std_model"], color=BLUE)
    if exact:
        axes.plot(grid["x"], exact["std_model"], color=ORANGE, linestyle="--")
    axes.set_xlabel("x")


def picture(data, grid, predictions, exact):
    figure, axes = pyplot.subplots(2, len(predictions), figsize=(max(2.7 * len(predictions), 6), 5), sharex=True, sharey="row",
                                   squeeze=False, gridspec_kw={"height_ratios": [5, 3]})
    for (name, columns), above, below in zip(predictions.items(), *axes):
        draw_interval(above, data, grid, columns, exact)
        draw_spread(below, grid, columns, exact)
        above.set_title(name)
    axes[0, 0].set_ylabel("y")
    axes[1, 0].set_ylabel("std_model")
    axes[1, 0].set_ylim(bottom=0)
    figure.get_layout_engine().set(rect=(0, 0.07, 1, 0.93))
    figure.legend(*axes[0, 0].get_legend_handles_labels(), loc="lower center", ncol=5)
    return figure


def printed(grid, places, predictions):
    """std_model of each, one line per place."""
    rows = [numpy.argmin(numpy.abs(grid["x"] - x)) for x in places]
    print(f"{'std_model at x =':18}" + "".join(f"{grid['x'][row]:9.2f}" for row in rows))
    for name, columns in predictions.items():
        print(f"{name:18}" + "".join(f"{columns['std_model'][row]:9.3f}" for row in rows))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data")
    parser.add_argument("grid")
    parser.add_argument("predictions", nargs="+")
    parser.add_argument("-o", "--output", required=True)
    parser.add_argument("--exact", metavar="MODEL")
    parser.add_argument("--at", metavar="X,...", type=lambda text: [float(x) for x in text.split(",")], default=[])
    arguments = parser.parse_args()
    data, grid = (read_table(path, "x", "y") for path in (arguments.data, arguments.grid))
    predictions = {Path(path).stem.replace("_", " "): read_predictions(path, len(grid)) for path in arguments.predictions}
    exact = Exact(TwoWeights(arguments.exact), data).predictions(grid, LEVEL) if arguments.exact else None
    if arguments.at:
        printed(grid, arguments.at, {**({"exact": exact} if exact else {}), **predictions})
    save(picture(data, grid, predictions, exact), arguments.output)


if __name__ == "__main__":
    run(main)
