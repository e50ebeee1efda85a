# SPDX-License-Identifier: MIT
"""What the paper says of its Tables 1 and 2."""

from claims import Claim, unjudged, verdict
from crossvalidation import METHODS
from folds import geometric_mean, median
from formats import percent, plural, ratio, significant
from provenance import missing

SAME = 0.001          # RMSE within this share of the other's is the same
MANY = 1 / 3          # of the sets, and more than those where it is worse
MUCH = 2.0            # times as fast
LARGE_ROWS = 3000     # where the paper trains REPARAM for longer
MEAN_FIELDS = ("direct-paper", "direct-auto")
WORDS = {"direct-paper": "the paper's optimiser", "direct-auto": "our optimiser"}


class Tally:
    """Sets where one method's RMSE is better than the other's, the same, or worse."""

    def __init__(self, pairs):
        self.better = [pair for pair in pairs if pair.ours < pair.theirs * (1 - SAME)]
        self.worse = [pair for pair in pairs if pair.ours > pair.theirs * (1 + SAME)]
        self.total = len(pairs)
        self.ratio = geometric_mean([pair.ratio for pair in pairs])

    @property
    def same(self):
        return self.total - len(self.better) - len(self.worse)

    @property
    def better_on_many(self):
        return len(self.better) >= MANY * self.total and len(self.better) > len(self.worse)

    @property
    def text(self):
        return (f"better on {len(self.better)} of {plural(self.total, 'set')}, the same on {self.same}, worse on "
                f"{len(self.worse)}; ratio of RMSE, geometric mean {ratio(self.ratio)}")

    @property
    def gain_text(self):
        """How large the gain is where there is one."""
        gains = {pair.name: 1 - pair.ratio for pair in self.better if pair.ratio is not None}
        if not gains:
            return "no gain anywhere"
        most = max(gains, key=gains.get)
        middle = median(gains.values())
        return f"where better, by {percent(middle)} in the median, at most {percent(gains[most])} ({most})"


def beats_reparam(results):
    title = "DIRECT beats REPARAM on most sets"
    found = {method: Tally(results.pairs(method, "reparam", "rmse")) for method in MEAN_FIELDS}
    found = {method: tally for method, tally in found.items() if tally.total}
    if "direct-paper" not in found:
        return unjudged(title, missing("study-table1"))
    verdicts = {method: verdict([2 * len(tally.better) > tally.total]) for method, tally in found.items()}
    findings = [f"DIRECT with {WORDS[method]}: {tally.text}." for method, tally in found.items()]
    return Claim(title, verdicts["direct-paper"], verdicts.get("direct-auto"), findings)


def speedup(pairs):
    return geometric_mean([pair.theirs / pair.ours for pair in pairs if pair.ours])


def training_pairs(results, method):
    """Processor time, with the statistics for DIRECT. Sets whose statistics were not timed are left out."""
    pairs = results.pairs(method, "reparam", "fit_cpu_seconds")
    shared = {pair.name: results.statistics_seconds(pair.name) for pair in pairs}
    return [pair._replace(ours=pair.ours + shared[pair.name]) for pair in pairs if shared[pair.name] is not None]


def speed(results, method):
    """The parts of the verdict and a sentence."""
    pairs = training_pairs(results, method)
    overall = speedup(pairs)
    large = speedup([pair for pair in pairs if pair.num_rows >= LARGE_ROWS])
    small = speedup([pair for pair in pairs if pair.num_rows < LARGE_ROWS])
    parts = [overall >= MUCH] + ([large > small] if large and small else [])
    text = (f"With {WORDS[method]} DIRECT trains {significant(overall)} times as fast as REPARAM, statistics included "
            f"(geometric mean of {plural(len(pairs), 'set')}): {significant(large)} times on sets of {LARGE_ROWS} rows "
            f"and more, {significant(small)} on smaller ones.")
    return parts, text


def trains_faster(results):
    title = "DIRECT trains much faster than REPARAM, above all on large sets"
    found = {method: speed(results, method) for method in MEAN_FIELDS
             if speedup(training_pairs(results, method))}
    if "direct-paper" not in found:
        return unjudged(title, missing("study-table1"))
    verdicts = {method: verdict(parts) for method, (parts, _) in found.items()}
    findings = [finding for _, finding in found.values()]
    return Claim(title, verdicts["direct-paper"], verdicts.get("direct-auto"), findings)


SAME_MODEL = 1e-6  # RMSE within this share of the other's: the mixture has not left the mean field


def unmoved(results, mixture, method):
    """Folds in which the mixture is the mean field it started from, and all folds that both have run."""
    moves = []
    for name in results.sets:
        ours, theirs = (results.values(name, one, "rmse") for one in (mixture, method))
        moves += [abs(ours[fold] - theirs[fold]) > SAME_MODEL * theirs[fold] for fold in ours.keys() & theirs.keys()]
    return moves.count(False), len(moves)


def gains_on_many(results, title, mixture, study):
    """Judged against the mean field that the mixture starts from, the paper's; ours is beside it."""
    tally, ours = (Tally(results.pairs(mixture, method, "rmse")) for method in MEAN_FIELDS)
    if not tally.total:
        return unjudged(title, missing(study))
    found = [(WORDS[method], t) for method, t in zip(MEAN_FIELDS, (tally, ours)) if t.total]
    findings = [f"{METHODS[mixture]} against mean field by {words}: {t.text}; {t.gain_text}." for words, t in found]
    same, total = unmoved(results, mixture, "direct-paper")
    findings.append(f"In {same} of {plural(total, 'fold')} its RMSE is that of the mean field it starts from, to a "
                    "millionth: where L-BFGS has made the weights certain, nothing is left that a mixture could mix.")
    return Claim(title, verdict([tally.better_on_many]), None, findings)


def mixture_gains(results):
    return gains_on_many(results, "5-mixture SGD is better than mean field on many sets", "mixture-sgd",
                         "study-table1")


def taylor_gains(results):
    return gains_on_many(results, "the Taylor mixture is marginally better than mean field on many sets",
                         "mixture-taylor", "study-table2")


def taylor_against_sgd(results):
    title = "the Taylor mixture is worse than 5-mixture SGD but trains faster"
    tally = Tally(results.pairs("mixture-sgd", "mixture-taylor", "rmse"))
    faster = speedup(results.pairs("mixture-taylor", "mixture-sgd", "fit_cpu_seconds"))
    if not tally.total or faster is None:
        return unjudged(title, missing("study-table2"))
    judged = verdict([len(tally.better) > len(tally.worse), faster > 1])
    findings = [f"5-mixture SGD against the Taylor mixture: {tally.text}.",
                f"The Taylor mixture trains {significant(faster)} times as fast (geometric mean)."]
    return Claim(title, judged, None, findings)
