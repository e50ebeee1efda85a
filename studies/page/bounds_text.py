# SPDX-License-Identifier: MIT
"""What Figures 2 and 3 show, with the numbers of bounds.csv."""

from formats import significant
from markdown import bullets
from provenance import missing_sentence

EXPECTED = {"taylor": "Theorem 2", "quadratic": "the quadratic bound (Jaakkola and Jordan)", "tilted": "the tilted bound"}
MIXTURE = {"taylor-plain": "Theorem 3 at the marginals", "taylor-scaled": "the same with the best scale",
           "taylor-best": "Theorem 3 at its best a, an optimisation of its own", "pairwise": "the pairwise bound"}


def curves(rows, figure, panel):
    """By curve: y by x."""
    found = {}
    for row in rows:
        if (row["figure"], row["panel"]) == (figure, panel):
            found.setdefault(row["curve"], {})[row["x"]] = row["y"]
    return found


def largest_gaps(gaps, words):
    """Of every curve the largest gap and where it is."""
    texts = []
    for curve, name in words.items():
        x = max(gaps[curve], key=gaps[curve].get)
        texts.append(f"{name} {significant(gaps[curve][x])} (at {significant(x)})")
    return ", ".join(texts)


def mixture_gaps(found):
    return {curve: {x: found["exact"][x] - y for x, y in values.items()} for curve, values in found.items()}


def bounds_text(rows):
    if not rows:
        return missing_sentence("study-figure2-3")
    expected = {curve: {x: -y for x, y in values.items()} for curve, values in curves(rows, "2", "expected").items()}
    mixture = mixture_gaps(curves(rows, "3", "mixture"))
    return bullets([
        "Top left, the paper's Figure 2: each of its two expansions is tight on its own side and falls exponentially on "
        "the other. The quadratic bound touches at z = ±ξ (dots); the tilted bound is exact at every point and has no "
        "curve of its own.",
        "Top right, what enters the ELBO: z is a sum of weights on 15 levels, uncertain by ±1. The largest gaps, in "
        f"nats: {largest_gaps(expected, EXPECTED)}.",
        "Bottom left, the paper's Figure 3: every a gives a tangent of −log q. At a single q the best scale of a is "
        "always exact; the price is paid where one product a serves all weight vectors.",
        "Bottom right, that price: the entropy of two products, enumerated, as they move apart. The largest gaps: "
        f"{largest_gaps(mixture, MIXTURE)}.",
        "No bound is above the exact value anywhere: `study_bounds` ends with an error if one is.",
    ])
