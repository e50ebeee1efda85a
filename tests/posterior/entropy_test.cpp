// SPDX-License-Identifier: MIT
#include <direct/entropy.h>

#include <gtest/gtest.h>
#include <cmath>

#include "algebra/categorical.h"
#include "oracle/differences.h"
#include "oracle/enumerate.h"
#include "oracle/property.h"
#include "oracle/random_problem.h"
#include "posterior/mixtures.h"

namespace direct::entropy_test {
namespace {

double relative_error(double value, double expected) {
  return std::abs(value - expected) / std::max(1.0, std::abs(expected));
}

Matrix random_center(const oracle::TinyProblem& problem, std::uint64_t seed) {
  return oracle::random_mixture(problem, 1, seed).log_probabilities.front();
}

PROPERTY(Entropy, BoundsAreNeverAboveTheExactValue, (std::uint64_t seed)) {
  const oracle::TinyProblem problem = oracle::random_problem(seed);
  const Posterior q = oracle::random_mixture(problem, 1 + seed % 5, seed + 1);
  const double exact = oracle::entropy(problem, q);
  ASSERT_TRUE(pairwise_entropy(q) <= exact + 1e-12);
  ASSERT_TRUE(entropy_bound(q) <= exact + 1e-12);
  for (const Matrix& center : {log_marginals(q), random_center(problem, seed + 2)}) {
    const double best = taylor_entropy(q, center), plain = taylor_entropy(q, center, TaylorScale::plain);
    ASSERT_TRUE(best <= exact + 1e-12);
    ASSERT_TRUE(plain <= best + 1e-12);
  }
}

PROPERTY(Entropy, BoundIsTheLargerOfTheTwo, (std::uint64_t seed)) {
  const oracle::TinyProblem problem = oracle::random_problem(seed);
  const Posterior q = oracle::random_mixture(problem, 2 + seed % 3, seed + 1);
  ASSERT_TRUE(entropy_bound(q) == std::max(pairwise_entropy(q), taylor_entropy(q, log_marginals(q))));
}

PROPERTY(Entropy, OfOneComponentIsExact, (std::uint64_t seed)) {
  const oracle::TinyProblem problem = oracle::random_problem(seed);
  const Posterior q = oracle::random_posterior(problem, seed + 1);
  const double exact = oracle::entropy(problem, q);
  for (const double value : {entropy_bound(q), pairwise_entropy(q), taylor_entropy(q, q.log_probabilities.front()),
                             taylor_entropy(q, q.log_probabilities.front(), TaylorScale::plain)})
    ASSERT_TRUE(relative_error(value, exact) < 1e-12);
}

PROPERTY(Entropy, OfEqualComponentsIsExactAboutTheMarginals, (std::uint64_t seed)) {
  const oracle::TinyProblem problem = oracle::random_problem(seed);
  Posterior q = oracle::random_mixture(problem, 3, seed + 1);
  for (Matrix& component : q.log_probabilities) component = q.log_probabilities.front();
  ASSERT_TRUE(relative_error(taylor_entropy(q, log_marginals(q)), oracle::entropy(problem, q)) < 1e-12);
}

PROPERTY(LogMarginals, AreThoseOfTheEnumeration, (std::uint64_t seed)) {
  const oracle::TinyProblem problem = oracle::random_problem(seed);
  const Posterior q = oracle::random_mixture(problem, 1 + seed % 4, seed + 1);
  Matrix expected(problem.prior.num_levels(), problem.prior.num_features());
  oracle::enumerate(problem, q, [&](const oracle::Configuration& c) {
    for (std::size_t j = 0; j < expected.cols(); ++j)
      for (std::size_t k = 0; k < expected.rows(); ++k)
        if (problem.prior.levels(k, j) == c.weights[j]) expected(k, j) += static_cast<double>(std::exp(c.log_q));
  });
  const Matrix marginals = exponentials(log_marginals(q));
  for (std::size_t i = 0; i < expected.size(); ++i)
    ASSERT_TRUE(std::abs(marginals.values()[i] - expected.values()[i]) < 1e-12);
}

// Three different weight vectors, which leave only the question which.
Posterior point_masses(const std::vector<double>& weights) {
  Posterior q;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    q.log_component_weights.push_back(std::log(weights[i]));
    q.log_probabilities.emplace_back(4, 2, -HUGE_VAL);
    q.log_probabilities.back()(i, 0) = q.log_probabilities.back()(1, 1) = 0.0;
  }
  return q;
}

double entropy_of_weights(const std::vector<double>& weights) {
  double sum = 0.0;
  for (const double weight : weights)
    if (weight > 0.0) sum -= weight * std::log(weight);
  return sum;
}

bool is_finite(const MixtureGradient& gradient) {
  for (const double value : mixtures::flat(gradient))
    if (!std::isfinite(value)) return false;
  return true;
}

TEST(Entropy, OfPointMassesIsThatOfTheWeights) {
  for (const std::vector<double>& weights : {std::vector<double>{0.2, 0.3, 0.5}, {0.4, 0.0, 0.6}}) {
    const Posterior q = point_masses(weights);
    EXPECT_NEAR(pairwise_entropy(q), entropy_of_weights(weights), 1e-14);
    EXPECT_NEAR(taylor_entropy(q, log_marginals(q)), entropy_of_weights(weights), 1e-14);  // q is the marginals'
  }
}

TEST(Entropy, OfPointMassesHasFiniteGradients) {
  for (const std::vector<double>& weights : {std::vector<double>{0.2, 0.3, 0.5}, {0.4, 0.0, 0.6}}) {
    const Posterior q = point_masses(weights);
    for (const TaylorScale scale : {TaylorScale::plain, TaylorScale::best}) {
      MixtureGradient gradient = zero_gradient(q);
      Matrix center_gradient(4, 2);
      pairwise_entropy(q, &gradient);
      taylor_entropy(q, log_marginals(q), scale, &gradient, &center_gradient);
      EXPECT_TRUE(is_finite(gradient));
      for (const double value : center_gradient.values()) EXPECT_TRUE(std::isfinite(value));
    }
  }
}

TEST(TaylorEntropy, IsMinusInfinityWhereTheCenterExcludesTheWeights) {
  const Posterior q = point_masses({0.5, 0.5});
  MixtureGradient gradient = zero_gradient(q);
  for (const TaylorScale scale : {TaylorScale::plain, TaylorScale::best})
    EXPECT_EQ(taylor_entropy(q, q.log_probabilities.front(), scale, &gradient), -HUGE_VAL);
  EXPECT_TRUE(is_finite(gradient));
}

void expect_near(const std::vector<double>& actual, const std::vector<double>& expected) {
  ASSERT_TRUE(actual.size() == expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) ASSERT_TRUE(relative_error(actual[i], expected[i]) < 1e-6);
}

PROPERTY(PairwiseEntropy, GradientEqualsCentralDifferences, (std::uint64_t seed)) {
  const oracle::TinyProblem problem = oracle::random_problem(seed);
  const Posterior q = oracle::random_mixture(problem, 1 + seed % 4, seed + 1);
  MixtureGradient gradient = zero_gradient(q);
  ASSERT_TRUE(pairwise_entropy(q, &gradient) == pairwise_entropy(q));
  to_logits(q, gradient);
  expect_near(mixtures::flat(gradient),
              mixtures::differences(q, [](const Posterior& at) { return pairwise_entropy(at); }));
}

PROPERTY(TaylorEntropy, GradientEqualsCentralDifferences, (std::uint64_t seed)) {
  const oracle::TinyProblem problem = oracle::random_problem(seed);
  const Posterior q = oracle::random_mixture(problem, 1 + seed % 4, seed + 1);
  const Matrix center = random_center(problem, seed + 2);
  for (const TaylorScale scale : {TaylorScale::plain, TaylorScale::best}) {
    MixtureGradient gradient = zero_gradient(q);
    ASSERT_TRUE(taylor_entropy(q, center, scale, &gradient) == taylor_entropy(q, center, scale));
    to_logits(q, gradient);
    const auto value = [&](const Posterior& at) { return taylor_entropy(at, center, scale); };
    expect_near(mixtures::flat(gradient), mixtures::differences(q, value));
  }
}

// The logarithms of the center are free numbers here: nothing says that it sums to one.
PROPERTY(TaylorEntropy, CenterGradientEqualsCentralDifferences, (std::uint64_t seed)) {
  const oracle::TinyProblem problem = oracle::random_problem(seed);
  const Posterior q = oracle::random_mixture(problem, 1 + seed % 4, seed + 1);
  Matrix center = random_center(problem, seed + 2);
  for (const TaylorScale scale : {TaylorScale::plain, TaylorScale::best}) {
    Matrix gradient(center.rows(), center.cols());
    taylor_entropy(q, center, scale, nullptr, &gradient);
    const std::vector<double> at(center.values().begin(), center.values().end());
    const auto value = [&](std::span<const double> x) {
      Matrix moved = center;
      std::copy(x.begin(), x.end(), moved.values().begin());
      return taylor_entropy(q, moved, scale);
    };
    const std::vector<double> actual(gradient.values().begin(), gradient.values().end());
    expect_near(actual, oracle::central_differences(value, at));
  }
}

// The definitions, in long double and without a thought for overflow: its exponents reach 10^4900.
struct Naive {
  long double pairwise = 0.0L, taylor = 0.0L;
};

Naive naive_bounds(const Posterior& q, const Matrix& log_center) {
  const std::size_t count = q.num_components();
  const auto log_q = [&](std::size_t i, std::size_t e) {
    return static_cast<long double>(q.log_probabilities[i].values()[e]);
  };
  Naive result;
  long double mean_ratio = 0.0L;
  for (std::size_t i = 0; i < count; ++i) {
    long double entropy = 0.0L, expected = 0.0L, overlaps = 0.0L;
    const long double alpha = std::exp(static_cast<long double>(q.log_component_weights[i]));
    for (std::size_t e = 0; e < log_center.size(); ++e) {
      entropy -= std::exp(log_q(i, e)) * log_q(i, e);
      expected += std::exp(log_q(i, e)) * log_center.values()[e];
    }
    for (std::size_t l = 0; l < count; ++l) {
      long double overlap = 1.0L, ratio = 1.0L;
      for (std::size_t j = 0; j < log_center.cols(); ++j) {
        long double root = 0.0L, share = 0.0L;
        for (std::size_t e = j * log_center.rows(); e < (j + 1) * log_center.rows(); ++e) {
          root += std::exp(0.5L * (log_q(i, e) + log_q(l, e)));
          share += std::exp(log_q(i, e) + log_q(l, e) - log_center.values()[e]);
        }
        overlap *= root;
        ratio *= share;
      }
      const long double other = std::exp(static_cast<long double>(q.log_component_weights[l]));
      overlaps += other * overlap;
      mean_ratio += alpha * other * ratio;
    }
    result.pairwise += alpha * (entropy - std::log(overlaps));
    result.taylor -= alpha * expected;
  }
  result.taylor -= std::log(mean_ratio);
  return result;
}

TEST(Entropy, OfManyWeightsEqualsTheDefinitions) {
  for (const double spread : {0.0, 0.01, 0.5, 3.0}) {
    const Posterior q = mixtures::perturbed(2000, 15, 5, spread, 7);
    const Matrix center = log_marginals(q);
    const Naive naive = naive_bounds(q, center);
    MixtureGradient gradient = zero_gradient(q);
    EXPECT_LT(relative_error(pairwise_entropy(q, &gradient), static_cast<double>(naive.pairwise)), 1e-10) << spread;
    EXPECT_LT(
        relative_error(taylor_entropy(q, center, TaylorScale::best, &gradient), static_cast<double>(naive.taylor)),
        1e-10)
        << spread;
    EXPECT_TRUE(is_finite(gradient));
  }
}

// The plain bound may overflow, but to minus infinity and without a trace in the gradient.
TEST(TaylorEntropy, OverflowsToMinusInfinity) {
  const Posterior q = mixtures::perturbed(2000, 15, 5, 3.0, 7);
  const Matrix center = q.log_probabilities.front();
  MixtureGradient gradient = zero_gradient(q);
  EXPECT_EQ(taylor_entropy(q, center, TaylorScale::plain, &gradient), -HUGE_VAL);
  EXPECT_TRUE(std::isfinite(taylor_entropy(q, center, TaylorScale::best, &gradient)));
  EXPECT_TRUE(is_finite(gradient));
}

}  // namespace
}  // namespace direct::entropy_test
