// SPDX-License-Identifier: MIT
#include "oracle/random_problem.h"

#include <cmath>
#include <random>

namespace direct::oracle {
namespace {

using Generator = std::mt19937_64;

double uniform(Generator& random, double low, double high) {
  return low + (high - low) * static_cast<double>(random() >> 11) * 0x1p-53;
}

std::size_t whole(Generator& random, std::size_t low, std::size_t high) { return low + random() % (high - low + 1); }

double normal(Generator& random) {
  const double radius = std::sqrt(-2.0 * std::log(uniform(random, 1e-12, 1.0)));
  return radius * std::cos(uniform(random, 0.0, 6.283185307179586));
}

std::vector<double> increasing(Generator& random, std::size_t count, double first) {
  std::vector<double> values{first};
  while (values.size() < count) values.push_back(values.back() + uniform(random, 0.1, 1.0));
  return values;
}

Matrix random_matrix(Generator& random, std::size_t rows, std::size_t cols) {
  Matrix matrix(rows, cols);
  for (double& value : matrix.values()) value = normal(random);
  return matrix;
}

}  // namespace

void fill_log_distribution(std::mt19937_64& random, std::span<double> values) {
  double sum = 0.0;
  for (double& value : values) sum += value = uniform(random, 0.05, 1.0);
  for (double& value : values) value = std::log(value / sum);
}

TinyProblem random_problem(std::uint64_t seed) {
  Generator random(seed);
  const std::size_t rows = whole(random, 1, 6), b = whole(random, 1, 4), levels = whole(random, 2, 5);
  TinyProblem problem{.features = random_matrix(random, rows, b)};
  for (std::size_t i = 0; i < rows; ++i) problem.targets.push_back(normal(random));
  problem.prior = {.levels = Matrix(levels, b), .log_prior = Matrix(levels, b)};
  for (std::size_t j = 0; j < b; ++j) {
    const std::vector<double> grid = increasing(random, levels, uniform(random, -2.0, 0.0));
    std::copy(grid.begin(), grid.end(), problem.prior.levels.column(j).begin());
    fill_log_distribution(random, problem.prior.log_prior.column(j));
    problem.prior.means.push_back(0.0);
    problem.prior.variances.push_back(1.0);
  }
  problem.noise.variances = increasing(random, whole(random, 1, 4), uniform(random, 0.05, 1.0));
  problem.noise.log_prior.resize(problem.noise.variances.size());
  fill_log_distribution(random, problem.noise.log_prior);
  return problem;
}

Posterior random_posterior(const TinyProblem& problem, std::uint64_t seed) { return random_mixture(problem, 1, seed); }

Posterior random_mixture(const TinyProblem& problem, std::size_t num_components, std::uint64_t seed) {
  Generator random(seed);
  Posterior q = prior_as_posterior(problem.prior, problem.noise);
  q.log_component_weights.resize(num_components);
  fill_log_distribution(random, q.log_component_weights);
  q.log_probabilities.assign(num_components, problem.prior.log_prior);
  for (Matrix& component : q.log_probabilities)
    for (std::size_t j = 0; j < component.cols(); ++j) fill_log_distribution(random, component.column(j));
  fill_log_distribution(random, q.noise_log_probabilities);
  return q;
}

TinyProblem with_mixture_prior(TinyProblem problem, std::size_t num_components, std::uint64_t seed) {
  Generator random(seed);
  std::vector<double> weights(num_components);
  fill_log_distribution(random, weights);
  for (double log_weight : weights) {
    PriorComponent component{.log_weight = log_weight,
                             .log_prior = problem.prior.log_prior,
                             .variances = std::vector<double>(problem.prior.num_features(), 1.0)};
    for (std::size_t j = 0; j < component.log_prior.cols(); ++j)
      fill_log_distribution(random, component.log_prior.column(j));
    problem.prior.components.push_back(std::move(component));
  }
  return problem;
}

TinyProblem random_regression(std::uint64_t seed, std::size_t num_rows, std::size_t num_features,
                              std::size_t num_levels, double noise) {
  Generator random(seed);
  TinyProblem problem{.features = random_matrix(random, num_rows, num_features)};
  std::vector<double> weights;
  for (std::size_t j = 0; j < num_features; ++j) weights.push_back(normal(random));
  for (std::size_t i = 0; i < num_rows; ++i) {
    double target = noise * normal(random);
    for (std::size_t j = 0; j < num_features; ++j) target += problem.features(i, j) * weights[j];
    problem.targets.push_back(target);
  }
  problem.prior = make_prior(PriorKind::gaussian, linear_grid(-3.0, 3.0, num_levels), 1.0, num_features);
  problem.noise = make_noise_prior(logarithmic_grid(noise * noise / 4.0, noise * noise * 4.0, 5));
  return problem;
}

}  // namespace direct::oracle
