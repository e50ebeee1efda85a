# SPDX-License-Identifier: MIT
"""The traces of Figure 1: which run of a method counts, and where a run first reaches an ELBO."""

import math
from typing import NamedTuple, Optional

from records import grouped

SIZES = {"small": "small", "more-rows": "more rows", "more-weights": "more weights", "hard": "hard"}
LARGER = ("more-rows", "more-weights")  # than "small", and otherwise as it is
DIRECT = {"direct-lbfgs": "DIRECT, L-BFGS", "direct-auto": "DIRECT, our optimiser"}
REINFORCE = {"reinforce": "REINFORCE", "reinforce-baseline": "REINFORCE with a baseline"}


class Point(NamedTuple):
    iteration: float
    seconds: float
    elbo: float


class Trace(NamedTuple):
    size: str
    method: str
    samples: Optional[float]
    step_size: Optional[float]
    points: list

    @property
    def final(self):
        return self.points[-1].elbo

    @property
    def improves(self):
        return self.final > self.points[0].elbo

    def first_at(self, elbo):
        """The first point at or above this ELBO, None if there is none."""
        return next((point for point in self.points if point.elbo >= elbo), None)


def all_traces(rows):
    names = ("size", "method", "samples", "step_size", "seed")
    return [Trace(*key[:4], sorted(Point(row["iteration"], row["seconds"], row["elbo"]) for row in group))
            for key, group in grouped(rows, *names).items()]


def best_trace(traces, size, method, samples=None):
    """Of all step sizes and seeds, the one with the highest final ELBO; None if no run ended with a finite one."""
    runs = [trace for trace in traces if (trace.size, trace.method, trace.samples) == (size, method, samples)
            and math.isfinite(trace.final)]
    return max(runs, key=lambda trace: trace.final, default=None)


def sample_counts(traces, size):
    return sorted({trace.samples for trace in traces if trace.size == size and trace.method in REINFORCE})
