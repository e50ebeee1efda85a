// SPDX-License-Identifier: MIT
// The oracle of networks against what is known of it by other means, for it is what networks are judged by.
#include "oracle/network.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "oracle/random_problem.h"

namespace direct::network_oracle_test {
namespace {

double entropy_of_noise(const Posterior& q, const NoisePrior& noise) {
  double sum = 0.0;
  for (std::size_t l = 0; l < noise.variances.size(); ++l)
    sum += std::exp(q.noise_log_probabilities[l]) * (noise.log_prior[l] - q.noise_log_probabilities[l]);
  return sum;
}

double expected_log_likelihood(const oracle::TinyNetwork& tiny, const Posterior& q) {
  Matrix probabilities = q.log_probabilities.front();
  std::vector<double> noise = q.noise_log_probabilities;
  for (double& value : probabilities.values()) value = std::exp(value);
  for (double& value : noise) value = std::exp(value);
  const NoiseMoments moments = noise_moments(tiny.problem.noise, noise);
  const auto num_rows = static_cast<double>(tiny.problem.targets.size());
  return -0.5 *
         (num_rows * moments.log_variance + moments.precision * oracle::expected_square_error(tiny, probabilities));
}

TEST(NetworkOracle, ElboIsTheSumOfItsParts) {
  const auto tiny = oracle::random_network({.num_inputs = 2, .hidden = {2}}, 3, 2, 1);
  const Posterior q = oracle::random_posterior(tiny.problem, 2);
  const double parts = expected_log_likelihood(tiny, q) + oracle::expected_log_prior(tiny.problem, q) +
                       oracle::entropy(tiny.problem, q) + entropy_of_noise(q, tiny.problem.noise);
  EXPECT_NEAR(oracle::network_elbo(tiny, q), parts, 1e-10);
}

// With a distribution over the output's constant only, the output has its moments.
TEST(NetworkOracle, MomentsOfTheOutputAreThoseOfItsOnlyUncertainWeight) {
  const auto tiny = oracle::random_network({.num_inputs = 2, .hidden = {2}}, 1, 2, 3);
  Posterior q = prior_as_posterior(tiny.problem.prior, tiny.problem.noise);
  Matrix& probabilities = q.log_probabilities.front();
  for (std::size_t j = 0; j < probabilities.cols(); ++j) probabilities(0, j) = 0.0, probabilities(1, j) = -INFINITY;
  const std::size_t constant = layers(tiny.network).back().first_weight;
  probabilities(0, constant) = std::log(0.8);
  probabilities(1, constant) = std::log(0.2);
  const Matrix& levels = tiny.problem.prior.levels;
  std::vector<double> weights;
  for (std::size_t j = 0; j < levels.cols(); ++j) weights.push_back(levels(0, j));
  const std::vector<double> inputs = {0.7, -1.1};
  const double gap = levels(1, constant) - levels(0, constant), low = output(tiny.network, weights, inputs);
  const auto moments = oracle::output_moments(tiny, q, inputs);
  EXPECT_NEAR(static_cast<double>(moments.mean), low + 0.2 * gap, 1e-14);
  EXPECT_NEAR(static_cast<double>(moments.variance), 0.16 * gap * gap, 1e-14);
  EXPECT_NEAR(static_cast<double>(moments.third_central), 0.096 * gap * gap * gap, 1e-14);
}

}  // namespace
}  // namespace direct::network_oracle_test
