# SPDX-License-Identifier: MIT
"""The tables of Figure 1: who reaches REINFORCE's final ELBO when, how that changes with the size, and what a gradient
costs."""

from duels import MEASURES, duels, gaps
from formats import DASH, duration, fixed, significant, whole
from markdown import table
from records import distinct, grouped
from traces import DIRECT, REINFORCE, SIZES, all_traces, best_trace, sample_counts


def times(ratio):
    return DASH if ratio is None else f"{significant(ratio)} ×"


def reach_cells(duel):
    """What one way of DIRECT takes to the ELBO that REINFORCE ends with."""
    if not duel.reinforce:
        return [DASH] * 4
    if not duel.ours:
        return ["never"] + [DASH] * 3
    return [whole(duel.ours.iteration), duration(duel.ours.seconds), times(duel.iterations_ratio),
            times(duel.seconds_ratio)]


def reinforce_cells(duel):
    lead = [whole(duel.samples), "yes" if duel.baseline else "no"]
    if not duel.reinforce:
        return lead + [DASH, "broke down", DASH, DASH]
    found = lead + [significant(duel.reinforce.step_size, 2), fixed(duel.reinforce.final, 2)]
    return found + ([whole(duel.theirs.iteration), duration(duel.theirs.seconds)] if duel.theirs
                    else ["did not rise", DASH])


HEADER = ["samples", "baseline", "step", "final ELBO", "iterations", "time"]
SHORT = {"direct-lbfgs": "L-BFGS", "direct-auto": "ours"}


def reach_table(rows, size):
    ways = {method: [duel for duel in duels(rows, method) if duel.size == size] for method in DIRECT}
    ways = {method: found for method, found in ways.items() if found}
    header = HEADER + [f"{SHORT[method]}: {what}" for method in ways
                       for what in ("iterations", "time", "fewer", "sooner")]
    lines = [reinforce_cells(same[0]) + [cell for duel in same for cell in reach_cells(duel)]
             for same in zip(*ways.values())]
    return table(header, lines, num_text=0)


def size_heading(rows, size):
    first = next(row for row in rows if row["size"] == size)
    shape = f"{first['num_rows']:.0f} rows, {first['num_features']:.0f} features, {first['num_levels']:.0f} levels"
    finals = []
    for method, words in DIRECT.items():
        if trace := best_trace(all_traces(rows), size, method):
            finals.append(f"{words} ends at {trace.final:.2f} nats after {trace.points[-1].iteration:.0f} iterations, "
                          f"{duration(trace.points[-1].seconds)}")
    return f"### {SIZES[size][0].upper()}{SIZES[size][1:]}: {shape}\n\n" + "; ".join(finals) + "."


def figure1_tables(rows):
    sizes = [size for size in SIZES if size in distinct(rows, "size")]
    return "\n\n".join(f"{size_heading(rows, size)}\n\n{reach_table(rows, size)}" for size in sizes)


def gap_table(rows, cost_rows):
    ways = {method: gaps(rows, cost_rows, method) for method in DIRECT}
    sizes = [size for size in SIZES if any(size in found for found in ways.values())]
    shown = {"left": lambda value: fixed(value, 2), "never": str}
    lines = [[DIRECT[method], words, *(shown.get(measure, times)(found[size][measure]) if size in found else DASH
                                       for size in sizes)]
             for method, found in ways.items() if found for measure, words in MEASURES.items()]
    return table(["way", "measure", *(SIZES[size] for size in sizes)], lines, num_text=2)


TARGET = 0.99  # of the way from the start to the best ELBO that any method finds


def target_cells(traces, size, method, samples=None):
    """Iterations and time of one method to the target."""
    best = max(trace.final for trace in traces if trace.size == size)
    if not (trace := best_trace(traces, size, method, samples)):
        return [DASH, DASH]
    start = trace.points[0].elbo
    point = trace.first_at(start + TARGET * (best - start))
    return [whole(point.iteration), duration(point.seconds)] if point else ["never", DASH]


def target_table(rows):
    """The same target for all, so that it does not depend on how long REINFORCE was left to run."""
    traces = all_traces(rows)
    sizes = [size for size in SIZES if size in distinct(rows, "size")]
    counts = sorted({k for size in sizes for k in sample_counts(traces, size)})
    methods = [(words, method, None) for method, words in DIRECT.items()]
    methods += [(f"{words}, {k:.0f} sample{'s' * (k > 1)}", method, k) for k in counts
                for method, words in REINFORCE.items()]
    lines = [[words] + [cell for size in sizes for cell in target_cells(traces, size, method, samples)]
             for words, method, samples in methods]
    return table(["method"] + [f"{SIZES[size]}: {what}" for size in sizes for what in ("iterations", "time")], lines)


PASSES = {"reinforce-statistics": "the Gram matrix", "reinforce-rows": "the rows"}


def cost_cells(rows, method, counts, direct_seconds):
    seconds = {row["samples"]: row["seconds_per_iteration"] for row in rows if row["method"] == method}
    return [f"{duration(seconds[k])} ({times(seconds[k] / direct_seconds if direct_seconds else None)})"
            if k in seconds else DASH for k in counts]


def cost_table(cost_rows):
    counts = sorted(distinct([row for row in cost_rows if row["method"] in PASSES], "samples"))
    lines = []
    for (size, num_rows, num_features), rows in grouped(cost_rows, "size", "num_rows", "num_features").items():
        direct = next((row["seconds_per_iteration"] for row in rows if row["method"] == "direct-gradient"), None)
        for method, words in PASSES.items():
            lines.append([SIZES[size], words, whole(num_rows), whole(num_features), duration(direct),
                          *cost_cells(rows, method, counts, direct)])
    header = ["size", "REINFORCE through", "rows", "features", "DIRECT"]
    return table(header + [f"{k:.0f} sample{'' if k == 1 else 's'}" for k in counts], lines, num_text=2)
