// SPDX-License-Identifier: MIT
#include "predict/trust/effective_weights.h"
#include "oracle/property.h"

#include <gtest/gtest.h>

#include "algebra/dense.h"
#include "oracle/elimination.h"
#include "oracle/random_problem.h"

namespace direct::effective_weights_test {
namespace {

// b - tr(A^-1 diag(1 / Var))
double dense_effective_weights(const oracle::TinyProblem& problem, double noise_precision) {
  const Matrix covariance =
      oracle::inverse(oracle::precision_matrix(problem.features, noise_precision, problem.prior.variances));
  double sum = 0.0;
  for (std::size_t j = 0; j < covariance.cols(); ++j) sum += 1.0 - covariance(j, j) / problem.prior.variances[j];
  return sum;
}

PROPERTY(EffectiveWeights, OfTheCompanionEqualADenseComputation, (std::uint64_t seed)) {
  oracle::TinyProblem problem = oracle::random_regression(seed, 1 + seed % 12, 1 + seed / 12 % 8, 3, 0.5);
  for (std::size_t j = 0; j < problem.prior.num_features(); ++j)
    problem.prior.variances[j] = 0.5 + 0.3 * static_cast<double>(j);
  const Companion companion = gaussian_companion(oracle::statistics_of(problem), problem.prior, 2.0);
  const double found = effective_weights(companion, problem.prior);
  ASSERT_TRUE(std::abs(found - dense_effective_weights(problem, 2.0)) < 1e-10);
  ASSERT_TRUE(found <= static_cast<double>(std::min(problem.features.rows(), problem.features.cols())) + 1e-10);
}

TEST(EffectiveWeights, OfThePriorAreNone) {
  const oracle::TinyProblem problem = oracle::random_problem(3);
  EXPECT_EQ(effective_weights(prior_as_posterior(problem.prior, problem.noise), problem.prior), 0.0);
}

// Uniform over -1 and 1: variance 1. Certain, half way (p = 1/2 +- sqrt(1/8) has variance 1/2) and unchanged.
TEST(EffectiveWeights, CountTheShareOfTheVarianceThatIsGone) {
  const WeightPrior prior = make_prior(PriorKind::uniform, std::vector<double>{-1.0, 1.0}, 1.0, 3);
  Posterior q = prior_as_posterior(prior, make_noise_prior({1.0}));
  q.log_probabilities[0](0, 0) = -1e4;
  q.log_probabilities[0](1, 0) = 0.0;
  q.log_probabilities[0](0, 1) = std::log(0.5 - std::sqrt(0.125));
  q.log_probabilities[0](1, 1) = std::log(0.5 + std::sqrt(0.125));
  EXPECT_NEAR(effective_weights(q, prior), 1.5, 1e-14);
}

TEST(EffectiveWeights, OfAWeightThatThePriorLeavesNoChoiceAreNone) {
  const WeightPrior prior = make_prior(PriorKind::gaussian, std::vector<double>{0.0, 1.0}, 1e-6, 2);
  EXPECT_EQ(effective_weights(prior_as_posterior(prior, make_noise_prior({1.0})), prior), 0.0);
}

// A prior with most of its probability in the middle has less variance than data that want both ends.
TEST(EffectiveWeights, NeverCountLessThanNothing) {
  const WeightPrior prior = make_prior(PriorKind::gaussian, std::vector<double>{-1.0, 0.0, 1.0}, 0.1, 1);
  Posterior q = prior_as_posterior(prior, make_noise_prior({1.0}));
  for (std::size_t k = 0; k < 3; ++k) q.log_probabilities[0](k, 0) = std::log(1.0 / 3.0);
  EXPECT_EQ(effective_weights(q, prior), 0.0);
}

}  // namespace
}  // namespace direct::effective_weights_test
