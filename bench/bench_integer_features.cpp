// SPDX-License-Identifier: MIT
// Are integer features as good as floating-point ones? Fold 0 of every set in the folder DIRECT_UCI, same pilot, same
// frequencies before rounding; prints Markdown. Full precision is the Gaussian companion on the same features.
//
//   bench_integer_features [--features 2000] [SET...]
#include <direct/direct.h>

#include <fmt/format.h>
#include <algorithm>
#include <iostream>

#include "summary.h"
#include "uci.h"

namespace {

using namespace direct;

struct Row {
  std::string name;
  Evaluation floating, integer;
};

Evaluation evaluation(const bench::UciSet& set, FitOptions options, int bits) {
  options.feature_bits = bits;
  return evaluate(fit(set.train, options).model, set.test);
}

std::vector<double> values(const std::vector<Row>& rows, double (*value)(const Row&)) {
  std::vector<double> result;
  for (const Row& row : rows) result.push_back(value(row));
  return result;
}

double full_ratio(const Row& r) { return r.integer.yardstick->rmse / r.floating.yardstick->rmse; }
double full_gain(const Row& r) { return r.integer.yardstick->nll - r.floating.yardstick->nll; }
double ratio(const Row& r) { return r.integer.rmse / r.floating.rmse; }
double gain(const Row& r) { return r.integer.nll - r.floating.nll; }

void print(const Row& r) {
  std::cout << fmt::format(
                   "| {} | {:.4g} | {:.4g} | {:.3f} | {:.3f} | {:.3f} | {:.4g} | {:.4g} | {:.3f} | {:.3f} | {:.3f} |\n",
                   r.name, r.floating.yardstick->rmse, r.integer.yardstick->rmse, full_ratio(r),
                   r.floating.yardstick->nll, r.integer.yardstick->nll, r.floating.rmse, r.integer.rmse, ratio(r),
                   r.floating.nll, r.integer.nll)
            << std::flush;
}

void print_summary(const std::vector<Row>& rows) {
  std::cout << fmt::format(
      "\n- full precision: RMSE integer / float, geometric mean {:.4f}; NLL difference, median {:+.4f}\n",
      bench::geometric_mean(values(rows, full_ratio)), bench::median(values(rows, full_gain)));
  std::cout << fmt::format("- 4 bits: RMSE integer / float, geometric mean {:.4f}; NLL difference, median {:+.4f}\n",
                           bench::geometric_mean(values(rows, ratio)), bench::median(values(rows, gain)));
  const auto worst = std::max_element(rows.begin(), rows.end(),
                                      [](const Row& a, const Row& b) { return full_ratio(a) < full_ratio(b); });
  std::cout << fmt::format("- worst set at full precision: {}, {:.3f}\n", worst->name, full_ratio(*worst));
}

}  // namespace

int main(int argc, char** argv) {
  const auto [options, sets, flags, before] = bench::uci_arguments(argc, argv);
  if (sets.empty()) return 0;
  std::cout
      << "| set | full precision RMSE, float | integer | ratio | NLL, float | integer | 4 bits RMSE, float | integer "
         "| ratio | NLL, float | integer |\n|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n";
  std::vector<Row> rows;
  for (const std::string& name : sets) {
    const bench::UciSet set = bench::uci_set(name, 0);
    rows.push_back({name, evaluation(set, options, 0), evaluation(set, options, 12)});
    print(rows.back());
  }
  print_summary(rows);
}
