# SPDX-License-Identifier: MIT
"""What the paper says of sparsity, of the seconds on `electric`, and what it does not ask."""

from claims import Claim, unjudged, verdict
from formats import duration, fixed, percent, ratio, significant
from markdown import bullets
from provenance import missing, missing_sentence
from sparsity_table import prior_words, reference, sparsest_at_equal_rmse
from uci_claims import MEAN_FIELDS, WORDS

GAS_BAR, ELECTRIC_BAR = 0.84, 0.996
JUST_SECONDS = 60.0
SETS = ("gas", "electric")
# Two E5-2680 v3: 24 cores, 2.5 GHz, 16 operations of double precision a cycle; twice that of single precision.
PAPER_DOUBLE_GFLOPS, PAPER_SINGLE_GFLOPS = 960.0, 1920.0


def scientific(value):
    digits, exponent = f"{value:.1e}".split("e")
    return f"{digits}·10^{int(exponent)}"


def gas_readings(results, rows, method):
    """Words and share, of Table 1 and of the study of sparsity."""
    found = []
    if summary := results.summary("gas", method, "sparsity"):
        found.append((f"mean of {summary.count} folds of Table 1" if summary.count > 1 else "one fold of Table 1",
                      summary.mean))
    if record := reference(rows, "gas", method):
        found.append(("study of sparsity", record["sparsity"]))
    return found


def electric_readings(rows, method):
    record = reference(rows, "electric", method)
    return [("study of sparsity", record["sparsity"])] if record else []


def over_bar(title, bar, readings):
    """`readings` by method."""
    if not readings["direct-paper"]:
        return unjudged(title, missing("study-sparsity"))
    verdicts = [verdict(share > bar for _, share in readings[method]) for method in MEAN_FIELDS]
    texts = [f"{WORDS[method][0].upper()}{WORDS[method][1:]}: "
             + ", ".join(f"{percent(share, 2)} ({words})" for words, share in readings[method]) + "."
             for method in MEAN_FIELDS if readings[method]]
    return Claim(title, *verdicts, texts)


def gas_sparse(results, rows):
    return over_bar("gas is over 84 % sparse", GAS_BAR,
                    {method: gas_readings(results, rows, method) for method in MEAN_FIELDS})


def electric_sparse(rows):
    return over_bar("electric is over 99.6 % sparse", ELECTRIC_BAR,
                    {method: electric_readings(rows, method) for method in MEAN_FIELDS})


def fit_seconds(results, rows, method):
    """By set: the means over folds, and electric."""
    found = {name: s.mean for name in results.sets if (s := results.summary(name, method, "fit_cpu_seconds"))}
    electric = reference(rows, "electric", method)
    return {**found, "electric": electric["fit_seconds"]} if electric else found


def just_seconds(results, rows):
    title = "DIRECT's mean field trains in just seconds on all sets"
    found = {method: seconds for method in MEAN_FIELDS if (seconds := fit_seconds(results, rows, method))}
    if "direct-paper" not in found:
        return unjudged(title, missing("study-table1"))
    verdicts = {method: verdict([max(seconds.values()) < JUST_SECONDS]) for method, seconds in found.items()}
    texts = []
    for method, seconds in found.items():
        slowest = max(seconds, key=seconds.get)
        texts.append(f"The longest fit with {WORDS[method]}: {duration(seconds[slowest])} on {slowest}, of "
                     f"{len(seconds)} sets.")
    return Claim(title, verdicts["direct-paper"], verdicts.get("direct-auto"), texts)


def precomputation_findings(record):
    operations, seconds = record["statistics_operations"], record["statistics_seconds"]
    measured = operations / record["gflops_machine"] * 1e-9
    theirs = [operations / rate * 1e-9 for rate in (PAPER_DOUBLE_GFLOPS, PAPER_SINGLE_GFLOPS)]
    possible = "more than the second claimed" if theirs[1] > 1 else "so that the claim is possible there"
    return [f"The pass over {record['num_rows']:.0f} rows takes {duration(seconds)}. Its sums are "
            f"{scientific(operations)} operations: one second would need {significant(operations * 1e-12)} TFLOP/s.",
            f"A plain matrix product in double precision runs at {significant(record['gflops_machine'])} GFLOP/s on "
            f"the same machine. At that rate the sums alone take {duration(measured)}; the pass takes "
            f"{significant(seconds / measured)} times that.",
            f"The paper's machine has a nominal peak of {PAPER_DOUBLE_GFLOPS:.0f} GFLOP/s in double precision and of "
            f"{PAPER_SINGLE_GFLOPS:.0f} in single: {duration(theirs[0])} and {duration(theirs[1])} at the least, "
            f"{possible}."]


def precomputation(rows):
    title = "the precomputation on electric takes well under one second"
    records = [record for method in MEAN_FIELDS if (record := reference(rows, "electric", method))]
    needed = ("statistics_seconds", "statistics_operations", "gflops_machine")
    record = next((record for record in records if all(record[name] for name in needed)), None)
    if not record:
        return unjudged(title, missing("study-sparsity"))
    return Claim(title, verdict([record["statistics_seconds"] < 1]), None, precomputation_findings(record))


def optimum_text(name, paper, ours):
    difference = ours["elbo"] - paper["elbo"]
    direction = "higher" if difference > 0 else "lower"
    theirs, found = (f"{percent(record['sparsity'], 2)} with {words} (RMSE {significant(record['rmse'], 4)})"
                     for record, words in ((paper, "the paper's optimiser"), (ours, "ours")))
    return f"{name}: {theirs}, {found}, whose ELBO is {fixed(abs(difference), 1)} nats {direction}."


def better_optimum(rows):
    """What sparsity remains where the ELBO is higher."""
    pairs = [(name, *(reference(rows, name, method) for method in MEAN_FIELDS)) for name in SETS]
    texts = [optimum_text(name, paper, ours) for name, paper, ours in pairs if paper and ours]
    return bullets(texts) if texts else missing_sentence("study-sparsity")


def prior_text(rows, name, method):
    known, best = reference(rows, name, method), sparsest_at_equal_rmse(rows, name, method)
    lead = f"{name}, {WORDS[method]}: {percent(known['sparsity'], 2)} with the Gaussian prior"
    if not best:
        return f"{lead}; no prior that seeks zeros keeps the RMSE."
    more = "" if best["sparsity"] > known["sparsity"] else ", which is no more"
    return (f"{lead}; {percent(best['sparsity'], 2)} with {prior_words(best)}{more}, at "
            f"{ratio(best['rmse'] / known['rmse'])} times its RMSE.")


def seeking_priors(rows):
    """What a prior that seeks zeros gives without a loss of RMSE."""
    texts = [prior_text(rows, name, method) for name in SETS for method in MEAN_FIELDS if reference(rows, name, method)]
    return bullets(texts) if texts else missing_sentence("study-sparsity")
