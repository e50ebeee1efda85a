// SPDX-License-Identifier: MIT
#include "likelihoods/family.h"

#include <gtest/gtest.h>
#include <cmath>

#include <direct/posterior.h>

#include "algebra/categorical.h"
#include "algebra/sigmoid.h"
#include "likelihoods/logistic.h"
#include "likelihoods/tilted.h"
#include "models/weight_law.h"
#include "oracle/differences.h"
#include "oracle/likelihoods.h"
#include "oracle/property.h"
#include "oracle/random_problem.h"

namespace direct::expectation_test {
namespace {

using oracle::TinyRows;

LikelihoodRows rows_of(const TinyRows& tiny) {
  return {tiny.problem.features, tiny.problem.targets, tiny.weights, tiny.offsets};
}

double unit(const TinyRows& tiny, LogisticBound bound, const Matrix& log_q, UnitSums sums = {}) {
  const WeightLaw law = weight_law(tiny.problem.prior, log_q);
  tiny.likelihood.family().add_expectation(bound, rows_of(tiny), law, sums);
  return sums.value;
}

// E log p with the constants of every dispersion.
double expected_log_likelihood(const TinyRows& tiny, LogisticBound bound, const Posterior& q) {
  TargetSums targets;
  add_targets(tiny.likelihood, rows_of(tiny), targets);
  const std::vector<double> constants = likelihood_constants(tiny.likelihood, targets, tiny.problem.noise.variances);
  const double value = unit(tiny, bound, q.log_probabilities.front());
  double sum = 0.0;
  for (std::size_t l = 0; l < constants.size(); ++l)
    sum += std::exp(q.noise_log_probabilities[l]) * (constants[l] + value / tiny.problem.noise.variances[l]);
  return sum;
}

double relative_error(double value, double expected) {
  return std::abs(value - expected) / std::max(1.0, std::abs(expected));
}

Posterior random_posterior(const TinyRows& tiny, std::uint64_t seed) {
  return oracle::random_posterior(tiny.problem, seed + 1);
}

PROPERTY(RowExpectation, WithoutABoundEqualsEnumeration, (std::uint64_t seed)) {
  for (const Likelihood& likelihood : all_likelihoods()) {
    if (likelihood->is_bounded) continue;
    const TinyRows tiny = oracle::random_rows(likelihood, seed);
    const Posterior q = random_posterior(tiny, seed);
    ASSERT_TRUE(relative_error(expected_log_likelihood(tiny, LogisticBound::quadratic, q),
                               oracle::expected_log_likelihood(tiny, q)) < 1e-10);
  }
}

PROPERTY(RowExpectation, ABoundIsNeverAboveEnumeration, (std::uint64_t seed)) {
  for (const Likelihood& likelihood : all_likelihoods()) {
    if (!likelihood->is_bounded) continue;
    const TinyRows tiny = oracle::random_rows(likelihood, seed);
    const Posterior q = random_posterior(tiny, seed);
    const double exact = oracle::expected_log_likelihood(tiny, q);
    for (const LogisticBound bound : {LogisticBound::taylor, LogisticBound::tilted, LogisticBound::quadratic})
      ASSERT_TRUE(expected_log_likelihood(tiny, bound, q) <= exact + 1e-11 * (1.0 + std::abs(exact)));
  }
}

// Theorem 2 as the paper has it, with its class convention P(y = 0) = sigmoid(z): our z is minus its z.
PROPERTY(RowExpectation, TaylorIsTheoremTwo, (std::uint64_t seed)) {
  const TinyRows tiny = oracle::random_rows(Likelihood("bernoulli"), seed);
  const Posterior q = random_posterior(tiny, seed);
  const double paper = oracle::expectation(tiny, q, [&](std::size_t row, long double z, double) {
    const long double logit = -z;
    return tiny.problem.targets[row] < 0.5 ? -std::exp(-logit) : -logit - std::exp(logit) + logit;
  });
  ASSERT_TRUE(relative_error(expected_log_likelihood(tiny, LogisticBound::taylor, q), paper) < 1e-10);
}

PROPERTY(RowExpectation, QuadraticIsJaakkolaAndJordans, (std::uint64_t seed)) {
  const TinyRows tiny = oracle::random_rows(Likelihood("bernoulli"), seed);
  const Posterior q = random_posterior(tiny, seed);
  std::vector<long double> xi;
  for (std::size_t i = 0; i < tiny.weights.size(); ++i)
    xi.push_back(std::sqrt(oracle::mean_of(tiny, q, i, [](long double z) { return z * z; })));
  const double formula = oracle::expectation(tiny, q, [&](std::size_t row, long double z, double) {
    const long double t = tiny.problem.targets[row] > 0.5 ? z : -z, x = xi[row];
    return -std::log1p(std::exp(-x)) + (t - x) / 2 - std::tanh(x / 2) / (4 * x) * (t * t - x * x);
  });
  ASSERT_TRUE(relative_error(expected_log_likelihood(tiny, LogisticBound::quadratic, q), formula) < 1e-10);
}

// The values of z of one row, with their probabilities.
struct Values {
  std::vector<long double> z, probability;
};
Values values_of(const TinyRows& tiny, const Posterior& q, std::size_t row) {
  Values values;
  oracle::enumerate(tiny.problem, q, [&](const oracle::Configuration& at) {
    long double z = tiny.offsets[row];
    for (std::size_t j = 0; j < at.weights.size(); ++j) z += tiny.problem.features(row, j) * at.weights[j];
    values.z.push_back(z);
    values.probability.push_back(std::exp(at.log_q));
  });
  return values;
}

// x = sign z
long double tilted_bound(const Values& values, long double sign, long double a) {
  long double mean = 0.0L, with = 0.0L, against = 0.0L;
  for (std::size_t k = 0; k < values.z.size(); ++k) {
    const long double x = sign * values.z[k];
    mean += values.probability[k] * x;
    with += values.probability[k] * std::exp(-a * x);
    against += values.probability[k] * std::exp((1 - a) * x);
  }
  return a * mean + std::log(with + against);
}

// By thirds, for the bound is convex.
long double least_tilted_bound(const Values& values, long double sign) {
  long double low = 0.0L, high = 1.0L;
  for (int k = 0; k < 40; ++k) {
    const long double left = low + (high - low) / 3, right = high - (high - low) / 3;
    if (tilted_bound(values, sign, left) < tilted_bound(values, sign, right))
      high = right;
    else
      low = left;
  }
  return tilted_bound(values, sign, (low + high) / 2);
}

PROPERTY(RowExpectation, TiltedHasTheBestParameter, (std::uint64_t seed)) {
  const TinyRows tiny = oracle::random_rows(Likelihood("bernoulli"), seed);
  const Posterior q = random_posterior(tiny, seed);
  double best = 0.0;
  for (std::size_t i = 0; i < tiny.weights.size(); ++i) {
    const long double sign = tiny.problem.targets[i] > 0.5 ? -1.0L : 1.0L;
    best -= tiny.weights[i] * static_cast<double>(least_tilted_bound(values_of(tiny, q, i), sign));
  }
  ASSERT_TRUE(relative_error(expected_log_likelihood(tiny, LogisticBound::tilted, q), best) < 1e-10);
}

// By free probabilities, which need not sum to one for the formulas to have derivatives.
PROPERTY(RowExpectation, GradientsEqualDifferences, (std::uint64_t seed)) {
  for (const Likelihood& likelihood : all_likelihoods())
    for (const LogisticBound bound : {LogisticBound::taylor, LogisticBound::tilted, LogisticBound::quadratic}) {
      const TinyRows tiny = oracle::random_rows(likelihood, seed);
      const Matrix log_q = random_posterior(tiny, seed).log_probabilities.front();
      UnitSums sums(tiny.problem.prior.num_levels(), tiny.problem.prior.num_features());
      const WeightLaw law = weight_law(tiny.problem.prior, log_q);
      likelihood.family().add_expectation(bound, rows_of(tiny), law, sums);
      const Matrix gradient = by_probability(sums, law);
      std::vector<double> by_logit(gradient.values().begin(), gradient.values().end());
      for (std::size_t j = 0; j < log_q.cols(); ++j)
        softmax_chain_rule(law.probabilities.column(j), std::span(by_logit).subspan(j * log_q.rows(), log_q.rows()));
      const auto value = [&](std::span<const double> logits) {
        Matrix at(log_q.rows(), log_q.cols());
        std::copy(logits.begin(), logits.end(), at.data());
        for (std::size_t j = 0; j < at.cols(); ++j) normalise_log(at.column(j));
        return unit(tiny, bound, at);
      };
      const std::vector<double> expected =
          oracle::central_differences(value, {log_q.values().begin(), log_q.values().end()}, 1e-5);
      for (std::size_t k = 0; k < expected.size(); ++k)
        ASSERT_TRUE(std::abs(by_logit[k] - expected[k]) < 1e-6 * (1.0 + std::abs(expected[k])));
    }
}

// A learned grid: a code stands for a uniform density on its cell.
PROPERTY(RowExpectation, CellsAreIntegrated, (std::uint64_t seed)) {
  TinyRows tiny = oracle::random_rows(Likelihood("poisson"), seed);
  const std::size_t b = tiny.problem.prior.num_features();
  std::vector<double> centres, steps;
  for (std::size_t j = 0; j < b; ++j) {
    centres.push_back(0.1 * static_cast<double>(j) - 0.1);
    steps.push_back(0.3);
  }
  tiny.problem.prior = on_grid(tiny.problem.prior, learned_grid(centres, steps));
  const Posterior q = random_posterior(tiny, seed);
  const double at_levels = oracle::expectation(
      tiny, q, [&](std::size_t row, long double z, double) { return tiny.problem.targets[row] * z; });
  const double moments = oracle::expectation(tiny, q, [&](std::size_t row, long double z, double) {
    long double factor = 1.0L;
    for (std::size_t j = 0; j < b; ++j) {
      const long double half = static_cast<long double>(tiny.problem.features(row, j)) *
                               static_cast<long double>(tiny.problem.prior.learned->steps[j]) / 2;
      if (half != 0.0L) factor *= std::sinh(half) / half;
    }
    return std::exp(z) * factor;
  });
  ASSERT_TRUE(relative_error(unit(tiny, LogisticBound::quadratic, q.log_probabilities.front()), at_levels - moments) <
              1e-10);
}

// The figure of the paper's supplement as numbers: certain logits from -10 to 10.
TEST(LogisticBounds, OfCertainLogits) {
  for (double z = -10.0; z <= 10.0; z += 0.5) {
    const double exact = log_sigmoid(z);
    EXPECT_LE(-std::exp(-z), exact);
    EXPECT_NEAR(quadratic_bound(z, std::abs(z)), exact, 1e-12);
    for (const double xi : {0.0, 0.5, 2.0, 9.0}) EXPECT_LE(quadratic_bound(z, xi), exact + 1e-12);
  }
  EXPECT_NEAR(quadratic_curvature(1e-9), 0.125, 1e-15);
  EXPECT_NEAR(quadratic_curvature(1e-4 - 1e-12), quadratic_curvature(1e-4 + 1e-12), 1e-13);
}

TEST(RowExpectation, HopelessRowsStayFinite) {
  const WeightPrior prior = make_prior(PriorKind::gaussian, std::vector<double>{-1.0, 0.0, 1.0}, 1.0, 1);
  const Matrix features(1, 1, 1e6);
  const std::vector<double> targets = {1.0}, ones = {1.0}, zeros = {0.0};
  for (const Likelihood& likelihood : all_likelihoods())
    for (const LogisticBound bound : {LogisticBound::taylor, LogisticBound::tilted, LogisticBound::quadratic}) {
      UnitSums sums(prior.num_levels(), prior.num_features());
      const WeightLaw law = weight_law(prior, prior.log_prior);
      likelihood.family().add_expectation(bound, {features, targets, ones, zeros}, law, sums);
      EXPECT_TRUE(std::isfinite(sums.value));
      const Matrix gradient = by_probability(sums, law);
      for (const double derivative : gradient.values()) EXPECT_TRUE(std::isfinite(derivative));
    }
}

}  // namespace
}  // namespace direct::expectation_test
