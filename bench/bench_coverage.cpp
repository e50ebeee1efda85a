// SPDX-License-Identifier: MIT
// Do intervals hold what they promise, before and after `calibrate`? Fold 0 of every set in the folder DIRECT_UCI; a
// third of the training rows is held out for the calibration. Prints Markdown.
//
//   bench_coverage [--features 2000] [SET...]
#include <direct/direct.h>

#include <fmt/format.h>
#include <algorithm>
#include <functional>
#include <iostream>

#include "uci.h"

namespace {

using namespace direct;

struct Row {
  std::string name;
  std::size_t num_train = 0, num_calibration = 0;
  Evaluation before, after;
};

// A third of all rows, by a hash of their number: neighbours in a file may be alike.
bool is_held_out(std::size_t row) { return row * 2654435761U % 4294967296U < 4294967296U / 3; }

Row evaluated(const std::string& name, const FitOptions& options) {
  const bench::UciSet set = bench::uci_set(name, 0);
  const Dataset held_out = only_rows(set.train, is_held_out);
  const Dataset rest = only_rows(set.train, [](std::size_t row) { return !is_held_out(row); });
  TrainedModel model = fit(rest, options).model;
  Row result{.name = name, .num_train = static_cast<std::size_t>(model.summary.num_rows)};
  result.before = evaluate(model, set.test);
  model.calibration = calibrate(model, held_out);
  result.num_calibration = model.calibration->num_rows;
  result.after = evaluate(model, set.test);
  return result;
}

void print(const Row& r) {
  std::cout << fmt::format("| {} | {} | {} | {} |", r.name, r.num_train, r.num_calibration, r.before.num_rows);
  for (const Evaluation* e : {&r.before, &r.after})
    for (const char* level : {"0.5", "0.9", "0.95"})
      std::cout << fmt::format(" {:.3f} |", e->intervals.at(level).coverage);
  std::cout << fmt::format(" {:.4g} | {:.4g} | {:.3f} | {:.3f} |\n", r.before.intervals.at("0.9").width,
                           r.after.intervals.at("0.9").width, r.before.nll, r.before.yardstick->nll)
            << std::flush;
}

// Over all test rows of all sets, and the mean over the sets.
void print_pooled(const std::vector<Row>& rows, const char* when, Evaluation Row::*which) {
  std::cout << fmt::format("- {} calibration:", when);
  for (const char* level : {"0.5", "0.9", "0.95"}) {
    double inside = 0.0, count = 0.0, mean = 0.0;
    for (const Row& row : rows) {
      const Evaluation& e = row.*which;
      const double coverage = e.intervals.at(level).coverage;
      inside += coverage * static_cast<double>(e.num_rows);
      count += static_cast<double>(e.num_rows);
      mean += coverage / static_cast<double>(rows.size());
    }
    std::cout << fmt::format(" {} covers {:.4f} pooled over all test rows, {:.4f} mean of the sets;", level,
                             inside / count, mean);
  }
  std::cout << "\n";
}

}  // namespace

int main(int argc, char** argv) {
  auto [options, sets, flags, before] = bench::uci_arguments(argc, argv);
  options.posterior = FitOptions().posterior;
  options.support = FitOptions().support;
  if (sets.empty()) return 0;
  std::cout
      << "| set | rows to fit | to calibrate | to test | 0.5 before | 0.9 | 0.95 | 0.5 after | 0.9 | 0.95 | width of "
         "0.9 before | after | NLL | NLL, full precision |\n"
         "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n";
  std::vector<Row> rows;
  for (const std::string& name : sets) {
    rows.push_back(evaluated(name, options));
    print(rows.back());
  }
  std::cout << "\n";
  print_pooled(rows, "before", &Row::before);
  print_pooled(rows, "after", &Row::after);
  std::cout << "- bar: 0.9 after calibration, pooled, within 0.88 and 0.92\n";
}
