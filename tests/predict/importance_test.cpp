// SPDX-License-Identifier: MIT
#include "predict/trust/importance.h"
#include "oracle/property.h"

#include <cmath>

#include <gtest/gtest.h>

#include "oracle/random_problem.h"
#include "oracle/tiny_model.h"

namespace direct::importance_test {
namespace {

// Every configuration as a draw, in the order of the oracle's.
Draws all_draws(const oracle::TinyProblem& problem, const Posterior& q) {
  Draws draws{.num_features = problem.prior.num_features(), .num_levels = problem.prior.num_levels()};
  oracle::enumerate(problem, q, [&](const oracle::Configuration& c) {
    draws.noise_variances.push_back(c.noise_variance);
    for (std::size_t j = 0; j < c.weights.size(); ++j) {
      const auto levels = problem.prior.levels.column(j);
      draws.codes.push_back(
          static_cast<std::uint8_t>(std::find(levels.begin(), levels.end(), c.weights[j]) - levels.begin()));
    }
  });
  return draws;
}

PROPERTY(ImportanceRatios, EqualThoseOfEveryConfiguration, (std::uint64_t seed)) {
  const oracle::TinyProblem problem = oracle::random_problem(seed);
  const Posterior q = oracle::random_posterior(problem, seed + 1);
  const TrainedModel model = oracle::tiny_model(problem, q);
  const auto ratios = log_importance_ratios(model, oracle::statistics_of(problem), all_draws(problem, q));
  std::size_t next = 0;
  oracle::enumerate(problem, q, [&](const oracle::Configuration& c) {
    const auto expected = static_cast<double>(oracle::log_likelihood(problem, c) + c.log_prior - c.log_q);
    ASSERT_TRUE(std::abs(ratios.at(next++) - expected) < 1e-11 * std::max(1.0, std::abs(expected)));
  });
  ASSERT_TRUE(next == ratios.size());
}

// E_q[log ratio] is the ELBO and log E_q[ratio] the evidence.
TEST(ImportanceRatios, OfDrawsHaveTheElboAsTheirMean) {
  const oracle::TinyProblem problem = oracle::random_problem(4);
  const Posterior q = oracle::random_posterior(problem, 5);
  const Draws draws = sample(q, problem.prior, problem.noise, 100'000);
  const auto ratios = log_importance_ratios(oracle::tiny_model(problem, q), oracle::statistics_of(problem), draws);
  double sum = 0.0, squares = 0.0;
  for (const double ratio : ratios) sum += ratio;
  const auto count = static_cast<double>(ratios.size());
  for (const double ratio : ratios) squares += std::pow(ratio - sum / count, 2);
  EXPECT_NEAR(sum / count, oracle::elbo(problem, q), 4.0 * std::sqrt(squares) / count);
}

TEST(WeightEntropy, IsThatOfTheEnumeratedWeights) {
  const oracle::TinyProblem problem = oracle::random_problem(6);
  Posterior q = oracle::random_posterior(problem, 7);
  long double expected = 0.0L, of_noise = 0.0L;
  oracle::enumerate(problem, q, [&](const oracle::Configuration& c) { expected -= std::exp(c.log_q) * c.log_q; });
  for (const double value : q.noise_log_probabilities) of_noise -= std::exp(value) * value;
  EXPECT_NEAR(weight_entropy(q), static_cast<double>(expected - of_noise), 1e-12);
}

TEST(WeightEntropy, OfPointMassesIsZero) {
  const WeightPrior prior = make_prior(PriorKind::uniform, std::vector<double>{0.0, 1.0}, 1.0, 3);
  Posterior q = prior_as_posterior(prior, make_noise_prior({1.0, 2.0}));
  for (std::size_t j = 0; j < 3; ++j) {
    q.log_probabilities[0](0, j) = 0.0;
    q.log_probabilities[0](1, j) = -1e4;
  }
  EXPECT_EQ(weight_entropy(q), 0.0);
}

}  // namespace
}  // namespace direct::importance_test
