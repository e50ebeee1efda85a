// SPDX-License-Identifier: MIT
#include <direct/error.h>
#include <direct/posterior.h>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <cmath>

#include "algebra/categorical.h"
#include "oracle/differences.h"
#include "oracle/enumerate.h"
#include "oracle/random_problem.h"

namespace direct {
namespace {

double relative_error(double value, double expected) {
  return std::abs(value - expected) / std::max(1.0, std::abs(expected));
}

double library_elbo(const oracle::TinyProblem& problem, const Posterior& q) {
  const SecondMoments statistics = oracle::statistics_of(problem);
  return elbo(LinearRegression(statistics), problem.prior, problem.noise, q);
}

RC_GTEST_PROP(Elbo, EqualsEnumeration, (std::uint64_t seed)) {
  const oracle::TinyProblem problem = oracle::random_problem(seed);
  const Posterior q = oracle::random_posterior(problem, seed + 1);
  RC_ASSERT(relative_error(library_elbo(problem, q), oracle::elbo(problem, q)) < 1e-10);
}

RC_GTEST_PROP(Elbo, NeverExceedsTheLogEvidence, (std::uint64_t seed)) {
  const oracle::TinyProblem problem = oracle::random_problem(seed);
  const Posterior q = oracle::random_posterior(problem, seed + 1);
  RC_ASSERT(library_elbo(problem, q) <= oracle::log_evidence(problem) + 1e-10);
}

// q = softmax(logits), weights first, then the noise
void set_logits(std::span<const double> logits, Posterior& q) {
  Matrix& weights = q.log_probabilities.front();
  std::copy_n(logits.begin(), weights.size(), weights.data());
  std::copy(logits.begin() + static_cast<std::ptrdiff_t>(weights.size()), logits.end(),
            q.noise_log_probabilities.begin());
  for (std::size_t j = 0; j < weights.cols(); ++j) normalise_log(weights.column(j));
  normalise_log(q.noise_log_probabilities);
}

RC_GTEST_PROP(ElboGradient, EqualsCentralDifferencesOfTheOracle, (std::uint64_t seed)) {
  const oracle::TinyProblem problem = oracle::random_problem(seed);
  const SecondMoments statistics = oracle::statistics_of(problem);
  Posterior q = oracle::random_posterior(problem, seed + 1);
  const ElboGradient gradient = elbo_gradient(LinearRegression(statistics), problem.prior, problem.noise, q);
  RC_ASSERT(relative_error(gradient.elbo, oracle::elbo(problem, q)) < 1e-10);

  std::vector<double> logits(q.log_probabilities.front().values().begin(), q.log_probabilities.front().values().end());
  logits.insert(logits.end(), q.noise_log_probabilities.begin(), q.noise_log_probabilities.end());
  const std::vector<double> expected = oracle::central_differences(
      [&](std::span<const double> x) {
        set_logits(x, q);
        return oracle::elbo(problem, q);
      },
      logits);
  std::vector<double> actual(gradient.weight_logits.values().begin(), gradient.weight_logits.values().end());
  actual.insert(actual.end(), gradient.noise_logits.begin(), gradient.noise_logits.end());
  for (std::size_t i = 0; i < expected.size(); ++i) RC_ASSERT(relative_error(actual[i], expected[i]) < 1e-6);
}

TEST(Elbo, RefusesMixturesInsteadOfGuessing) {
  const oracle::TinyProblem problem = oracle::random_problem(1);
  Posterior q = oracle::random_posterior(problem, 2);
  q.log_component_weights = {std::log(0.5), std::log(0.5)};
  q.log_probabilities.push_back(q.log_probabilities.front());
  EXPECT_THROW(library_elbo(problem, q), Error);
}

TEST(WeightMoments, OfAMixtureFollowTheLawOfTotalVariance) {
  const WeightPrior prior = make_prior(PriorKind::uniform, std::vector<double>{-1.0, 1.0}, 1.0, 1);
  const double sure = std::log1p(-1e-16), never = -100.0;
  Matrix low(2, 1), high(2, 1);
  low(0, 0) = high(1, 0) = sure;
  low(1, 0) = high(0, 0) = never;
  const Posterior q{.log_component_weights = {std::log(0.25), std::log(0.75)}, .log_probabilities = {low, high}};
  const WeightMoments moments = weight_moments(q, prior);
  EXPECT_NEAR(moments.means[0], 0.5, 1e-14);
  EXPECT_NEAR(moments.variances[0], 0.75, 1e-14);
}

TEST(Sparsity, CountsExactZerosAndMiddleCodesApart) {
  const WeightPrior with_zero = make_prior(PriorKind::uniform, std::vector<double>{-1.0, 0.0, 1.0}, 1.0, 4);
  const WeightPrior shifted = make_prior(PriorKind::uniform, std::vector<double>{0.0, 0.5, 1.0}, 1.0, 4);
  const WeightPrior even = make_prior(PriorKind::uniform, std::vector<double>{-1.0, 1.0}, 1.0, 4);
  const NoisePrior noise = make_noise_prior({1.0});
  const auto q = [&](const WeightPrior& prior) { return prior_as_posterior(prior, noise); };
  EXPECT_NEAR(sparsity(q(with_zero), with_zero), 1.0 / 3.0, 1e-15);
  EXPECT_NEAR(zero_codes(q(with_zero), with_zero), 1.0 / 3.0, 1e-15);
  EXPECT_NEAR(sparsity(q(shifted), shifted), 1.0 / 3.0, 1e-15);
  EXPECT_EQ(sparsity(q(even), even), 0.0);
  EXPECT_EQ(zero_codes(q(even), even), 0.0);
}

}  // namespace
}  // namespace direct
