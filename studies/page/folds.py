# SPDX-License-Identifier: MIT
"""Statistics over folds and over sets."""

import math
import statistics
from typing import NamedTuple, Optional


class Summary(NamedTuple):
    mean: float
    deviation: Optional[float]  # of the sample, n - 1 in the denominator; None of one fold
    count: int


def summary(values):
    if not values:
        return None
    finite = all(math.isfinite(value) for value in values)
    deviation = statistics.stdev(values) if len(values) > 1 and finite else None
    return Summary(math.fsum(values) / len(values), deviation, len(values))


def geometric_mean(values):
    """Of those that are positive and finite; None if there are none."""
    logs = [math.log(value) for value in values if value and 0 < value < math.inf]
    return math.exp(math.fsum(logs) / len(logs)) if logs else None


def median(values):
    return statistics.median(values) if values else None


def mean(values):
    return math.fsum(values) / len(values) if values else None


class Pair(NamedTuple):
    """Two methods on one set: their means over the folds that both have run."""
    name: str
    num_rows: float
    ours: float
    theirs: float

    @property
    def ratio(self):
        return self.ours / self.theirs if self.theirs and math.isfinite(self.theirs) else None
