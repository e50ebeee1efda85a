# SPDX-License-Identifier: MIT
"""DIRECT against REINFORCE: how soon each first reaches the ELBO that REINFORCE ends with."""

import math
from typing import NamedTuple, Optional

from folds import geometric_mean
from traces import REINFORCE, SIZES, Point, Trace, all_traces, best_trace, sample_counts


def quotient(theirs, ours):
    return theirs / ours if ours else None


class Duel(NamedTuple):
    size: str
    samples: float
    baseline: bool
    reinforce: Optional[Trace]  # None if every run broke down
    direct: Optional[Trace]

    @property
    def theirs(self) -> Optional[Point]:
        """None if REINFORCE did not rise above its start."""
        improves = self.reinforce and self.reinforce.improves
        return self.reinforce.first_at(self.reinforce.final) if improves else None

    @property
    def ours(self) -> Optional[Point]:
        return self.direct.first_at(self.reinforce.final) if self.direct and self.reinforce else None

    @property
    def iterations_ratio(self):
        return quotient(self.theirs.iteration, self.ours.iteration) if self.theirs and self.ours else None

    @property
    def seconds_ratio(self):
        return quotient(self.theirs.seconds, self.ours.seconds) if self.theirs and self.ours else None

    @property
    def is_never(self):
        """DIRECT does not reach what REINFORCE reaches."""
        return self.theirs is not None and self.ours is None

    def wins(self, quantity):
        """`quantity` is iteration or seconds. Against a run that got nowhere it is enough to get somewhere."""
        if not self.theirs:
            return self.direct.improves
        return self.ours is not None and getattr(self.ours, quantity) < getattr(self.theirs, quantity)

    @property
    def elbo_left(self):
        return self.direct.final - self.reinforce.final if self.reinforce else math.inf


def duels(rows, direct_method):
    """One per size, number of samples and kind of REINFORCE, where both have run."""
    traces = all_traces(rows)
    found = []
    for size in SIZES:
        direct = best_trace(traces, size, direct_method)
        kinds = [(samples, method) for samples in sample_counts(traces, size) for method in REINFORCE
                 if any((t.size, t.method, t.samples) == (size, method, samples) for t in traces)]
        found += [Duel(size, samples, method == "reinforce-baseline", best_trace(traces, size, method, samples), direct)
                  for samples, method in kinds if direct]
    return found


def cost_through_rows(cost_rows, size, samples):
    """Seconds of one gradient as the paper takes it, None if they were not measured."""
    return next((row["seconds_per_iteration"] for row in cost_rows
                 if (row["size"], row["method"], row["samples"]) == (size, "reinforce-rows", samples)), None)


def rows_ratio(duel, cost_rows):
    """Of seconds, had REINFORCE's iterations gone through the rows."""
    cost = cost_through_rows(cost_rows, duel.size, duel.samples)
    if cost is None or not duel.theirs or not duel.ours:
        return None
    return quotient(duel.theirs.iteration * cost, duel.ours.seconds)


MEASURES = {
    "iterations": "iterations",
    "seconds": "seconds",
    "rows": "seconds through the rows",
    "left": "nats left",
    "never": "never reached",
}
RATIOS = ("iterations", "seconds", "rows", "left")  # those that can grow


def gaps(rows, cost_rows, direct_method):
    """By size, every measure of how far apart the two are: geometric means over the duels of that size, None where
    DIRECT loses one of them. `never` counts these."""
    by_size = {}
    for size in SIZES:
        here = [duel for duel in duels(rows, direct_method) if duel.size == size]
        if here:
            never = sum(duel.is_never for duel in here)
            by_size[size] = {
                "iterations": None if never else geometric_mean([duel.iterations_ratio for duel in here]),
                "seconds": None if never else geometric_mean([duel.seconds_ratio for duel in here]),
                "rows": None if never else geometric_mean([rows_ratio(duel, cost_rows) for duel in here]),
                "left": min(duel.elbo_left for duel in here),
                "never": f"{never} of {len(here)}",
            }
    return by_size
