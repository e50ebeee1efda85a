#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Draws Figures 2 and 3: the paper's bounds of the logistic likelihood and of the entropy beside ours, at a point and
in expectation.

    figure2_3.py docs/paper/bounds.csv docs/paper/figure2_3.svg"""

import style
from matplotlib import pyplot

from records import grouped, DataError

DASHED = (0, (4, 1.5))
EXACT = {"color": style.BLACK, "linewidth": 2.4}
PAPER = {"color": style.VERMILION, "linewidth": 1.6}
QUADRATIC = {"color": style.BLUE, "linewidth": 1.6}
TILTED = {"color": style.GREEN, "linewidth": 1.6}
BACKGROUND = {"color": style.SKY, "linewidth": 6.0, "alpha": 0.45, "solid_capstyle": "butt"}

# Per panel: its curves in the order in which they are drawn and named, with words and looks.
CURVES = {
    ("2", "point"): {
        "exact": ("exact, and the tilted bound", EXACT),
        "taylor-positive": ("paper: $-e^{-z}$", PAPER),
        "taylor-negative": ("paper: $z-e^{z}$", PAPER | {"linestyle": DASHED}),
        "quadratic-1": (r"quadratic, $\xi=1$", QUADRATIC),
        "quadratic-3": (r"quadratic, $\xi=3$", QUADRATIC | {"linestyle": DASHED}),
    },
    ("2", "expected"): {
        "taylor": ("paper: Theorem 2", PAPER),
        "quadratic": (r"quadratic, $\xi^2=\mathrm{E}\,z^2$", QUADRATIC),
        "tilted": ("tilted, at its best tilt", TILTED),
    },
    ("3", "point"): {
        "exact": ("exact", EXACT),
        "taylor-0.5": ("paper: about $a=0.5$", PAPER),
        "taylor-0.25": ("about $a=0.25$, half the scale", PAPER | {"linestyle": DASHED}),
    },
    ("3", "mixture"): {
        "larger": ("larger of pairwise and scaled", BACKGROUND),
        "exact": ("exact", EXACT),
        "pairwise": ("pairwise", QUADRATIC),
        "taylor-best": ("paper: Theorem 3, best $a$", PAPER),
        "taylor-scaled": (None, TILTED),
        "taylor-plain": (None, PAPER | {"linestyle": DASHED}),
    },
}
# Where a bound is equal to what it bounds.
TOUCHING = {
    ("2", "point"): {"quadratic-1": [-1, 1], "quadratic-3": [-3, 3]},
    ("3", "point"): {"taylor-0.5": [0.5], "taylor-0.25": [0.25]},
}
# Words beside a curve, in place of the legend: where they begin.
BESIDE = {
    ("3", "mixture"): {"taylor-scaled": (2.9, 4.33, "Theorem 3, $a$ = marginals, scaled"),
                       "taylor-plain": (3.35, 3.3, "Theorem 3, $a$ = marginals")},
}
TITLES = {
    ("2", "point"): "Figure 2: the logistic likelihood at a point",
    ("2", "expected"): r"Figure 2 in expectation: $z$ = mean $\pm$ 1",
    ("3", "point"): "Figure 3: the logarithm at a point",
    ("3", "mixture"): "Figure 3 in expectation: the entropy of a mixture",
}
LABELS = {
    ("2", "point"): ("$z$", r"$-\log(1+e^{-z})$, nats"),
    ("2", "expected"): ("mean of $z$", "exact minus bound, nats"),
    ("3", "point"): ("$q$", r"$-\log q$, nats"),
    ("3", "mixture"): ("distance of the two means of each weight, in deviations", "entropy, nats"),
}


def interpolated(rows, x):
    """Of a curve with its x in order."""
    right = next(i for i in range(1, len(rows)) if rows[i]["x"] >= x or i == len(rows) - 1)
    (x0, y0), (x1, y1) = ((row["x"], row["y"]) for row in rows[right - 1:right + 1])
    return y0 + (y1 - y0) * (x - x0) / (x1 - x0)


def draw_notes(axes, curves, panel):
    for name, places in TOUCHING.get(panel, {}).items():
        heights = [interpolated(curves[(*panel, name)], x) for x in places]
        axes.plot(places, heights, "o", color=CURVES[panel][name][1]["color"], markersize=5, zorder=3)
    for name, (x, y, words) in BESIDE.get(panel, {}).items():
        axes.text(x, y, words, color=CURVES[panel][name][1]["color"], fontsize="small")


def draw_panel(axes, curves, panel):
    sign = -1.0 if panel == ("2", "expected") else 1.0  # there y is the bound minus the exact value
    for name, (words, look) in CURVES[panel].items():
        if (*panel, name) not in curves:
            raise DataError(f"figure {panel[0]}, {panel[1]}: no curve {name}")
        rows = curves[(*panel, name)]
        axes.plot([row["x"] for row in rows], [sign * row["y"] for row in rows], label=words, **look)
    axes.set(title=TITLES[panel], xlabel=LABELS[panel][0], ylabel=LABELS[panel][1])
    axes.margins(x=0)
    draw_notes(axes, curves, panel)


def drawn(rows):
    curves = grouped(rows, "figure", "panel", "curve")
    figure, axes = pyplot.subplots(2, 2, figsize=(10, 7.6))
    for place, panel in zip(axes.flat, CURVES):
        draw_panel(place, curves, panel)
    axes[0, 0].set_ylim(-7, 1)
    axes[0, 1].set_yscale("log")
    axes[1, 0].set(xlim=(0, 1), ylim=(-0.8, 4))
    for place, corner in zip(axes.flat, ["upper left", "upper right", "upper right", "lower left"]):
        place.legend(loc=corner, handlelength=2.8)
    figure.tight_layout(h_pad=2.0, w_pad=2.0)
    return figure


if __name__ == "__main__":
    style.plot(__doc__, "bounds", drawn)
