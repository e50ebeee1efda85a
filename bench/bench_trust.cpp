// SPDX-License-Identifier: MIT
// Can the default be trusted? Test NLL and 90 % intervals of a plain fit beside those of full precision on the same
// features, on the sets in the folder DIRECT_UCI: folds 0 to 2, and all ten below 1000 rows, pooled. Prints Markdown.
//
//   bench_trust [--features 2000] [--before FILE] [SET...]   FILE: NLLs of an earlier commit, a CSV with set and nll
#include <direct/direct.h>

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <fstream>
#include <iostream>
#include <map>
#include <optional>
#include <sstream>

#include "predict/yardstick.h"
#include "summary.h"
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
  const std::vector<Prediction> full = companion(rows.inputs);
  std::vector<double> nll(rows.targets.size());
  std::vector<char> inside(rows.targets.size());
  Predictor(model).for_each(rows.inputs, [&](std::size_t row, const Distribution& distribution) {
    nll[row] = -distribution.log_density(rows.targets[row]);
    inside[row] = std::abs(distribution.cdf(rows.targets[row]) - 0.5) <= 0.45 ? 1 : 0;
  });
  for (std::size_t i = 0; i < nll.size(); ++i) {
    const double error = rows.targets[i] - full[i].mean, full_nll = gaussian_nll(error, full[i].std_total);
    totals.nll += nll[i];
    totals.full_nll += full_nll;
    totals.squares += (nll[i] - full_nll) * (nll[i] - full_nll);
    totals.inside += inside[i];
    totals.full_inside += std::abs(error) <= normal_quantile * full[i].std_total ? 1.0 : 0.0;
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

// The NLL of each set in a CSV with the columns set, rows, nll.
std::map<std::string, double> earlier_nll(const std::string& path) {
  std::map<std::string, double> result;
  std::ifstream file(path);
  std::string line, name, rows, nll;
  while (std::getline(file, line)) {
    std::istringstream cells(line);
    if (std::getline(cells, name, ',') && std::getline(cells, rows, ',') && std::getline(cells, nll, ',') &&
        name != "set")
      result[name] = std::stod(nll);
  }
  return result;
}

// What misses a bar, or nothing.
std::string misses(const Totals& t, std::optional<double> before) {
  std::vector<std::string> found;
  if (t.above() > 0.05 + 2.0 * t.standard_error()) found.push_back("NLL");
  if (before && t.nll / t.rows > *before + 0.02) found.push_back("NLL before");
  if (t.rows >= 100.0 && t.inside < 0.85 * t.rows) found.push_back("0.85");
  if (t.rows >= 100.0 && std::abs(t.inside - t.full_inside) > 0.02 * t.rows) found.push_back("0.02");
  return fmt::format("{}", fmt::join(found, ", "));
}

void print(const Totals& t, std::optional<double> before) {
  std::cout << fmt::format(
                   "| {} | {:.0f} | {} | {:.2g} | {:.4f} | {:.4f} | {:+.4f} | {:.4f} | {} | {:.3f} | {:.3f} | {} |\n",
                   t.name, t.rows, t.bits, t.cost, t.nll / t.rows, t.full_nll / t.rows, t.above(), t.standard_error(),
                   before ? fmt::format("{:.4f}", *before) : "", t.inside / t.rows, t.full_inside / t.rows,
                   misses(t, before))
            << std::flush;
}

std::string spread(const std::vector<double>& values) {
  return fmt::format("median {:+.4f}, largest {:+.4f}", bench::median(values), *std::ranges::max_element(values));
}

}  // namespace

int main(int argc, char** argv) {
  bench::UciArguments arguments = bench::uci_arguments(argc, argv);
  arguments.options.posterior = FitOptions().posterior;
  arguments.options.support = FitOptions().support;
  if (arguments.sets.empty()) return 0;
  const std::map<std::string, double> earlier = earlier_nll(arguments.before);
  std::cout
      << "| set | test rows | bits | expected cost | NLL | full precision | above | its standard error | before | "
         "in 0.9 | full precision | misses |\n|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|---|\n";
  std::vector<double> above, above_before;
  for (const std::string& name : arguments.sets) {
    const Totals totals = totals_of(name, arguments.options);
    const auto before = earlier.find(name);
    print(totals, before == earlier.end() ? std::nullopt : std::optional(before->second));
    above.push_back(totals.above());
    if (before != earlier.end()) above_before.push_back(before->second - totals.full_nll / totals.rows);
  }
  std::cout << "\n- NLL above full precision: " << spread(above) << "\n";
  if (!above_before.empty()) std::cout << "- before: " << spread(above_before) << "\n";
  std::cout
      << "- bars: above at most 0.05 and two standard errors (NLL), not more than 0.02 above the figure of before "
         "(NLL before); with 100 and more test rows at least 0.85 in 0.9 (0.85), within 0.02 of full precision "
         "(0.02)\n";
}
