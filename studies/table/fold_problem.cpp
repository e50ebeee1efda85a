// SPDX-License-Identifier: MIT
#include "table/fold_problem.h"

#include <cmath>

namespace study {

direct::FitOptions paper_options(const TableOptions& options) {
  return {.num_features = options.num_features,
          .feature_bits = 0,
          .hyperparameters = direct::Hyperparameters::pilot,
          .levels = options.num_levels,
          .support = "auto",
          .posterior = direct::PosteriorKind::mean_field,
          .max_iterations = options.max_iterations,
          .seed = options.seed};
}

FoldProblem fold_problem(direct::Dataset train, direct::Dataset test, const TableOptions& options) {
  FoldProblem problem{.train = std::move(train), .test = std::move(test), .options = options};
  const Clocks of_preparation;
  problem.preparation = direct::prepare(problem.train, paper_options(options)).preparation;
  problem.prepare_time = of_preparation.elapsed();
  const Clocks of_statistics;
  problem.statistics = std::move(direct::accumulate(problem.train, problem.preparation).groups.front());
  problem.moments = second_moments(problem.statistics);
  problem.statistics_time = of_statistics.elapsed();
  const direct::Variances& pilot = problem.preparation.pilot;
  const double end = 3.0 * std::sqrt(pilot.weight);
  problem.prior = direct::make_prior(direct::PriorKind::gaussian, direct::linear_grid(-end, end, options.num_levels),
                                     pilot.weight, options.num_features);
  problem.noise = direct::make_noise_prior({pilot.noise});
  return problem;
}

FoldProblem fold_problem(const FoldedSet& set, std::size_t fold, const TableOptions& options) {
  return fold_problem(set.train(fold), set.test(fold), options);
}

}  // namespace study
