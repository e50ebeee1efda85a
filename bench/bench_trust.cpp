// SPDX-License-Identifier: MIT
// Can the default be trusted? Test NLL and 90 % intervals of a plain fit beside those of full precision on the same
// features, on the sets in the folder DIRECT_UCI: folds 0 to 2, and all ten below 1000 rows, pooled. Prints Markdown.
//
//   bench_trust [--features 2000] [SET...]
#include <direct/direct.h>

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <iostream>

#include "predict/yardstick.h"
#include "uci.h"

namespace {

using namespace direct;

constexpr double normal_quantile = 1.6448536269514722;  // at 0.95

// Sums over the test rows of all folds of a set.
struct Totals {
  std::string name;
  double rows = 0.0, nll = 0.0, full_nll = 0.0, squares = 0.0;  // squares of the differences of both, row by row
  double inside = 0.0, full_inside = 0.0;
  double cost = 0.0;  // the largest that a fit expected
  int bits = 0;       // the most that a fit took
  double seconds = 0.0;

  double above() const { return (nll - full_nll) / rows; }
  double standard_error() const { return std::sqrt(std::max(0.0, squares / rows - above() * above()) / rows); }
};

double gaussian_nll(double error, double deviation) {
  return 0.5 * error * error / (deviation * deviation) + std::log(deviation) + 0.5 * std::log(2.0 * M_PI);
}

void add_rows(const TrainedModel& model, const Rows& rows, const CompanionPredictor& companion, Totals& totals) {
  const Predictions full = companion(rows.inputs);
  std::vector<double> nll(rows.targets.size());
  std::vector<char> inside(rows.targets.size());
  Predictor(model).for_each(rows.inputs, [&](std::size_t row, const PredictiveDistribution& distribution) {
    nll[row] = -distribution.log_density(rows.targets[row]);
    inside[row] = std::abs(distribution.cdf(rows.targets[row]) - 0.5) <= 0.45 ? 1 : 0;
  });
  for (std::size_t i = 0; i < nll.size(); ++i) {
    const double error = rows.targets[i] - full.mean[i], full_nll = gaussian_nll(error, full.std_total[i]);
    totals.nll += nll[i];
    totals.full_nll += full_nll;
    totals.squares += (nll[i] - full_nll) * (nll[i] - full_nll);
    totals.inside += inside[i];
    totals.full_inside += std::abs(error) <= normal_quantile * full.std_total[i] ? 1.0 : 0.0;
  }
  totals.rows += static_cast<double>(nll.size());
}

void add_fold(const bench::UciSet& set, const FitOptions& options, Totals& totals) {
  const Stopwatch stopwatch;
  const TrainedModel model = fit(set.train, options).model;
  totals.seconds += stopwatch.seconds();
  if (const auto levels = levels_report(model)) {
    totals.bits = std::max(totals.bits, levels->bits);
    totals.cost = std::max(totals.cost, levels->cost);
  }
  const CompanionPredictor companion(model);
  RowReader reader(set.test, model.preparation.schema, RowReader::Targets::required);
  for (Rows rows; reader.next(rows);) add_rows(model, rows, companion, totals);
}

Totals totals_of(const std::string& name, const FitOptions& options) {
  Totals totals{.name = name};
  const std::size_t rows = read_fold_masks(bench::uci_folder() / name / "test_mask.csv.gz").front().size();
  for (std::size_t fold = 0; fold < (rows < 1000 ? 10 : 3); ++fold)
    add_fold(bench::uci_set(name, fold), options, totals);
  return totals;
}

void print(const Totals& t) {
  const double above = t.above(), error = t.standard_error(), inside = t.inside / t.rows;
  const bool trusted = above <= 0.05 + 2.0 * error;
  const bool holds = t.rows < 100 || (inside >= 0.85 && std::abs(t.inside - t.full_inside) <= 0.02 * t.rows);
  std::cout << fmt::format(
                   "| {} | {:.0f} | {} | {:.2g} | {:.4f} | {:.4f} | {:+.4f} | {:.4f} | {:.3f} | {:.3f} | {} |\n",
                   t.name, t.rows, t.bits, t.cost, t.nll / t.rows, t.full_nll / t.rows, above, error, inside,
                   t.full_inside / t.rows, trusted && holds ? "yes" : "NO")
            << std::flush;
}

}  // namespace

int main(int argc, char** argv) {
  auto [options, sets, flags] = bench::uci_arguments(argc, argv);
  options.posterior = FitOptions().posterior;
  options.support = FitOptions().support;
  if (sets.empty()) return 0;
  std::cout
      << "| set | test rows | bits | expected cost | NLL | full precision | above | its standard error | in 0.9 | "
         "full precision | within the bars |\n|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|---|\n";
  std::vector<double> above;
  for (const std::string& name : sets) {
    const Totals totals = totals_of(name, options);
    print(totals);
    above.push_back(totals.above());
  }
  std::ranges::sort(above);
  std::cout << fmt::format("\n- NLL above full precision: median {:+.4f}, largest {:+.4f}\n", above[above.size() / 2],
                           above.back())
            << "- bars: above at most 0.05 and two standard errors; with 100 and more test rows at least 0.85 in 0.9, "
               "within 0.02 of full precision\n";
}
