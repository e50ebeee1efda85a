#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Draws Figure 1: how far DIRECT and REINFORCE are from the best ELBO that any of them finds, against iterations and
against seconds, at every size.

    figure1.py docs/paper/figure1.csv docs/paper/figure1.svg"""

import style
from matplotlib import pyplot
from matplotlib.lines import Line2D

from traces import DIRECT, REINFORCE, SIZES, all_traces, best_trace, sample_counts

SMALLEST_GAP = 1e-2  # nats; the floor of the axis
COLOURS = {"direct-lbfgs": style.VERMILION, "direct-auto": style.BLUE}
SHADES = {1: "#BDBDBD", 10: "#969696", 100: "#636363", 1000: "#1F1F1F"}
DASHES = {"reinforce": "-", "reinforce-baseline": (0, (4, 1.5))}
AXES = {"iteration": "iterations", "seconds": "seconds"}


def drawn_traces(traces, size):
    """Traces with what they are drawn by, REINFORCE first so that DIRECT lies on top."""
    found = [(best_trace(traces, size, method, samples), {"color": SHADES.get(int(samples), style.GREY),
                                                          "linestyle": DASHES[method]})
             for samples in sample_counts(traces, size) for method in REINFORCE]
    found += [(best_trace(traces, size, method), {"color": COLOURS[method], "linewidth": 2.4}) for method in DIRECT]
    return [(trace, look) for trace, look in found if trace]


def best_elbo(traces, size):
    return max(point.elbo for trace in traces if trace.size == size for point in trace.points)


def draw_panel(axes, traces, size, quantity):
    best = best_elbo(traces, size)
    for trace, look in drawn_traces(traces, size):
        points = [point for point in trace.points if getattr(point, quantity) > 0]  # the start is not on a log axis
        gaps = [max(best - point.elbo, SMALLEST_GAP) for point in points]
        axes.plot([getattr(point, quantity) for point in points], gaps, **look)
        if points and trace.method in DIRECT:
            axes.plot(getattr(points[-1], quantity), gaps[-1], "o", color=look["color"], markersize=5, clip_on=False)
    axes.set(xscale="log", yscale="log", xlabel=AXES[quantity])
    axes.set_ylim(bottom=SMALLEST_GAP)
    axes.minorticks_off()


def legend_lines(counts):
    lines = [Line2D([], [], color=COLOURS[method], linewidth=2.4, marker="o", markersize=5, label=words)
             for method, words in DIRECT.items()]
    lines += [Line2D([], [], color=SHADES.get(int(k), style.GREY), label=f"REINFORCE, {k:.0f} sample{'s' * (k > 1)}")
              for k in counts]
    return lines + [Line2D([], [], color=SHADES[100], linestyle=DASHES["reinforce-baseline"], label="with a baseline")]


def title(rows, size):
    first = next(row for row in rows if row["size"] == size)
    return f"{SIZES[size]}: {first['num_rows']:.0f} rows, {first['num_features']:.0f} features"


def drawn(rows):
    traces = all_traces(rows)
    sizes = [size for size in SIZES if any(trace.size == size for trace in traces)]
    figure, panels = pyplot.subplots(2, len(sizes), figsize=(3.5 * len(sizes), 6.4), squeeze=False, sharey="col")
    for column, size in enumerate(sizes):
        for row, quantity in enumerate(AXES):
            draw_panel(panels[row][column], traces, size, quantity)
        panels[0][column].set_title(title(rows, size))
    for row in panels:
        row[0].set_ylabel(f"best ELBO − ELBO, nats (at least {SMALLEST_GAP:g})")
    counts = sorted({k for size in sizes for k in sample_counts(traces, size)})
    figure.legend(handles=legend_lines(counts), loc="lower center", ncol=4)
    figure.tight_layout(rect=(0, 0.08, 1, 1))
    return figure


if __name__ == "__main__":
    style.plot(__doc__, "figure1", drawn)
