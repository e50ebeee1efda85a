#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Tests of the page on made-up CSV files: every claim both ways, missing rows, one fold.

    test_render.py"""

import tempfile
import unittest
from pathlib import Path

import reinforce_claims
import render
import sparsity_claims
import uci_claims
from claims import FAILS, HOLDS, IN_PART, verdict
from crossvalidation import CrossValidation
from formats import duration, percent, significant
from made_up import fold, folds, row, sparse, trace, write
from records import DataError, read_study
from reinforce_tables import cost_table, figure1_tables, gap_table, target_table
from taylor_table import taylor_table
from uci_tables import elbo_text, rmse_table, seconds_table


class FoldTest(unittest.TestCase):
    def test_one_fold_has_no_deviation(self):
        self.assertIn("| a | 90 | 3 | 1 | **1.000 ± –** |", rmse_table(folds({"direct-paper": [1.0]})))

    def test_the_deviation_is_that_of_a_sample(self):
        results = CrossValidation([fold("a", "draws-20", value, k) for k, value in enumerate((1.0, 2.0, 3.0))])
        self.assertIn("| 3 | **2.000 ± 1.000** |", rmse_table(results))

    def test_the_best_is_bold_and_full_precision_is_not(self):
        text = rmse_table(folds({"reparam": [2], "direct-paper": [1], "direct-auto": [1.00001], "companion": [0.5]}))
        self.assertIn("| 2.0000 ± – | **1.0000 ± –** | **1.0000 ± –** | 0.5000 ± – |", text)

    def test_fewer_folds_are_marked_and_not_bold(self):
        results = CrossValidation([fold("a", "direct-paper", 2.0, 0), fold("a", "direct-paper", 2.0, 1),
                                   fold("a", "mixture-sgd", 1.0, 0)])
        self.assertIn("| 2 | **2.000 ± 0.000** | 1.000 ± – (1) |", rmse_table(results))

    def test_a_missing_method_is_a_dash(self):
        self.assertIn("| b | 90 | 3 | 1 | – | **3.000 ± –** |",
                      rmse_table(folds({"reparam": [1.0], "direct-paper": [2.0, 3.0]})))

    def test_a_star_marks_what_did_not_converge(self):
        self.assertIn("| 1.00\\* |", seconds_table(folds({"direct-paper": [1.0]}, converged=False)))

    def test_pairs_are_of_common_folds(self):
        results = CrossValidation([fold("a", "reparam", 1.0, 0), fold("a", "direct-paper", 3.0, 0),
                                   fold("a", "direct-paper", 9.0, 1)])
        self.assertEqual(results.pair("a", "direct-paper", "reparam", "rmse").ours, 3.0)

    def test_table_2_is_of_common_folds(self):
        results = CrossValidation([fold("a", "mixture-taylor", 1.0, 0), fold("a", "direct-paper", 2.0, 0),
                                   fold("a", "direct-paper", 9.0, 1), fold("b", "direct-paper", 2.0)])
        text = taylor_table(results)
        self.assertIn("| a | 90 | 3 | 1 | 2.000 ± – | **1.000 ± –** | 0.5000 |", text)
        self.assertNotIn("| b |", text)

    def test_generated_sets_are_left_out(self):
        generated = fold("tiny-sensor", "reparam", 1.0)
        self.assertEqual(CrossValidation([generated, fold("a", "reparam", 1.0)]).sets, ["a"])
        self.assertEqual(CrossValidation([generated]).sets, ["tiny-sensor"])  # where there are no others

    def test_a_row_twice_is_an_error(self):
        with self.assertRaisesRegex(DataError, "a, fold 0, reparam stands twice"):
            CrossValidation([fold("a", "reparam", 1.0)] * 2)


class UciClaimTest(unittest.TestCase):
    def assert_verdicts(self, claim, paper, ours):
        self.assertEqual((claim.paper, claim.ours), (paper, ours), claim.findings)

    def test_beats_reparam(self):
        claim = uci_claims.beats_reparam(folds({"reparam": [1, 1, 1], "direct-paper": [0.9, 0.9, 2],
                                                "direct-auto": [0.9, 1, 2]}))
        self.assert_verdicts(claim, HOLDS, FAILS)
        self.assertIn("better on 2 of 3 sets, the same on 0, worse on 1", claim.findings[0])

    def test_a_tie_is_no_gain(self):
        claim = uci_claims.beats_reparam(folds({"reparam": [1, 1], "direct-paper": [0.9995, 0.9995]}))
        self.assert_verdicts(claim, FAILS, None)

    def test_a_method_that_broke_down_loses(self):
        claim = uci_claims.beats_reparam(folds({"reparam": [float("inf")], "direct-paper": [5.0]}))
        self.assert_verdicts(claim, HOLDS, None)

    def speeds(self, small, large):
        rows = []
        for name, num_rows, seconds in (("small", 100, small), ("large", 50000, large)):
            rows += [fold(name, "reparam", 1, num_rows=num_rows, fit_cpu_seconds=8.0),
                     fold(name, "direct-paper", 1, num_rows=num_rows, fit_cpu_seconds=seconds, statistics_cpu_seconds=1.0)]
        return uci_claims.trains_faster(CrossValidation(rows))

    def test_trains_faster(self):
        self.assert_verdicts(self.speeds(1.0, 0.5), HOLDS, None)
        self.assert_verdicts(self.speeds(0.5, 1.0), IN_PART, None)
        self.assert_verdicts(self.speeds(7.0, 15.0), FAILS, None)

    def test_mixture_gains_on_many(self):
        field = {"direct-paper": [1, 1, 1], "direct-auto": [0.5, 0.5, 0.5]}
        self.assert_verdicts(uci_claims.mixture_gains(folds({**field, "mixture-sgd": [0.9, 1, 1]})), HOLDS, None)
        self.assert_verdicts(uci_claims.mixture_gains(folds({**field, "mixture-sgd": [0.9, 2, 2]})), FAILS, None)
        findings = uci_claims.mixture_gains(folds({**field, "mixture-sgd": [0.9, 1, 1.00001]})).findings
        self.assertIn("In 1 of 3 folds its RMSE is that of the mean field", findings[-1])

    def test_taylor_gains_on_many(self):
        better, worse = folds({"direct-paper": [1], "mixture-taylor": [0.9]}), folds(
            {"direct-paper": [1], "mixture-taylor": [1]})
        self.assert_verdicts(uci_claims.taylor_gains(better), HOLDS, None)
        self.assert_verdicts(uci_claims.taylor_gains(worse), FAILS, None)
        self.assertIn("no gain anywhere", uci_claims.taylor_gains(worse).findings[0])

    def test_taylor_against_sgd(self):
        def claim(sgd, seconds):
            return uci_claims.taylor_against_sgd(CrossValidation(
                [fold("a", "mixture-sgd", sgd, fit_cpu_seconds=10.0), fold("a", "mixture-taylor", 1, fit_cpu_seconds=seconds)]))
        self.assert_verdicts(claim(0.9, 1.0), HOLDS, None)
        self.assert_verdicts(claim(1.1, 1.0), IN_PART, None)
        self.assert_verdicts(claim(1.1, 20.0), FAILS, None)

    def test_without_rows_nothing_is_judged(self):
        empty = CrossValidation([])
        for claim in (uci_claims.beats_reparam, uci_claims.trains_faster, uci_claims.mixture_gains,
                      uci_claims.taylor_gains, uci_claims.taylor_against_sgd):
            self.assertRegex(claim(empty).findings[0], "^not run yet: `make study-table[12]`$")
            self.assertIsNone(claim(empty).paper)


class SparsityClaimTest(unittest.TestCase):
    def test_gas_by_table_and_study(self):
        def verdict_of(share, study_share):
            results = CrossValidation([fold("gas", "direct-paper", 1, sparsity=share)])
            rows = [sparse("gas", "direct-paper", "gaussian", 1, study_share)]
            return sparsity_claims.gas_sparse(results, rows).paper
        self.assertEqual(verdict_of(0.85, 0.86), HOLDS)
        self.assertEqual(verdict_of(0.85, 0.80), IN_PART)
        self.assertEqual(verdict_of(0.84, 0.80), FAILS)

    def test_electric(self):
        rows = [sparse("electric", "direct-paper", "gaussian", 1, 0.997),
                sparse("electric", "direct-auto", "gaussian", 1, 0.3)]
        claim = sparsity_claims.electric_sparse(rows)
        self.assertEqual((claim.paper, claim.ours), (HOLDS, FAILS))

    def precomputation(self, seconds, operations):
        return sparsity_claims.precomputation([sparse(
            "electric", "direct-paper", "gaussian", 1, 0.9, statistics_seconds=seconds,
            statistics_operations=operations, gflops_machine=100.0)])

    def test_precomputation(self):
        slow, fast = self.precomputation(50.0, 8e12), self.precomputation(0.1, 1e9)
        self.assertEqual((slow.paper, fast.paper), (FAILS, HOLDS))
        self.assertIn("the sums alone take 80.0 s; the pass takes 0.625 times that", slow.findings[1])
        self.assertIn("8.33 s and 4.17 s at the least, more than the second claimed", slow.findings[2])
        self.assertIn("so that the claim is possible there", fast.findings[2])

    def test_just_seconds(self):
        def claim(electric_seconds):
            return sparsity_claims.just_seconds(folds({"direct-paper": [1]}), [sparse(
                "electric", "direct-paper", "gaussian", 1, 0.9, fit_seconds=electric_seconds)])
        self.assertEqual((claim(2.0).paper, claim(90.0).paper), (HOLDS, FAILS))
        self.assertIn("90.0 s on electric, of 2 sets", claim(90.0).findings[0])

    def test_better_optimum(self):
        rows = [sparse("gas", "direct-paper", "gaussian", 2, 0.9),
                sparse("gas", "direct-auto", "gaussian", 1, 0.1, elbo=1.0)]
        self.assertIn("10.00 % with ours (RMSE 1.000), whose ELBO is 6.0 nats higher",
                      sparsity_claims.better_optimum(rows))
        rows[1]["elbo"] = -9.0
        self.assertIn("4.0 nats lower", sparsity_claims.better_optimum(rows))

    def test_priors_at_equal_rmse(self):
        rows = [sparse("gas", "direct-auto", "gaussian", 1.0, 0.1), sparse("gas", "direct-auto", "laplace", 1.005, 0.3),
                sparse("gas", "direct-auto", "spike-slab", 1.01, 0.5, 0.9),
                sparse("gas", "direct-auto", "spike-slab", 1.02, 0.9, 0.99)]
        self.assertIn("50.00 % with spike-slab, 0.9 at zero, at 1.0100 times", sparsity_claims.seeking_priors(rows))
        self.assertIn("no prior that seeks zeros keeps the RMSE", sparsity_claims.seeking_priors([rows[0], rows[3]]))

    def test_without_rows_nothing_is_judged(self):
        claims = [sparsity_claims.electric_sparse([]), sparsity_claims.precomputation([]),
                  sparsity_claims.gas_sparse(CrossValidation([]), [])]
        self.assertEqual([claim.findings for claim in claims], [["not run yet: `make study-sparsity`"]] * 3)


class ReinforceTest(unittest.TestCase):
    reinforce = trace("small", "reinforce", [(0, -9), (10, -5), (20, -2)], 1)

    def test_outperforms(self):
        def claim(points):
            return reinforce_claims.outperforms(self.reinforce + trace("small", "direct-lbfgs", points))
        self.assertEqual(claim([(0, -9), (4, -1)]).paper, HOLDS)
        self.assertIn("1 of 1 cases (geometric mean 5.00 times, at least 5.00)", claim([(0, -9), (4, -1)]).findings[0])
        self.assertEqual(claim([(0, -9), (40, -1)]).paper, FAILS)
        self.assertEqual(claim([(0, -9), (4, -3)]).paper, FAILS)

    def test_a_run_that_got_nowhere_loses(self):
        rows = trace("small", "reinforce", [(0, -9), (9, -11)], 1) + trace("small", "direct-lbfgs", [(0, -9), (4, -3)])
        self.assertEqual(reinforce_claims.outperforms(rows).paper, HOLDS)

    def test_our_optimiser_is_judged_apart(self):
        claim = reinforce_claims.outperforms(self.reinforce + trace("small", "direct-lbfgs", [(0, -9), (40, -1)])
                                             + trace("small", "direct-auto", [(0, -9), (4, -1)]))
        self.assertEqual((claim.paper, claim.ours), (FAILS, HOLDS))

    def larger(self, points):
        direct = [(0, -9), (4, -1)]
        rows = self.reinforce + trace("small", "direct-lbfgs", direct)
        for size in ("more-rows", "more-weights"):
            rows += trace(size, "reinforce", points, 1) + trace(size, "direct-lbfgs", direct)
        return reinforce_claims.gap_grows(rows, [])

    def test_gap_grows(self):
        self.assertEqual(self.larger([(0, -9), (100, -3)]).paper, HOLDS)
        self.assertEqual(self.larger([(0, -9), (100, -1.5)]).paper, IN_PART)
        self.assertEqual(self.larger([(0, -9), (5, -1)]).paper, FAILS)
        self.assertEqual(self.larger([(0, -9), (10, -5), (20, -2)]).paper, FAILS)

    def test_never_is_no_growth_and_no_mean(self):
        claim = self.larger([(0, -9), (100, -0.5)])
        self.assertEqual(claim.paper, FAILS)
        self.assertIn("iterations (5.00 → never)", claim.findings[0])
        rows = trace("small", "reinforce", [(0, -9), (9, -1)], 1) + trace("small", "direct-lbfgs", [(0, -9), (4, -3)])
        self.assertIn("| iterations | – |", gap_table(rows, []))
        self.assertIn("| never reached | 1 of 1 |", gap_table(rows, []))

    def test_the_common_target(self):
        rows = self.reinforce + trace("small", "direct-lbfgs", [(0, -9), (4, -1.0), (5, -0.9)])
        text = target_table(rows)
        self.assertIn("| DIRECT, L-BFGS | 5 | 5.00 s |", text)
        self.assertIn("| REINFORCE, 1 sample | never | – |", text)

    def test_what_went_wrong_is_said(self):
        rows = self.reinforce + trace("small", "reinforce", [(0, -9), (9, -11)], 10) + trace(
            "small", "reinforce-baseline", [(0, -9), (9, float("-inf"))], 10) + trace(
            "small", "direct-lbfgs", [(0, -9), (4, -3)])
        text = figure1_tables(rows)
        self.assertIn("| never |", text)
        self.assertIn("| did not rise |", text)
        self.assertIn("| broke down |", text)

    def test_cost_and_gaps_through_rows(self):
        cost = [row("figure1_cost", size="small", num_rows=100, num_features=20, method=method, samples=samples,
                    seconds_per_iteration=seconds)
                for method, samples, seconds in (("direct-gradient", None, 1e-3), ("reinforce-rows", 1, 2.0))]
        self.assertIn("| small | the rows | 100 | 20 | 1.00 ms | 2.00 s (2000 ×) |", cost_table(cost))
        gaps = gap_table(self.reinforce + trace("small", "direct-lbfgs", [(0, -9), (4, -1)]), cost)
        self.assertIn("| seconds through the rows | 10.0 × |", gaps)

    def test_without_rows_nothing_is_judged(self):
        self.assertIn("make study-figure1", reinforce_claims.outperforms([]).findings[0])
        self.assertIn("make study-figure1", reinforce_claims.gap_grows([], []).findings[0])


class VerdictTest(unittest.TestCase):
    def test_verdicts(self):
        self.assertEqual([verdict(parts) for parts in ([], [True], [True, False], [True, False, False])],
                         [None, HOLDS, IN_PART, FAILS])

    def test_numbers(self):
        self.assertEqual([significant(0.012345), significant(123456.0), significant(None)], ["0.0123", "123456", "–"])
        self.assertEqual([duration(2.5e-5), duration(0.25), duration(12.0)], ["25.0 µs", "250 ms", "12.0 s"])
        self.assertEqual([percent(0.5), percent(0.9999, 1), percent(1.0)], ["50.0 %", "99.99 %", "100.0 %"])


class PageTest(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = Path(scratch.name)
        self.page = self.folder / "page.md"

    def run_page(self, *more):
        """What is said on failure, empty on success."""
        try:
            render.main(["--data", str(self.folder), "-o", str(self.page), *more])
        except SystemExit as stop:
            self.assertIsInstance(stop.code, str)
            return stop.code
        return ""

    def template(self, text):
        path = self.folder / "template"
        path.write_text(text)
        return "--template", str(path)

    def test_without_studies_the_page_says_so(self):
        self.assertEqual(self.run_page(), "")
        text = self.page.read_text()
        for study in ("figure1", "table1", "table2", "figure2-3", "sparsity"):
            self.assertIn(f"Not run yet: `make study-{study}`.", text)
        self.assertNotIn("{{", text)

    def test_a_page_of_every_study(self):
        write(self.folder, "table", [fold("gas", "direct-paper", 1.0), fold("gas", "mixture-taylor", 2.0)])
        write(self.folder, "figure1", ReinforceTest.reinforce + trace("small", "direct-lbfgs", [(0, -9), (4, -1)]))
        write(self.folder, "sparsity", [sparse("gas", "direct-paper", "gaussian", 1, 0.9)])
        (self.folder / "figure1.svg").touch()
        self.assertEqual(self.run_page(), "")
        text = self.page.read_text()
        self.assertIn("![Gap to the best ELBO against iterations and seconds](paper/figure1.svg)", text)
        self.assertIn("Not drawn yet: `make study-table1`.", text)
        self.assertIn("one \\| two", text)
        self.assertIn('`study --sets "a,b"`', text)

    def test_check(self):
        self.assertIn("is missing", self.run_page("--check"))
        self.assertEqual(self.run_page() + self.run_page("--check"), "")
        self.page.write_text(self.page.read_text() + "by hand\n")
        self.assertIn("is not what the CSV files give", self.run_page("--check"))
        self.assertTrue(self.page.read_text().endswith("by hand\n"))

    def test_placeholders(self):
        self.assertIn("nobody gives: nonsense", self.run_page(*self.template("{{nonsense}}")))
        self.assertIn("does not ask for", self.run_page(*self.template("{{provenance}}")))
        whole = (render.PAGE_FOLDER / "results.md.template").read_text(encoding="utf-8")
        self.assertIn("not {{name}}", self.run_page(*self.template(whole + "{{ spaced }}")))
        self.assertFalse(self.page.exists())

    def test_nothing_is_left_beside_the_page(self):
        self.run_page()
        self.assertEqual([path.name for path in self.folder.iterdir()], ["page.md"])

    def test_wrong_cells_are_named(self):
        for name, text, message in (("rmse", "n/a", "a number"), ("sparsity", "84", "a share from 0 to 1"),
                                    ("converged", "perhaps", "yes or no")):
            write(self.folder, "table", [{**fold("a", "reparam", 1.0), name: text}])
            self.assertIn(f'table.csv:2: {name}: expected {message}, found "{text}"', self.run_page())

    def test_wrong_files_are_named(self):
        (self.folder / "bounds.csv").write_text("figure,panel\n")
        self.assertIn("no column curve, x, y, seed", self.run_page())
        write(self.folder, "bounds", [])
        with open(self.folder / "bounds.csv", "a") as file:
            file.write("2,a\n")
        self.assertIn("bounds.csv:2: not as many cells", self.run_page())

    def test_a_score_that_is_not_finite_is_the_worst(self):
        write(self.folder, "table", [{**fold("a", "reparam", "nan"), "elbo": "nan"}])
        found = read_study(self.folder / "table.csv", "table")[0]
        self.assertEqual((found["rmse"], found["elbo"]), (float("inf"), float("-inf")))


class ElboTest(unittest.TestCase):
    def text(self, *elbos):
        rows = [fold("a", method, 1.0, elbo=elbo) for method, elbo in zip(("direct-auto", "direct-paper"), elbos)]
        return elbo_text(CrossValidation(rows))

    def test_above(self):
        self.assertIn("in 1 of 1 folds, by more than a nat in 1 (there 5 in the median).", self.text(-10.0, -15.0))

    def test_below_is_said(self):
        self.assertIn("in 0 of 1 folds, by more than a nat in 0; below it: a (fold 0, 5.000 nats).",
                      self.text(-15.0, -10.0))


if __name__ == "__main__":
    unittest.main()
