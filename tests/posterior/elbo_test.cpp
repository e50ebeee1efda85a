// SPDX-License-Identifier: MIT
#include <direct/elbo.h>
#include <direct/error.h>

#include <gtest/gtest.h>
#include <cmath>

#include "algebra/categorical.h"
#include "oracle/differences.h"
#include "oracle/enumerate.h"
#include "oracle/property.h"
#include "oracle/random_problem.h"

namespace direct::elbo_test {
namespace {

double relative_error(double value, double expected) {
  return std::abs(value - expected) / std::max(1.0, std::abs(expected));
}

double library_elbo(const oracle::TinyProblem& problem, const Posterior& q) {
  const SecondMoments statistics = oracle::statistics_of(problem);
  return elbo(LinearRegression(statistics), problem.prior, problem.noise, q);
}

PROPERTY(Elbo, EqualsEnumeration, (std::uint64_t seed)) {
  const oracle::TinyProblem problem = oracle::random_problem(seed);
  const Posterior q = oracle::random_posterior(problem, seed + 1);
  ASSERT_TRUE(relative_error(library_elbo(problem, q), oracle::elbo(problem, q)) < 1e-10);
}

PROPERTY(Elbo, NeverExceedsTheLogEvidence, (std::uint64_t seed)) {
  const oracle::TinyProblem problem = oracle::random_problem(seed);
  const Posterior q = oracle::random_posterior(problem, seed + 1);
  ASSERT_TRUE(library_elbo(problem, q) <= oracle::log_evidence(problem) + 1e-10);
}

// q = softmax(logits): the components, their weights, the noise.
std::vector<double> logits_of(const Posterior& q) {
  std::vector<double> logits;
  const auto append = [&](std::span<const double> values) {
    logits.insert(logits.end(), values.begin(), values.end());
  };
  for (const Matrix& component : q.log_probabilities) append(component.values());
  append(q.log_component_weights);
  append(q.noise_log_probabilities);
  return logits;
}

void set_logits(std::span<const double> logits, Posterior& q) {
  const auto fill = [&](std::span<double> values) {
    std::copy_n(logits.begin(), values.size(), values.begin());
    logits = logits.subspan(values.size());
  };
  for (Matrix& component : q.log_probabilities) {
    fill(component.values());
    for (std::size_t j = 0; j < component.cols(); ++j) normalise_log(component.column(j));
  }
  fill(q.log_component_weights);
  fill(q.noise_log_probabilities);
  normalise_log(q.log_component_weights);
  normalise_log(q.noise_log_probabilities);
}

std::vector<double> flat(const ElboGradient& gradient) {
  Posterior shape{.log_component_weights = gradient.weights.component_weights,
                  .log_probabilities = gradient.weights.probabilities,
                  .noise_log_probabilities = gradient.noise_logits};
  return logits_of(shape);
}

void expect_near(const std::vector<double>& actual, const std::vector<double>& expected) {
  ASSERT_TRUE(actual.size() == expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) ASSERT_TRUE(relative_error(actual[i], expected[i]) < 1e-6);
}

PROPERTY(ElboGradient, OfOneComponentEqualsCentralDifferencesOfTheOracle, (std::uint64_t seed)) {
  const oracle::TinyProblem problem = oracle::random_problem(seed);
  const SecondMoments statistics = oracle::statistics_of(problem);
  Posterior q = oracle::random_posterior(problem, seed + 1);
  const ElboGradient gradient = elbo_gradient(LinearRegression(statistics), problem.prior, problem.noise, q);
  ASSERT_TRUE(relative_error(gradient.elbo, oracle::elbo(problem, q)) < 1e-10);
  const auto oracle_elbo = [&](std::span<const double> x) {
    set_logits(x, q);
    return oracle::elbo(problem, q);
  };
  expect_near(flat(gradient), oracle::central_differences(oracle_elbo, logits_of(q)));
}

PROPERTY(ElboGradient, OfMixturesEqualsCentralDifferences, (std::uint64_t seed)) {
  const oracle::TinyProblem plain = oracle::random_problem(seed);
  const auto problem = seed % 2 == 0 ? plain : oracle::with_mixture_prior(plain, 1 + seed % 3, seed + 2);
  const SecondMoments statistics = oracle::statistics_of(problem);
  const LinearRegression model(statistics);
  Posterior q = oracle::random_mixture(problem, 1 + seed % 4, seed + 1);
  const Matrix center = log_marginals(q);
  for (const Entropy entropy : {Entropy::pairwise, Entropy::taylor})
    for (const PriorBound bound : {PriorBound::jensen, PriorBound::responsibility}) {
      const ElboTerms terms{.entropy = entropy, .prior = bound, .log_center = &center};
      const auto value = [&](std::span<const double> x) {
        Posterior at = q;
        set_logits(x, at);
        return elbo_gradient(model, problem.prior, problem.noise, at, terms).elbo;
      };
      const ElboGradient gradient = elbo_gradient(model, problem.prior, problem.noise, q, terms);
      ASSERT_TRUE(gradient.elbo <= oracle::elbo(problem, q) + 1e-10);
      expect_near(flat(gradient), oracle::central_differences(value, logits_of(q)));
    }
}

PROPERTY(Elbo, OfMixturesIsABound, (std::uint64_t seed)) {
  const auto problem = oracle::with_mixture_prior(oracle::random_problem(seed), 1 + seed % 3, seed + 2);
  const Posterior q = oracle::random_mixture(problem, 1 + seed % 4, seed + 1);
  ASSERT_TRUE(library_elbo(problem, q) <= oracle::elbo(problem, q) + 1e-10);
  ASSERT_TRUE(library_elbo(problem, q) <= oracle::log_evidence(problem) + 1e-10);
}

TEST(ElboGradient, RefusesTheExactEntropyOfAMixture) {
  const oracle::TinyProblem problem = oracle::random_problem(1);
  const SecondMoments statistics = oracle::statistics_of(problem);
  const Posterior q = oracle::random_mixture(problem, 2, 2);
  EXPECT_THROW(
      elbo_gradient(LinearRegression(statistics), problem.prior, problem.noise, q, {.entropy = Entropy::exact}), Error);
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
  EXPECT_NEAR(zero_codes(q(even), even), 0.5, 1e-15);  // the upper of the two in the middle
}

}  // namespace
}  // namespace direct::elbo_test
