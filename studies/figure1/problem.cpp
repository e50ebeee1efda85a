// SPDX-License-Identifier: MIT
#include "figure1/problem.h"

#include <cmath>
#include <random>

#include "harness/clocks.h"

namespace study {
namespace {

constexpr std::size_t num_levels = 3;
constexpr double noise_deviation = 1.0;

direct::Matrix random_inputs(const Figure1Size& size, std::mt19937_64& generator) {
  std::normal_distribution<double> normal;
  direct::Matrix inputs(size.num_rows, size.is_hard ? 1 : 8);
  for (double& value : inputs.values()) value = normal(generator);
  return inputs;
}

std::vector<double> random_weights(const Figure1Size& size, const direct::WeightPrior& prior,
                                   std::mt19937_64& generator) {
  std::normal_distribution<double> normal;
  std::uniform_int_distribution<std::size_t> level(0, num_levels - 1);
  std::vector<double> weights(size.num_features);
  for (double& weight : weights) weight = size.is_hard ? normal(generator) : prior.levels(level(generator), 0);
  return weights;
}

std::vector<double> random_targets(const direct::Matrix& features, const std::vector<double>& weights,
                                   std::mt19937_64& generator) {
  std::normal_distribution<double> normal;
  std::vector<double> targets(features.rows());
  for (double& target : targets) target = noise_deviation * normal(generator);
  for (std::size_t j = 0; j < features.cols(); ++j)
    for (std::size_t i = 0; i < targets.size(); ++i) targets[i] += weights[j] * features(i, j);
  return targets;
}

}  // namespace

Figure1Problem figure1_problem(const Figure1Size& size, std::uint64_t seed) {
  std::mt19937_64 generator(seed);
  Figure1Problem problem;
  const double end = std::sqrt(1.5), variance = noise_deviation * noise_deviation;
  problem.prior = direct::make_prior(direct::PriorKind::uniform, direct::linear_grid(-end, end, num_levels), 1.0,
                                     size.num_features);
  problem.noise = direct::make_noise_prior(direct::logarithmic_grid(0.25 * variance, 4.0 * variance, num_levels));
  const direct::Matrix inputs = random_inputs(size, generator);
  const std::vector<double> lengthscales(inputs.cols(), 1.0);
  evaluate(direct::fourier_features(lengthscales, size.num_features, seed), inputs, problem.features);
  const std::vector<double> weights = random_weights(size, problem.prior, generator);
  problem.targets = random_targets(problem.features, weights, generator);
  const Clocks clocks;
  direct::MomentAccumulator accumulator(size.num_features);
  accumulator.add(problem.features, problem.targets);
  problem.statistics = std::move(accumulator).finish();
  problem.statistics_seconds = clocks.elapsed().wall;
  return problem;
}

}  // namespace study
