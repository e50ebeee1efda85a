# SPDX-License-Identifier: MIT
"""What the paper says of DIRECT and REINFORCE."""

from claims import Claim, unjudged, verdict
from duels import MEASURES, RATIOS, duels, gaps
from folds import geometric_mean
from formats import significant
from provenance import missing
from traces import DIRECT, LARGER, SIZES


def outcome(found, words):
    """What came of the duels of one way of DIRECT, in a sentence."""
    fewer, sooner = (sum(duel.wins(what) for duel in found) for what in ("iteration", "seconds"))
    ratios = [[ratio for duel in found if (ratio := getattr(duel, name)) is not None]
              for name in ("iterations_ratio", "seconds_ratio")]
    (iterations, least_iterations), (seconds, least_seconds) = (
        (significant(geometric_mean(values)), significant(min(values, default=None))) for values in ratios)
    return (f"{words} reaches the ELBO that REINFORCE ends with in fewer iterations in {fewer} of {len(found)} cases "
            f"(geometric mean {iterations} times, at least {least_iterations}) and in less time in {sooner} of "
            f"{len(found)} ({seconds} times, at least {least_seconds}).")


def outperforms(rows):
    title = "DIRECT needs fewer iterations and less time than REINFORCE"
    ways = {method: found for method in DIRECT if (found := duels(rows, method))}
    if "direct-lbfgs" not in ways:
        return unjudged(title, missing("study-figure1"))
    verdicts = {method: verdict(duel.wins("iteration") and duel.wins("seconds") for duel in found)
                for method, found in ways.items()}
    findings = [outcome(found, DIRECT[method]) for method, found in ways.items()]
    return Claim(title, verdicts["direct-lbfgs"], verdicts.get("direct-auto"), findings)


def growth(by_size):
    """Of every larger size and measure: the gap at the small size and at that one, None where DIRECT never gets there."""
    pairs = {(size, measure): (by_size["small"][measure], found[measure])
             for size, found in by_size.items() if size in LARGER for measure in RATIOS}
    return {key: pair for key, pair in pairs.items() if pair[0] is not None}


def grows(small, large):
    return large is not None and large > small


def growth_text(words, size, pairs):
    """Which measures of one larger size grow and which do not."""
    lists = {"grows": [], "does not grow": []}
    for measure, (small, large) in pairs.items():
        lists["grows" if grows(small, large) else "does not grow"].append(
            f"{MEASURES[measure]} ({significant(small)} → {'never' if large is None else significant(large)})")
    parts = [f"the gap {word} by {', '.join(texts)}" for word, texts in lists.items() if texts]
    return f"{words}, {SIZES[size]}: {'; '.join(parts)}."


def growth_findings(method, pairs):
    by_size = {}
    for (size, measure), pair in pairs.items():
        by_size.setdefault(size, {})[measure] = pair
    return [growth_text(DIRECT[method], size, found) for size, found in by_size.items()]


def gap_grows(rows, cost_rows):
    title = "the difference grows with rows and with weights"
    ways = {method: gaps(rows, cost_rows, method) for method in DIRECT}
    pairs = {method: growth(found) if "small" in found else {} for method, found in ways.items()}
    if not pairs["direct-lbfgs"]:
        return unjudged(title, missing("study-figure1"))
    verdicts = {method: verdict(grows(small, large) for small, large in found.values()) for method, found in pairs.items()}
    findings = [text for method, found in pairs.items() for text in growth_findings(method, found)]
    return Claim(title, verdicts["direct-lbfgs"], verdicts["direct-auto"], findings)
