// SPDX-License-Identifier: MIT
#include "fit/lattice.h"

#include <gtest/gtest.h>
#include <algorithm>
#include <cmath>
#include <limits>

#include "algebra/dense.h"
#include "models/precision.h"
#include "oracle/enumerate.h"
#include "oracle/property.h"
#include "oracle/random_problem.h"

namespace direct::lattice_test {
namespace {

double distance(const Matrix& precision, const std::vector<double>& mean, const std::vector<double>& point) {
  const Eigen::VectorXd error = view(point) - view(mean);
  return error.dot(view(precision) * error);
}

double nearest_distance(const oracle::TinyProblem& problem, const Matrix& precision, const std::vector<double>& mean) {
  double nearest = std::numeric_limits<double>::infinity();
  oracle::enumerate(problem, prior_as_posterior(problem.prior, problem.noise), [&](const oracle::Configuration& c) {
    nearest = std::min(nearest, distance(precision, mean, c.weights));
  });
  return nearest;
}

PROPERTY(OrderedCompanion, HasTheMeanOfThePlainCompanionAndAPermutation, (std::uint64_t seed)) {
  const oracle::TinyProblem problem = oracle::random_regression(seed, 30, 12, 5, 0.5);
  const SecondMoments statistics = oracle::statistics_of(problem);
  OrderedCompanion ordered = ordered_companion(statistics, problem.prior, 4.0);
  const Companion plain = gaussian_companion(statistics, problem.prior, 4.0);
  for (std::size_t j = 0; j < plain.mean.size(); ++j) ASSERT_TRUE(std::abs(plain.mean[j] - ordered.mean[j]) < 1e-9);
  std::sort(ordered.order.begin(), ordered.order.end());
  for (std::size_t j = 0; j < ordered.order.size(); ++j) ASSERT_TRUE(ordered.order[j] == j);
}

PROPERTY(LatticePoint, LiesOnTheGridAndNoNearerThanTheNearest, (std::uint64_t seed)) {
  const oracle::TinyProblem problem = oracle::random_problem(seed);
  const SecondMoments statistics = oracle::statistics_of(problem);
  const double tau = 3.0;
  const OrderedCompanion companion = ordered_companion(statistics, problem.prior, tau);
  const std::vector<double> point = lattice_point(companion, problem.prior.levels);
  for (std::size_t j = 0; j < point.size(); ++j) {
    const auto levels = problem.prior.levels.column(j);
    ASSERT_TRUE(std::find(levels.begin(), levels.end(), point[j]) != levels.end());
  }
  const Matrix precision = precision_matrix(statistics.gram, tau, problem.prior.variances);
  ASSERT_TRUE(distance(precision, companion.mean, point) >=
              nearest_distance(problem, precision, companion.mean) - 1e-9);
}

TEST(LatticePoint, RoundsIndependentWeightsToTheNearestLevel) {
  SecondMoments statistics(3);
  statistics.num_rows = 1;
  for (std::size_t j = 0; j < 3; ++j) statistics.gram(j, j) = 100.0;
  statistics.feature_target = {52.0, -170.0, 1e6};
  const WeightPrior prior = make_prior(PriorKind::gaussian, linear_grid(-2.0, 2.0, 5), 1e6, 3);
  const std::vector<double> point = lattice_point(ordered_companion(statistics, prior, 1.0), prior.levels);
  EXPECT_EQ(point, (std::vector<double>{1.0, -2.0, 2.0}));  // 0.52, -1.7, 1e4
}

// Two features that are nearly the same: their sum is well determined, so one error must be repaired by the other.
TEST(LatticePoint, FeedsRoundingErrorsForward) {
  SecondMoments statistics(2);
  statistics.num_rows = 2;
  statistics.gram(0, 0) = statistics.gram(1, 1) = 1000.0;
  statistics.gram(0, 1) = statistics.gram(1, 0) = 999.0;
  statistics.feature_target = {1999.0 * 0.45, 1999.0 * 0.45};  // mean about (0.45, 0.45): rounds to (0, 0) one by one
  const WeightPrior prior = make_prior(PriorKind::gaussian, linear_grid(-2.0, 2.0, 5), 100.0, 2);
  const std::vector<double> point = lattice_point(ordered_companion(statistics, prior, 1.0), prior.levels);
  EXPECT_EQ(point[0] + point[1], 1.0);
}

// Averaged over problems with correlated features, successive rounding is much nearer than rounding one by one.
TEST(LatticePoint, BeatsRoundingOneByOne) {
  double successive = 0.0, one_by_one = 0.0, nearest = 0.0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    oracle::TinyProblem problem = oracle::random_regression(seed, 30, 4, 7, 0.1);
    for (std::size_t i = 0; i < problem.features.rows(); ++i) {
      problem.targets[i] = 0.0;
      for (std::size_t j = 0; j < 4; ++j) {
        if (j > 0) problem.features(i, j) = problem.features(i, 0) + 0.3 * problem.features(i, j);
        problem.targets[i] += problem.features(i, j) * 1.5 * std::sin(static_cast<double>(seed + j));
      }
    }
    const SecondMoments statistics = oracle::statistics_of(problem);
    const OrderedCompanion companion = ordered_companion(statistics, problem.prior, 100.0);
    const Matrix precision = precision_matrix(statistics.gram, 100.0, problem.prior.variances);
    std::vector<double> rounded = companion.mean;
    for (double& value : rounded) value = std::clamp(std::round(value), -3.0, 3.0);
    successive += distance(precision, companion.mean, lattice_point(companion, problem.prior.levels));
    one_by_one += distance(precision, companion.mean, rounded);
    nearest += nearest_distance(problem, precision, companion.mean);
  }
  EXPECT_LT(successive, 0.5 * one_by_one);
  EXPECT_LT(successive, 3.0 * nearest);
}

}  // namespace
}  // namespace direct::lattice_test
