// SPDX-License-Identifier: MIT
// What is learned before the posterior: the default, which learns a metric from up to 16,000 rows, beside the first
// edition's protocol (--hyperparameters evidence, 2000 features), on the sets in the folder DIRECT_UCI. RMSE of the
// test rows of folds 0 to 2, pooled; with --seeds also over five seeds, on fold 0. Prints Markdown.
//
//   bench_hyperparameters [--seeds] [SET...]
#include <direct/direct.h>

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <iostream>
#include <vector>

#include "summary.h"
#include "uci.h"

namespace {

using namespace direct;

constexpr std::size_t num_folds = 3;
constexpr std::size_t num_seeds = 5;

FitOptions first_edition() {
  return {.num_features = 2000, .feature_bits = 8, .hyperparameters = Hyperparameters::evidence};
}

// Sums over the test rows of all folds of a set.
struct Scores {
  double rows = 0.0, squares = 0.0, nll = 0.0;
  double seconds = 0.0, hyperparameter_seconds = 0.0;

  double rmse() const { return std::sqrt(squares / rows); }
};

void add_fit(const bench::UciSet& set, const FitOptions& options, Scores& scores) {
  const Training training = fit(set.train, options);
  const Evaluation evaluation = evaluate(training.model, set.test);
  const auto n = static_cast<double>(evaluation.num_rows);
  scores.rows += n;
  scores.squares += n * evaluation.rmse * evaluation.rmse;
  scores.nll += n * evaluation.nll;
  scores.seconds += training.report.seconds.total;
  scores.hyperparameter_seconds += training.report.seconds.hyperparameters;
}

struct SetScores {
  std::string name;
  double training_rows = 0.0, spread = 0.0;
  Scores before, now;

  double ratio() const { return now.rmse() / before.rmse(); }
};

double deviation_of_targets(const Dataset& dataset) { return survey(dataset).scaling.target_scale; }

SetScores scores_of(const std::string& name) {
  SetScores result{.name = name};
  for (std::size_t fold = 0; fold < num_folds; ++fold) {
    const bench::UciSet set = bench::uci_set(name, fold);
    if (fold == 0) {
      result.spread = deviation_of_targets(set.train);
      result.training_rows = static_cast<double>(survey(set.train).num_rows);
    }
    add_fit(set, first_edition(), result.before);
    add_fit(set, {}, result.now);
  }
  return result;
}

void print(const SetScores& s) {
  const bool is_worse = s.now.rows >= 100.0 && s.ratio() > 1.03;
  std::cout << fmt::format(
                   "| {} | {:.0f} | {:.0f} | {:.4g} | {:.4g} | {:.3f} | {:.4f} | {:.4f} | {:.2f} | {:.2f} | {:.2f} | "
                   "{:.2f} | {} |\n",
                   s.name, s.training_rows, s.now.rows, s.before.rmse(), s.now.rmse(), s.ratio(),
                   s.before.nll / s.before.rows, s.now.nll / s.now.rows, s.before.seconds / num_folds,
                   s.now.seconds / num_folds, s.before.hyperparameter_seconds / num_folds,
                   s.now.hyperparameter_seconds / num_folds, is_worse ? "worse" : "")
            << std::flush;
}

void print_table(const std::vector<std::string>& names) {
  std::cout << "| set | training rows | test rows | RMSE before | now | ratio | NLL before | now | seconds before | "
               "now | of hyperparameters before | now | misses |\n"
               "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|---|\n";
  std::vector<double> ratios, slower;
  double worst = 0.0;
  for (const std::string& name : names) {
    const SetScores scores = scores_of(name);
    print(scores);
    ratios.push_back(scores.ratio());
    if (scores.now.rows >= 100.0) worst = std::max(worst, scores.ratio());
    if (scores.training_rows + scores.now.rows / num_folds > 10000.0)
      slower.push_back(scores.now.seconds / scores.before.seconds);
  }
  const double mean = bench::geometric_mean(ratios);
  std::cout << fmt::format("\n- RMSE / before, geometric mean: {:.3f} (bar 0.95): {}\n", mean,
                           bench::verdict(mean <= 0.95));
  std::cout << fmt::format("- largest with 100 and more test rows: {:.3f} (bar 1.03): {}\n", worst,
                           bench::verdict(worst <= 1.03));
  if (slower.empty()) return;
  const double slowest = *std::ranges::max_element(slower);
  std::cout << fmt::format("- seconds / before on sets above 10,000 rows: largest {:.2f} (bar 1): {}\n", slowest,
                           bench::verdict(slowest <= 1.0));
}

double lottery(const std::string& name, FitOptions options, std::vector<double>& rmse) {
  const bench::UciSet set = bench::uci_set(name, 0);
  for (std::size_t seed = 0; seed < num_seeds; ++seed) {
    Scores scores;
    options.seed = seed;
    add_fit(set, options, scores);
    rmse.push_back(scores.rmse());
  }
  const auto [least, most] = std::ranges::minmax(rmse);
  return (most - least) / bench::mean(rmse);
}

// Where the RMSE is a hundredth of the target's spread there is hardly anything left to vary.
void print_seeds(const std::vector<std::string>& names) {
  std::cout << "\n| set | RMSE before, five seeds | (max - min) / mean | now | (max - min) / mean | misses |\n"
               "|---|---|--:|---|--:|---|\n";
  for (const std::string& name : names) {
    const bench::UciSet set = bench::uci_set(name, 0);
    if (survey(set.train).num_rows < 900) continue;
    std::vector<double> before, now;
    const double spread_before = lottery(name, first_edition(), before), spread = lottery(name, {}, now);
    const bool counts = bench::mean(now) > 0.01 * deviation_of_targets(set.train);
    std::cout << fmt::format("| {} | {:.4g} | {:.3f} | {:.4g} | {:.3f} | {} |\n", name, fmt::join(before, ", "),
                             spread_before, fmt::join(now, ", "), spread,
                             !counts         ? "RMSE below 1 % of the spread"
                             : spread > 0.05 ? "0.05"
                                             : "")
              << std::flush;
  }
}

}  // namespace

int main(int argc, char** argv) {
  const bench::UciArguments arguments = bench::uci_arguments(argc, argv);
  if (arguments.sets.empty()) return 0;
  if (!arguments.has("--only-seeds")) print_table(arguments.sets);
  if (arguments.has("--seeds") || arguments.has("--only-seeds")) print_seeds(arguments.sets);
}
