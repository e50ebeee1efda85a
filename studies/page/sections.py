# SPDX-License-Identifier: MIT
"""Every placeholder of the template and what stands in its place. A study that has not run leaves a sentence that says
so."""

import reinforce_claims
import sparsity_claims
import uci_claims
from bounds_text import bounds_text
from claims import claim_text, summary_table
from crossvalidation import CrossValidation
from formats import plural, whole
from markdown import code
from provenance import STUDIES, missing_sentence, provenance_table
from records import distinct
from reinforce_tables import TARGET, cost_table, figure1_tables, gap_table, target_table
from sparsity_table import EQUAL_RMSE, sparsity_study_table
from taylor_table import taylor_table
from uci_tables import elbo_text, nll_table, rmse_table, seconds_table, sparsity_table


def judged(studies, results):
    """The claims by name, in the order of the summary."""
    figure1, cost, sparsity = studies["figure1"], studies["figure1_cost"], studies["sparsity"]
    return {
        "claim_reinforce": reinforce_claims.outperforms(figure1),
        "claim_gap_grows": reinforce_claims.gap_grows(figure1, cost),
        "claim_reparam": uci_claims.beats_reparam(results),
        "claim_faster": uci_claims.trains_faster(results),
        "claim_seconds": sparsity_claims.just_seconds(results, sparsity),
        "claim_precomputation": sparsity_claims.precomputation(sparsity),
        "claim_gas": sparsity_claims.gas_sparse(results, sparsity),
        "claim_electric": sparsity_claims.electric_sparse(sparsity),
        "claim_mixture": uci_claims.mixture_gains(results),
        "claim_taylor": uci_claims.taylor_gains(results),
        "claim_taylor_sgd": uci_claims.taylor_against_sgd(results),
    }


def shape(results):
    """Sets, features and levels of Table 1."""
    rows = [row for name in results.sets for row in results.rows_of(name)]
    features, levels = (", ".join(map(whole, sorted(distinct(rows, name)))) for name in ("num_features", "num_levels"))
    return f"{plural(len(results.sets), 'set')}, {features} features, {levels} levels"


def uci_sections(results):
    if not results.sets:
        names = ("table1_shape", "table1_rmse", "table1_nll", "table1_seconds", "table1_sparsity", "table1_elbo")
        return dict.fromkeys(names, missing_sentence("study-table1")) | {"table2": missing_sentence("study-table2")}
    both = results.common("direct-paper", "mixture-taylor")
    return {
        "table1_shape": f"{shape(results)}.",
        "table1_rmse": rmse_table(results),
        "table1_nll": nll_table(results),
        "table1_elbo": elbo_text(results),
        "table1_seconds": seconds_table(results),
        "table1_sparsity": sparsity_table(results),
        "table2": taylor_table(results) if both.sets else missing_sentence("study-table2"),
    }


def figure1_sections(rows, cost_rows):
    missing = missing_sentence("study-figure1")
    return {
        "figure1_tables": figure1_tables(rows) if rows else missing,
        "figure1_targets": target_table(rows) if rows else missing,
        "figure1_gaps": gap_table(rows, cost_rows) if rows else missing,
        "figure1_cost": cost_table(cost_rows) if cost_rows else missing,
    }


def picture(folder, file, words, rows, study):
    """The path is relative to the page, docs/results.md."""
    if not rows:
        return missing_sentence(study)
    if not (folder / file).exists():
        return f"Not drawn yet: {code('make ' + study)}."
    return f"![{words}](paper/{file})"


def pictures(folder, studies):
    drawn = {
        "figure1_picture": ("figure1.svg", "Gap to the best ELBO against iterations and seconds", "figure1"),
        "table1_picture": ("table1.svg", "RMSE and NLL of every set against full precision", "table"),
        "figure2_3_picture": ("figure2_3.svg", "Bounds of the logistic likelihood and of the entropy", "bounds"),
    }
    return {name: picture(folder, file, words, studies[study], STUDIES[study])
            for name, (file, words, study) in drawn.items()}


def rules():
    """Those by which claims are judged."""
    return {
        "rule_target": f"{100 * TARGET:g} %",
        "rule_same": f"{100 * uci_claims.SAME:g} %",
        "rule_many": "a third" if uci_claims.MANY == 1 / 3 else f"{uci_claims.MANY:g}",
        "rule_much": f"{uci_claims.MUCH:g} times",
        "rule_large": f"{uci_claims.LARGE_ROWS}",
        "rule_seconds": f"{sparsity_claims.JUST_SECONDS:g} s",
        "rule_equal_rmse": f"{EQUAL_RMSE:g} times",
    }


def sections(folder, studies):
    results = CrossValidation(studies["table"])
    claims = judged(studies, results)
    return {
        "provenance": provenance_table(studies),
        **pictures(folder, studies),
        **figure1_sections(studies["figure1"], studies["figure1_cost"]),
        **uci_sections(results),
        "figure2_3_text": bounds_text(studies["bounds"]),
        "sparsity_table": (sparsity_study_table(studies["sparsity"]) if studies["sparsity"]
                           else missing_sentence("study-sparsity")),
        "claims_summary": summary_table(claims.values()),
        **{name: claim_text(claim) for name, claim in claims.items()},
        "question_optimum": sparsity_claims.better_optimum(studies["sparsity"]),
        "question_priors": sparsity_claims.seeking_priors(studies["sparsity"]),
        **rules(),
    }
