# SPDX-License-Identifier: MIT
"""Numbers as the page prints them. None is a dash."""

import math

DASH = "–"


def decimals(value, digits):
    """How many stand after the point when `value` has `digits` significant ones."""
    return max(0, digits - 1 - math.floor(math.log10(abs(value)))) if value and math.isfinite(value) else digits - 1


def significant(value, digits=3):
    return DASH if value is None else f"{value:.{decimals(value, digits)}f}"


def fixed(value, places):
    return DASH if value is None else f"{value:.{places}f}"


def ratio(value):
    """Of scores that are often close: as many decimals below one as above."""
    return fixed(value, 4)


def whole(value):
    return DASH if value is None else f"{value:.0f}"


def percent(share, places=1):
    """Never rounded up to the 100 % that it is not."""
    if share is None:
        return DASH
    text = f"{100 * share:.{places}f}"
    while share < 1 and float(text) == 100 and places < 9:
        places += 1
        text = f"{100 * share:.{places}f}"
    return f"{text} %"


def duration(seconds):
    if seconds is None:
        return DASH
    for unit, scale in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= scale:
            return f"{significant(seconds / scale)} {unit}"
    return f"{significant(seconds * 1e6)} µs"


def mean_and_deviation(summary, places):
    """summary.deviation is None when there is one fold."""
    return f"{summary.mean:.{places}f} ± {fixed(summary.deviation, places)}"


def listed(texts, most=4):
    """In words, the first `most` of them."""
    rest = len(texts) - most
    return ", ".join(texts[:most]) + (f" and {rest} more" if rest > 0 else "")


def plural(count, noun):
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
