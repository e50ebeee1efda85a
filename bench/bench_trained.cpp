// SPDX-License-Identifier: MIT
// What trained features are worth: RMSE of 64, 128 and 256 of them beside 2000 random ones (the first edition's
// protocol, --hyperparameters evidence) and beside the default, on the sets of 3000 and more rows in the folder
// DIRECT_UCI; beside a greedy choice of as many on the smaller ones. Test rows of folds 0 to 2, pooled. Then what
// training and statistics take. Prints Markdown.
//
//   bench_trained [--only-large] [--only-small] [--only-speed] [SET...]
#include <direct/direct.h>

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <cmath>
#include <iostream>
#include <string>
#include <vector>

#include "summary.h"
#include "temporary_folder.h"
#include "uci.h"

namespace {

using namespace direct;

constexpr std::size_t num_folds = 3, many_rows = 3000;
constexpr std::array<std::size_t, 3> counts{64, 128, 256};
constexpr std::array<double, 3> bars{1.1, 1.0, 0.95};
constexpr double small_bar = 1.03, nll_bar = 0.05;

FitOptions random_options() {
  return {.num_features = 2000, .feature_bits = 8, .hyperparameters = Hyperparameters::evidence};
}
FitOptions trained_options(std::size_t count) { return {.features = FeatureKind::trained, .num_features = count}; }
FitOptions greedy_options(std::size_t count) { return {.num_features = 2000, .max_active_features = count}; }

// Sums over the test rows of all folds of a set.
struct Scores {
  double rows = 0.0, squares = 0.0, nll = 0.0, full_nll = 0.0, inside = 0.0, seconds = 0.0;

  void add(const bench::UciSet& set, const FitOptions& options) {
    const Training training = fit(set.train, options);
    const Evaluation evaluation = evaluate(training.model, set.test);
    const auto n = static_cast<double>(evaluation.num_rows);
    rows += n;
    squares += n * evaluation.rmse * evaluation.rmse;
    nll += n * evaluation.nll;
    full_nll += n * evaluation.yardstick->nll;
    inside += n * evaluation.intervals.at("0.9").coverage;
    seconds += training.report.seconds.total / static_cast<double>(num_folds);
  }
  double rmse() const { return std::sqrt(squares / rows); }
  double nll_gap() const { return (nll - full_nll) / rows; }
};

std::size_t num_rows(const std::string& name) {
  return survey(bench::uci_set(name, 0).train).num_rows + survey(bench::uci_set(name, 0).test).num_rows;
}

void print_large(const std::vector<std::string>& names) {
  std::cout
      << "| set | RMSE of 2000 random | default / random | 64 trained / random | 128 | 256 | NLL - full precision's, "
         "64 | 128 | 256 | 90 % intervals hold, 64 | 128 | 256 | seconds, default | 64 | 128 | 256 |\n"
         "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n";
  std::array<std::vector<double>, 3> to_random, to_default;
  double worst_gap = -1e300;
  for (const std::string& name : names) {
    Scores random, automatic;
    std::array<Scores, 3> trained;
    for (std::size_t fold = 0; fold < num_folds; ++fold) {
      const bench::UciSet set = bench::uci_set(name, fold);
      random.add(set, random_options());
      automatic.add(set, {});
      for (std::size_t k = 0; k < counts.size(); ++k) trained[k].add(set, trained_options(counts[k]));
    }
    std::cout << fmt::format("| {} | {:.4g} | {:.3f} |", name, random.rmse(), automatic.rmse() / random.rmse());
    for (std::size_t k = 0; k < counts.size(); ++k) {
      to_random[k].push_back(trained[k].rmse() / random.rmse());
      to_default[k].push_back(trained[k].rmse() / automatic.rmse());
      worst_gap = std::max(worst_gap, trained[k].nll_gap());
      std::cout << fmt::format(" {:.3f} |", to_random[k].back());
    }
    for (const Scores& s : trained) std::cout << fmt::format(" {:+.4f} |", s.nll_gap());
    for (const Scores& s : trained) std::cout << fmt::format(" {:.3f} |", s.inside / s.rows);
    std::cout << fmt::format(" {:.1f} |", automatic.seconds);
    for (const Scores& s : trained) std::cout << fmt::format(" {:.1f} |", s.seconds);
    std::cout << std::endl;
  }
  if (names.empty()) return;
  std::cout << '\n';
  for (std::size_t k = 0; k < counts.size(); ++k) {
    const double mean = bench::geometric_mean(to_random[k]);
    std::cout << fmt::format("- {} trained / 2000 random, geometric mean: {:.3f} (bar {}): {}; / default: {:.3f}\n",
                             counts[k], mean, bars[k], bench::verdict(mean <= bars[k]),
                             bench::geometric_mean(to_default[k]));
  }
  std::cout << fmt::format("- largest NLL above full precision's on the same features: {:+.4f} (bar {}): {}\n",
                           worst_gap, nll_bar, bench::verdict(worst_gap <= nll_bar));
}

void print_small(const std::vector<std::string>& names) {
  std::cout
      << "\n| set | test rows | RMSE of 64 chosen of 2000 | 64 trained | ratio | NLL, chosen | trained | misses |\n"
         "|---|--:|--:|--:|--:|--:|--:|---|\n";
  double worst = 0.0;
  for (const std::string& name : names) {
    Scores greedy, trained;
    for (std::size_t fold = 0; fold < num_folds; ++fold) {
      const bench::UciSet set = bench::uci_set(name, fold);
      greedy.add(set, greedy_options(64));
      trained.add(set, trained_options(64));
    }
    const double ratio = trained.rmse() / greedy.rmse();
    worst = std::max(worst, ratio);
    std::cout << fmt::format("| {} | {:.0f} | {:.4g} | {:.4g} | {:.3f} | {:.4f} | {:.4f} | {} |\n", name, trained.rows,
                             greedy.rmse(), trained.rmse(), ratio, greedy.nll / greedy.rows, trained.nll / trained.rows,
                             ratio > small_bar ? "worse" : "")
              << std::flush;
  }
  if (names.empty()) return;
  std::cout << fmt::format("\n- largest ratio: {:.3f} (bar {}): {}\n", worst, small_bar,
                           bench::verdict(worst <= small_bar));
}

struct Generated {
  bench::TemporaryFolder folder;
  Dataset rows;

  Generated(const std::string& kind, std::size_t count, const std::string& target) {
    const std::string path = folder.file(kind + ".csv");
    generate(kind, count, 1, path);
    rows = open_dataset({path}, {.target = target});
  }
};

void print_training_time(const std::string& what, const Dataset& rows, std::size_t count, double bar) {
  const double seconds = fit(rows, trained_options(count)).report.seconds.total;
  std::cout << fmt::format("- {} trained features on {}: {:.1f} s from CSV to model (bar {} s of training): {}\n",
                           count, what, seconds, bar, bench::verdict(seconds <= bar));
}

double rows_per_second(const Dataset& rows, const FitOptions& options) {
  const Preparation preparation = prepare(rows, options).preparation;
  const Seconds seconds = gather(rows, options, &preparation).seconds;
  return 1.0 / (seconds.features + seconds.statistics);
}

void print_speed() {
  std::cout << '\n';
  print_training_time("4,000 rows of 6 inputs", Generated("calibration", 4000, "gas_ppm").rows, 16, 2.0);
  if (!bench::uci_names().empty())
    print_training_time("36,000 rows of 8 inputs (kin40k)", bench::uci_set("kin40k", 0).train, 128, 20.0);
  const Generated electric("electric", 2000000, "power_kw");
  const double ratio = rows_per_second(electric.rows, trained_options(128 - 12)) /
                       rows_per_second(electric.rows, {.num_features = 2000});
  std::cout << fmt::format(
      "- statistics of 2,000,000 rows, 128 trained features beside 2000 random ones: {:.1f} times the rows per second "
      "(bar 10): {}\n",
      ratio, bench::verdict(ratio >= 10.0));
}

}  // namespace

int main(int argc, char** argv) {
  const bench::UciArguments arguments = bench::uci_arguments(argc, argv);
  std::vector<std::string> large, small;
  for (const std::string& name : arguments.sets) (num_rows(name) >= many_rows ? large : small).push_back(name);
  const auto is_asked = [&](const std::string& part) { return arguments.flags.empty() || arguments.has(part); };
  if (is_asked("--only-large")) print_large(large);
  if (is_asked("--only-small")) print_small(small);
  if (is_asked("--only-speed")) print_speed();
}
