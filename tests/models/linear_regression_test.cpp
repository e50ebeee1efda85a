// SPDX-License-Identifier: MIT
#include <direct/model.h>

#include <cmath>

#include <gtest/gtest.h>

#include "algebra/categorical.h"
#include "oracle/differences.h"
#include "oracle/enumerate.h"
#include "oracle/property.h"
#include "oracle/random_problem.h"

namespace direct::linear_regression_test {
namespace {

double relative_error(double value, double expected) {
  return std::abs(value - expected) / std::max(1.0, std::abs(expected));
}

long double square_error(const oracle::TinyProblem& problem, const std::vector<double>& weights) {
  long double sum = 0.0L;
  for (std::size_t row = 0; row < problem.targets.size(); ++row) {
    long double error = problem.targets[row];
    for (std::size_t j = 0; j < weights.size(); ++j) error -= (long double)problem.features(row, j) * weights[j];
    sum += error * error;
  }
  return sum;
}

PROPERTY(LinearRegression, ExpectedSquareErrorEqualsEnumeration, (std::uint64_t seed)) {
  const oracle::TinyProblem problem = oracle::random_problem(seed);
  const Posterior q = oracle::random_posterior(problem, seed + 1);
  long double expected = 0.0L;
  oracle::enumerate(problem, q, [&](const oracle::Configuration& c) {
    expected += std::exp(c.log_q) * square_error(problem, c.weights);
  });
  const SecondMoments statistics = oracle::statistics_of(problem);
  const LinearRegression model(statistics);
  const WeightMoments moments = weight_moments(q, problem.prior);
  const double actual = model.expected_square_error(moments.means, moments.variances, model.residual(moments.means));
  ASSERT_TRUE(relative_error(actual, static_cast<double>(expected)) < 1e-12);
}

PROPERTY(LinearRegression, ExpectedLogLikelihoodEqualsEnumeration, (std::uint64_t seed)) {
  const oracle::TinyProblem problem = oracle::random_problem(seed);
  const Posterior q = oracle::random_posterior(problem, seed + 1);
  long double expected = 0.0L;
  oracle::enumerate(problem, q, [&](const oracle::Configuration& c) {
    expected += std::exp(c.log_q) * oracle::log_likelihood(problem, c);
  });
  const SecondMoments statistics = oracle::statistics_of(problem);
  const LinearRegression model(statistics);
  const WeightMoments moments = weight_moments(q, problem.prior);
  const double error = model.expected_square_error(moments.means, moments.variances, model.residual(moments.means));
  const NoiseMoments noise = noise_moments(problem.noise, exponentials(q.noise_log_probabilities));
  ASSERT_TRUE(relative_error(model.expected_log_likelihood(error, noise), static_cast<double>(expected)) < 1e-12);
}

// E[log p(y | w)] as a function of all q_jk, which need not sum to one: E[w_j] = sum q w and E[w_j^2] = sum q w^2.
double log_likelihood_of_tables(const oracle::TinyProblem& problem, std::span<const double> q,
                                const NoiseMoments& noise) {
  const Matrix& levels = problem.prior.levels;
  const std::size_t m = levels.rows(), b = levels.cols();
  std::vector<double> first(b, 0.0), second(b, 0.0);
  for (std::size_t j = 0; j < b; ++j) {
    for (std::size_t k = 0; k < m; ++k) {
      first[j] += q[k + j * m] * levels(k, j);
      second[j] += q[k + j * m] * levels(k, j) * levels(k, j);
    }
  }
  long double sum = square_error(problem, first);
  for (std::size_t row = 0; row < problem.targets.size(); ++row)
    for (std::size_t j = 0; j < b; ++j)
      sum += problem.features(row, j) * problem.features(row, j) * (second[j] - first[j] * first[j]);
  return static_cast<double>(
      -0.5L * (static_cast<long double>(problem.targets.size()) * noise.log_variance + noise.precision * sum));
}

PROPERTY(LinearRegression, GradientEqualsCentralDifferences, (std::uint64_t seed)) {
  const oracle::TinyProblem problem = oracle::random_problem(seed);
  const Posterior q = oracle::random_posterior(problem, seed + 1);
  const NoiseMoments noise = noise_moments(problem.noise, exponentials(q.noise_log_probabilities));
  const Matrix probabilities = exponentials(q.log_probabilities.front());
  const std::vector<double> expected = oracle::central_differences(
      [&](std::span<const double> x) { return log_likelihood_of_tables(problem, x, noise); },
      {probabilities.values().begin(), probabilities.values().end()});

  const SecondMoments statistics = oracle::statistics_of(problem);
  const LinearRegression model(statistics);
  const WeightMoments moments = weight_moments(q, problem.prior);
  const LikelihoodGradient gradient = model.gradient(moments.means, model.residual(moments.means), noise);
  for (std::size_t j = 0; j < probabilities.cols(); ++j) {
    for (std::size_t k = 0; k < probabilities.rows(); ++k) {
      const double w = problem.prior.levels(k, j);
      const double actual = gradient.linear[j] * w + gradient.quadratic[j] * w * w;
      ASSERT_TRUE(relative_error(actual, expected[k + j * probabilities.rows()]) < 1e-7);
    }
  }
}

TEST(LogNoiseLikelihood, IsTheLogarithmOfTheGaussianWithoutItsConstant) {
  EXPECT_NEAR(log_noise_likelihood(3.0, 5.0, 2.0), -1.5 * std::log(2.0) - 1.25, 1e-15);
}

}  // namespace
}  // namespace direct::linear_regression_test
