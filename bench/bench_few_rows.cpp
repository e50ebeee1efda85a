// SPDX-License-Identifier: MIT
// What can be learned from few rows? Random subsets of 5 to 100 rows of sets in the folder DIRECT_UCI, 20 of each size,
// tested on up to 500 other rows: mean NLL beside that of N(mean, variance) of the subset, and 90 % intervals. Then the
// time and the bytes that 21 rows take. Prints Markdown; exit code 1 where a bar is missed.
//
//   bench_few_rows [--features N] [SET...]
#include <direct/direct.h>

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iostream>
#include <map>
#include <memory>
#include <numeric>
#include <random>

#include "summary.h"
#include "temporary_folder.h"
#include "uci.h"

namespace {

using namespace direct;

constexpr std::size_t num_subsets = 20, max_test_rows = 500;
constexpr double largest_loss = 0.1, least_coverage = 0.8, most_seconds = 0.3, most_bytes = 1e6;

struct Table {
  std::string name;
  Dataset data;
  std::size_t num_rows = 0;
};

Table table_of(const std::string& name) {
  Dataset data = open_dataset({bench::uci_folder() / name / "data.csv.gz"}, {.header = Header::no});
  const std::size_t num_rows = survey(data, {.max_pilot_rows = 0}).num_rows;
  return {name, std::move(data), num_rows};
}

// Rows first, first + 1, ... of a random order.
Dataset some_rows(const Table& table, const std::vector<std::size_t>& order, std::size_t first, std::size_t count) {
  const auto chosen = std::make_shared<std::vector<bool>>(table.num_rows, false);
  for (std::size_t i = first; i < std::min(first + count, order.size()); ++i) (*chosen)[order[i]] = true;
  return only_rows(table.data, [=](std::size_t row) { return (*chosen)[row]; });
}

std::vector<double> targets_of(const Dataset& data, const Schema& schema) {
  RowReader reader(data, schema, RowReader::Targets::required);
  std::vector<double> targets;
  for (Rows rows; reader.next(rows);) targets.insert(targets.end(), rows.targets.begin(), rows.targets.end());
  return targets;
}

// Means over the test rows of one subset.
struct Score {
  double nll = 0.0, plain_nll = 0.0, inside = 0.0;
};

double plain_nll(double target, const std::vector<double>& training) {
  const double count = static_cast<double>(training.size()), mean = bench::mean(training);
  double square = 0.0;
  for (const double value : training) square += (value - mean) * (value - mean) / (count - 1.0);
  return 0.5 * ((target - mean) * (target - mean) / square + std::log(2.0 * M_PI * square));
}

Score score_of(const TrainedModel& model, const Dataset& test, const std::vector<double>& training) {
  RowReader reader(test, model.preparation.schema, RowReader::Targets::required);
  Score score;
  double count = 0.0;
  for (Rows rows; reader.next(rows); count += static_cast<double>(rows.targets.size()))
    Predictor(model).for_each(rows.inputs, [&](std::size_t row, const Distribution& law) {
      const double target = rows.targets[row];
      score.nll -= law.log_density(target);
      score.plain_nll += plain_nll(target, training);
      score.inside += std::abs(law.cdf(target) - 0.5) <= 0.45 ? 1.0 : 0.0;
    });
  return {score.nll / count, score.plain_nll / count, score.inside / count};
}

// Over the subsets of a size. Where all targets of a subset are alike N(mean, variance) has no density: it is left out.
struct Totals {
  std::vector<double> nll, plain_nll, inside;
};

Totals totals_of(const Table& table, std::size_t size, FitOptions options) {
  options.slim = true;
  Totals totals;
  for (std::size_t seed = 0; seed < num_subsets; ++seed) {
    std::vector<std::size_t> order(table.num_rows);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::shuffle(order.begin(), order.end(), std::mt19937_64(1000 * size + seed));
    const Dataset train = some_rows(table, order, 0, size), test = some_rows(table, order, size, max_test_rows);
    const TrainedModel model = fit(train, options).model;
    const Score score = score_of(model, test, targets_of(train, model.preparation.schema));
    if (!std::isfinite(score.plain_nll)) continue;
    totals.nll.push_back(score.nll);
    totals.plain_nll.push_back(score.plain_nll);
    totals.inside.push_back(score.inside);
  }
  return totals;
}

struct Worst {
  double loss = -HUGE_VAL;
  std::map<std::size_t, std::vector<double>> inside;  // of each size, over the sets
};

void add_table(const Table& table, const FitOptions& options, Worst& worst) {
  for (const std::size_t size : {5, 10, 20, 50, 100}) {
    if (size >= table.num_rows) continue;
    const Totals totals = totals_of(table, size, options);
    if (totals.nll.empty()) continue;
    const double ours = bench::mean(totals.nll), plain = bench::mean(totals.plain_nll);
    worst.loss = std::max(worst.loss, ours - plain);
    worst.inside[size].push_back(bench::mean(totals.inside));
    std::cout << fmt::format("| {} | {} | {:.4f} | {:.4f} | {:+.4f} | {:.3f} |\n", table.name, size, ours, plain,
                             ours - plain, bench::mean(totals.inside))
              << std::flush;
  }
}

bool print_verdicts(const Worst& worst) {
  bool holds = worst.loss <= largest_loss;
  std::cout << fmt::format("\n- NLL above that of N(mean, variance), largest: {:+.4f} (bar {}): {}\n", worst.loss,
                           largest_loss, bench::verdict(holds));
  for (const auto& [size, inside] : worst.inside) {
    const bool enough = bench::mean(inside) >= least_coverage;
    std::cout << fmt::format("- {} rows: 90 % intervals hold {:.3f} (bar {}): {}\n", size, bench::mean(inside),
                             least_coverage, bench::verdict(enough));
    holds &= enough;
  }
  return holds;
}

// Of the 23 rows of challenger.
bool print_cost() {
  const Table table = table_of("challenger");
  const Dataset data = only_rows(table.data, [](std::size_t row) { return row < 21; });
  const bench::TemporaryFolder folder;
  const std::string path = folder.file("model.direct");
  const double seconds = bench::median_seconds(5, [&] { save_model(fit(data, {}).model, path); });
  const auto bytes = static_cast<double>(std::filesystem::file_size(path));
  const bool holds = seconds <= most_seconds && bytes < most_bytes;
  std::cout << fmt::format("- 21 rows: {:.3f} s (bar {}), {:.0f} bytes (bar {:.0f}): {}\n", seconds, most_seconds,
                           bytes, most_bytes, bench::verdict(holds));
  return holds;
}

}  // namespace

int main(int argc, char** argv) {
  bench::UciArguments arguments = bench::uci_arguments(argc, argv);
  if (arguments.sets.empty()) return 0;
  arguments.options.posterior = FitOptions().posterior;
  arguments.options.support = FitOptions().support;
  if (arguments.sets == bench::uci_names())
    arguments.sets = {"autompg", "concrete", "housing", "servo", "wine", "yacht"};
  std::cout << "| set | rows | NLL | N(mean, variance) | above | in 0.9 |\n|---|--:|--:|--:|--:|--:|\n";
  Worst worst;
  for (const std::string& name : arguments.sets) add_table(table_of(name), arguments.options, worst);
  const bool learns = print_verdicts(worst), is_cheap = print_cost();
  return learns && is_cheap ? 0 : 1;
}
