#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Draws Table 1: per set, the RMSE of every method over that of full precision, and its NLL minus that of full
precision, on the folds that both have run. The largest sets are at the top.

    table1.py docs/paper/table.csv docs/paper/table1.svg"""

import math
import style
from matplotlib import pyplot
from matplotlib.ticker import FixedLocator, FuncFormatter, NullFormatter, NullLocator

from crossvalidation import METHODS, CrossValidation
from records import DataError

YARDSTICK = "companion"
LOOKS = {
    "reparam": (style.BLACK, "x"),
    "direct-paper": (style.VERMILION, "s"),
    "mixture-sgd": (style.ORANGE, "^"),
    "mixture-taylor": (style.PURPLE, "v"),
    "direct-auto": (style.BLUE, "o"),
    "draws-20": (style.GREEN, "D"),
}
SPREAD = 0.68  # of the height of a line that the methods share
LINEAR_NATS = 0.1


def place(line, method):
    """Methods stand above one another, in the order of the legend."""
    order = list(LOOKS).index(method) / (len(LOOKS) - 1)
    return line + SPREAD * (order - 0.5)


def draw_methods(axes, results, lines, column, contrast):
    for method, (colour, marker) in LOOKS.items():
        pairs = [pair for pair in results.pairs(method, YARDSTICK, column)
                 if math.isfinite(pair.ours) and math.isfinite(pair.theirs)]
        axes.plot([contrast(pair) for pair in pairs], [place(lines[pair.name], method) for pair in pairs], marker,
                  color=colour, markersize=4.5, markeredgewidth=1.2, label=METHODS[method], linestyle="none")


def draw_lines(axes, lines, reference):
    for line in lines.values():
        if line % 2:
            axes.axhspan(line - 0.5, line + 0.5, color="#F4F4F4", zorder=0, linewidth=0)
    axes.axvline(reference, color=style.GREY, linewidth=1.0, zorder=1)
    axes.grid(axis="y", visible=False)


def label_ratios(axes):
    low, high = axes.get_xlim()
    ticks = [k for k in (0.25, 0.5, 0.7, 0.8, 0.9, 1, 1.2, 1.5, 2, 3, 5, 7, 10, 20, 50, 100, 1000) if low <= k <= high]
    if high > 5:  # there is no room for the small steps
        ticks = [k for k in ticks if k not in (0.7, 0.8, 0.9, 1.2, 7)]
    axes.xaxis.set_major_locator(FixedLocator(ticks))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
    axes.xaxis.set_minor_locator(NullLocator())
    axes.xaxis.set_minor_formatter(NullFormatter())


def label_nats(axes):
    low, high = axes.get_xlim()
    steps = [LINEAR_NATS * 10**k for k in range(5)]
    ticks = [-k for k in reversed(steps) if -k >= low] + [0] + [k for k in steps if k <= high]
    axes.xaxis.set_major_locator(FixedLocator(ticks))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
    axes.xaxis.set_minor_locator(NullLocator())


def drawn(rows):
    results = CrossValidation(rows)
    if YARDSTICK not in results.methods:
        raise DataError(f"no rows of {YARDSTICK}, which the others are compared with")
    known = [name for name in results.sets if results.folds(name, YARDSTICK)]
    names = sorted(known, key=lambda name: (results.training_rows(name), name))
    lines = {name: line for line, name in enumerate(names)}
    figure, (ratios, nats) = pyplot.subplots(1, 2, figsize=(10, 0.34 * len(names) + 1.6), sharey=True)
    ratios.set(xscale="log", xlabel="RMSE / full precision's")
    nats.set_xscale("symlog", linthresh=LINEAR_NATS)
    draw_methods(ratios, results, lines, "rmse", lambda pair: pair.ratio)
    draw_methods(nats, results, lines, "nll", lambda pair: pair.ours - pair.theirs)
    nats.set_xlabel(f"NLL − full precision's, nats per row (linear within ±{LINEAR_NATS:g})")
    for axes, reference, label in ((ratios, 1.0, label_ratios), (nats, 0.0, label_nats)):
        draw_lines(axes, lines, reference)
        label(axes)
    ratios.set_yticks(range(len(names)), [f"{name}  {results.training_rows(name):.0f}" for name in names])
    ratios.set_ylim(-0.5, len(names) - 0.5)
    figure.tight_layout(rect=(0, 0, 1, 1 - 0.4 / figure.get_figheight()))
    handles, labels = ratios.get_legend_handles_labels()
    figure.legend(handles[::-1], labels[::-1], loc="upper center", ncol=len(LOOKS), columnspacing=1.2,
                  handletextpad=0.3)
    return figure


if __name__ == "__main__":
    style.plot(__doc__, "table", drawn)
