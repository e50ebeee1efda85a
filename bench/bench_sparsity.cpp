// SPDX-License-Identifier: MIT
// What do zeros cost? Fold 0 of a few sets in the folder DIRECT_UCI, the statistics of each gathered once: test RMSE
// and NLL of a plain fit, of mean field with a target sparsity, and with some of the features of mean field, on a fixed
// grid, and of draws, on learned ones. Prints Markdown.
//
//   bench_sparsity [--protocol pilot|evidence] [--features 2000] [SET...]
#include <direct/direct.h>

#include <fmt/format.h>
#include <iostream>

#include "uci.h"

namespace {

using namespace direct;

constexpr double targets[] = {0.5, 0.8, 0.95};
constexpr const char* four_sets[] = {"concrete", "parkinsons", "pol", "wine"};

struct Set {
  std::string name;
  Dataset test;
  Preparation preparation;
  Statistics statistics;
};

Set prepared_set(const std::string& name, const FitOptions& options) {
  const bench::UciSet set = bench::uci_set(name, 0);
  Set result{.name = name, .test = set.test, .preparation = prepare(set.train, options).preparation};
  result.statistics = std::move(accumulate(set.train, result.preparation).groups.front());
  return result;
}

void measure(const Set& set, const std::string& what, const FitOptions& options) {
  Training training = fit(set.statistics, set.preparation, options);
  const double seconds = training.report.seconds.total;
  training.model.statistics.reset();  // no yardstick
  const Evaluation scores = evaluate(training.model, set.test);
  std::cout << fmt::format("| {} | {} | {:.3f} | {} | {:.4g} | {:.3f} | {:.1f} | {:.1f} |\n", set.name, what,
                           scores.sparsity, scores.num_active_features, scores.rmse, scores.nll, training.report.elbo,
                           seconds)
            << std::flush;
}

void measure_posterior(const Set& set, FitOptions options, const std::string& name) {
  measure(set, name + ", plain", options);
  const std::size_t b = set.preparation.features.num_features();
  options.max_active_features = 0;
  measure(set, name + ", features auto", options);
  for (const double target : targets) {
    const double active = (1.0 - target) * static_cast<double>(b);
    options.max_active_features = static_cast<std::size_t>(std::lrint(active));
    measure(set, fmt::format("{}, {:.0f} features", name, active), options);
  }
}

}  // namespace

int main(int argc, char** argv) {
  bench::UciArguments arguments = bench::uci_arguments(argc, argv);
  if (arguments.sets.empty()) return 0;
  if (arguments.sets == bench::uci_names()) arguments.sets.assign(std::begin(four_sets), std::end(four_sets));
  std::cout << "| set | | zeros | active features | RMSE | NLL | ELBO | seconds |\n|---|---|--:|--:|--:|--:|--:|--:|\n";
  for (const std::string& name : arguments.sets) {
    const Set set = prepared_set(name, arguments.options);
    FitOptions options = arguments.options;
    measure_posterior(set, options, "mean field");
    for (const double target : targets) {
      options.target_sparsity = target;
      measure(set, fmt::format("mean field, target {}", target), options);
    }
    options = arguments.options;
    options.posterior = PosteriorKind::draws;
    options.support = "learned";
    measure_posterior(set, options, "learned draws");
  }
}
