// SPDX-License-Identifier: MIT
#include <direct/error.h>
#include <direct/model.h>

#include <cmath>
#include <limits>
#include <numbers>

#include <gtest/gtest.h>

#include "algebra/dense.h"
#include "features/weak_prior.h"
#include "oracle/elimination.h"
#include "oracle/enumerate.h"
#include "oracle/property.h"
#include "oracle/random_problem.h"

namespace direct::evidence_test {
namespace {

// log N(y; Phi m, noise I + Phi diag(Var) Phi')
double dense_log_evidence(const oracle::TinyProblem& problem, double noise) {
  const Matrix& phi = problem.features;
  const std::size_t n = problem.targets.size();
  const oracle::WideMatrix covariance(n, [&](std::size_t i, std::size_t k) {
    long double sum = i == k ? noise : 0.0L;
    for (std::size_t j = 0; j < phi.cols(); ++j)
      sum += static_cast<long double>(phi(i, j)) * problem.prior.variances[j] * phi(k, j);
    return sum;
  });
  oracle::WideVector y(problem.targets.begin(), problem.targets.end());
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < phi.cols(); ++j) y[i] -= static_cast<long double>(phi(i, j)) * problem.prior.means[j];
  const auto [solution, log_determinant] = oracle::eliminate(covariance, y);
  long double square = 0.0L;
  for (std::size_t i = 0; i < n; ++i) square += y[i] * solution[i];
  return static_cast<double>(-0.5L * (static_cast<long double>(n) * std::log(2.0L * std::numbers::pi_v<long double>) +
                                      log_determinant + square));
}

double log_evidence_of(const SecondMoments& statistics, const WeightPrior& prior, double noise) {
  return log_evidence(gaussian_companion(statistics, prior, 1.0 / noise), statistics, prior, 1.0 / noise);
}

// Of a prior of mean zero and one variance.
double log_evidence_of(const SecondMoments& statistics, const Variances& variances) {
  const std::vector<double> any_levels{-1.0, 1.0};
  const WeightPrior prior = make_prior(PriorKind::gaussian, any_levels, variances.weight, statistics.num_features());
  return log_evidence_of(statistics, prior, variances.noise);
}

// 1 to 20 rows and 1 to 20 features, each with a prior of its own
oracle::TinyProblem small_problem(std::uint64_t seed) {
  oracle::TinyProblem problem = oracle::random_regression(seed, 1 + seed % 20, 1 + seed / 20 % 20, 3, 0.5);
  for (std::size_t j = 0; j < problem.prior.num_features(); ++j) {
    problem.prior.means[j] = 0.1 * static_cast<double>(j) - 0.5;
    problem.prior.variances[j] = std::exp(static_cast<double>((seed + j) % 7) - 3.0);
  }
  return problem;
}

PROPERTY(LogEvidence, EqualsTheDensityOfTheTargets, (std::uint64_t seed)) {
  const oracle::TinyProblem problem = small_problem(seed);
  const double noise = std::exp(static_cast<double>(seed % 13) - 8.0);
  const double expected = dense_log_evidence(problem, noise);
  const double actual = log_evidence_of(oracle::statistics_of(problem), problem.prior, noise);
  ASSERT_TRUE(std::abs(actual - expected) < 1e-8 * std::max(1.0, std::abs(expected)));
}

double best_on_a_grid(const SecondMoments& statistics, const std::vector<double>& noises,
                      const std::vector<double>& weights) {
  double best = -std::numeric_limits<double>::infinity();
  for (const double noise : noises)
    for (const double weight : weights) best = std::max(best, log_evidence_of(statistics, {noise, weight}));
  return best;
}

struct Shape {
  std::size_t num_rows, num_features;
  double noise;
};
const Shape shapes[] = {{40, 5, 0.5}, {40, 5, 3.0}, {12, 12, 0.5}, {200, 3, 0.02}, {10, 30, 0.5}, {60, 8, 10.0}};

// Starts that are wrong by a factor of 10 either way.
TEST(MaximiseEvidence, IsAsGoodAsAFineGridInEightFactorisations) {
  std::uint64_t seed = 1;
  for (const Shape& shape : shapes) {
    const auto statistics =
        oracle::statistics_of(oracle::random_regression(seed++, shape.num_rows, shape.num_features, 3, shape.noise));
    const double noise = shape.noise * shape.noise;
    const double expected =
        best_on_a_grid(statistics, logarithmic_grid(noise * 1e-3, noise * 1e3, 61), logarithmic_grid(1e-4, 1e3, 61));
    for (const double factor : {0.1, 1.0, 10.0}) {
      const EvidenceMaximum maximum = maximise_evidence(statistics, {.noise = noise * factor, .weight = 1.0});
      EXPECT_GE(maximum.log_evidence, expected - 0.02) << shape.num_rows << ' ' << shape.noise << ' ' << factor;
      EXPECT_LE(maximum.factorisations, 8);
      EXPECT_NEAR(maximum.log_evidence, log_evidence_of(statistics, maximum.variances),
                  1e-9 * std::abs(maximum.log_evidence));
    }
  }
}

// The priors are in units of the target's mean square, the signal that of the average row.
double log_prior_of(const SecondMoments& statistics, const Variances& v) {
  const double unit = statistics.target_square / statistics.num_rows;
  const double features = view(statistics.gram).diagonal().sum() / statistics.num_rows;
  return noise_prior().log_density(std::log(v.noise / unit)) +
         signal_prior().log_density(std::log(v.weight * features / unit));
}

TEST(MaximiseEvidence, WithWeakPriorsIsAsGoodAsAFineGrid) {
  std::uint64_t seed = 1;
  for (const Shape& shape : shapes) {
    const auto statistics =
        oracle::statistics_of(oracle::random_regression(seed++, shape.num_rows, shape.num_features, 3, shape.noise));
    double expected = -std::numeric_limits<double>::infinity();
    for (const double noise : logarithmic_grid(1e-5, 1e3, 81))
      for (const double weight : logarithmic_grid(1e-4, 1e3, 81))
        expected = std::max(expected,
                            log_evidence_of(statistics, {noise, weight}) + log_prior_of(statistics, {noise, weight}));
    const EvidenceMaximum maximum =
        maximise_evidence(statistics, {.noise = shape.noise * shape.noise, .weight = 1.0}, {.weak_priors = true});
    EXPECT_GE(maximum.log_evidence, expected - 0.02) << shape.num_rows << ' ' << shape.noise;
    EXPECT_NEAR(maximum.log_evidence,
                log_evidence_of(statistics, maximum.variances) + log_prior_of(statistics, maximum.variances), 1e-8);
  }
}

TEST(MaximiseEvidence, KeepsWhatIsKnown) {
  const SecondMoments statistics = oracle::statistics_of(oracle::random_regression(20, 50, 6, 3, 0.5));
  const auto grid = logarithmic_grid(1e-4, 1e4, 401);

  const EvidenceMaximum noise_known = maximise_evidence(statistics, {0.3, 5.0}, {.noise = 0.7});
  EXPECT_EQ(noise_known.variances.noise, 0.7);
  EXPECT_GE(noise_known.log_evidence, best_on_a_grid(statistics, {0.7}, grid) - 0.02);
  EXPECT_LE(noise_known.factorisations, 8);

  const EvidenceMaximum weight_known = maximise_evidence(statistics, {0.3, 5.0}, {.weight = 0.01});
  EXPECT_EQ(weight_known.variances.weight, 0.01);
  EXPECT_GE(weight_known.log_evidence, best_on_a_grid(statistics, grid, {0.01}) - 0.02);
  EXPECT_LE(weight_known.factorisations, 8);

  const EvidenceMaximum both = maximise_evidence(statistics, {0.3, 5.0}, {.noise = 0.7, .weight = 0.01});
  EXPECT_EQ(both.variances.noise, 0.7);
  EXPECT_NEAR(both.variances.weight, 0.01, 1e-16);
  EXPECT_EQ(both.factorisations, 1);
  EXPECT_NEAR(both.log_evidence, log_evidence_of(statistics, {0.7, 0.01}), 1e-9);
}

void expect_finite_and_positive(const EvidenceMaximum& maximum) {
  EXPECT_TRUE(std::isfinite(maximum.log_evidence));
  for (const double variance : {maximum.variances.noise, maximum.variances.weight}) {
    EXPECT_TRUE(std::isfinite(variance));
    EXPECT_GT(variance, 0.0);
  }
}

TEST(MaximiseEvidence, WorksForTargetsThatAreAllZero) {
  oracle::TinyProblem problem = oracle::random_regression(21, 30, 4, 3, 0.5);
  std::fill(problem.targets.begin(), problem.targets.end(), 0.0);
  expect_finite_and_positive(maximise_evidence(oracle::statistics_of(problem), {}));
}

TEST(MaximiseEvidence, WorksForOneRowAndForFeaturesOfAnySize) {
  for (const std::size_t num_features : {1U, 5U})
    expect_finite_and_positive(
        maximise_evidence(oracle::statistics_of(oracle::random_regression(22, 1, num_features, 3, 0.5)), {}));
  oracle::TinyProblem problem = oracle::random_regression(23, 10, 2, 3, 0.5);
  for (const double value : {0.0, 1e-150, 1e140}) {
    problem.features = Matrix(10, 2, value);
    expect_finite_and_positive(maximise_evidence(oracle::statistics_of(problem), {}));
  }
}

TEST(MaximiseEvidence, WorksForAPerfectFit) {
  oracle::TinyProblem problem = oracle::random_regression(24, 50, 3, 3, 0.5);
  for (std::size_t i = 0; i < 50; ++i) problem.targets[i] = problem.features(i, 0) - 2.0 * problem.features(i, 2);
  const EvidenceMaximum maximum = maximise_evidence(oracle::statistics_of(problem), {});
  expect_finite_and_positive(maximum);
  EXPECT_LT(maximum.variances.noise, 1e-5);
}

TEST(MaximiseEvidence, RefusesStatisticsWithoutRows) { EXPECT_THROW(maximise_evidence(SecondMoments(2), {}), Error); }

// Scaling is exact but the logarithms are not, so the points of the line search differ by rounding.
PROPERTY(MaximiseEvidence, ScalesWithTheSquareOfTheTarget, (std::uint64_t seed)) {
  const int power = static_cast<int>(seed % 41) - 20;
  oracle::TinyProblem problem = oracle::random_regression(seed, 30, 4, 3, 0.5);
  const EvidenceMaximum before = maximise_evidence(oracle::statistics_of(problem), {0.5, 0.5});
  for (double& target : problem.targets) target = std::ldexp(target, power);
  const double scale = std::ldexp(1.0, 2 * power);
  const EvidenceMaximum after = maximise_evidence(oracle::statistics_of(problem), {0.5 * scale, 0.5 * scale});
  ASSERT_TRUE(std::abs(after.variances.noise / scale / before.variances.noise - 1.0) < 1e-9);
  ASSERT_TRUE(std::abs(after.variances.weight / scale / before.variances.weight - 1.0) < 1e-9);
}

TEST(MaximiseEvidence, TellsAListenerAboutEachFactorisation) {
  const SecondMoments statistics = oracle::statistics_of(oracle::random_regression(25, 50, 6, 3, 0.5));
  double last = 0.0;
  const Progress listener = [&](const ProgressEvent& event) {
    EXPECT_EQ(event.stage, "evidence");
    last = event.done;
    return true;
  };
  const EvidenceMaximum maximum = maximise_evidence(statistics, {}, {.progress = listener});
  EXPECT_EQ(last, static_cast<double>(maximum.factorisations));
  const Progress stop = [](const ProgressEvent&) { return false; };
  EXPECT_THROW(maximise_evidence(statistics, {}, {.progress = stop}), Interrupted);
}

}  // namespace
}  // namespace direct::evidence_test
