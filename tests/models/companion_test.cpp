// SPDX-License-Identifier: MIT
#include <direct/model.h>

#include <Eigen/Dense>

#include <gtest/gtest.h>

#include "algebra/dense.h"
#include "oracle/enumerate.h"
#include "oracle/property.h"
#include "oracle/random_problem.h"

namespace direct::companion_test {
namespace {

using WideMatrix = Eigen::Matrix<long double, Eigen::Dynamic, Eigen::Dynamic>;
using WideVector = Eigen::Matrix<long double, Eigen::Dynamic, 1>;

struct Expected {
  WideMatrix precision;
  WideVector mean;
};

// Eq. 9 from the rows themselves
Expected dense_companion(const oracle::TinyProblem& problem, long double noise_precision) {
  const WideMatrix phi = view(problem.features).cast<long double>();
  const WideVector y = view(problem.targets).cast<long double>();
  const WideVector prior_precisions = view(problem.prior.variances).cast<long double>().cwiseInverse();
  Expected expected{.precision = noise_precision * phi.transpose() * phi};
  expected.precision.diagonal() += prior_precisions;
  const WideVector prior_part = prior_precisions.cwiseProduct(view(problem.prior.means).cast<long double>());
  expected.mean = expected.precision.ldlt().solve(noise_precision * phi.transpose() * y + prior_part);
  return expected;
}

Companion companion_of(const oracle::TinyProblem& problem, double noise_precision) {
  return gaussian_companion(oracle::statistics_of(problem), problem.prior, noise_precision);
}

Eigen::MatrixXd product_of_factor(const Companion& companion) {
  const Eigen::MatrixXd lower = view(companion.factor).triangularView<Eigen::Lower>();
  return lower * lower.transpose();
}

// Rows fewer and more than features, and a prior whose mean is not zero.
oracle::TinyProblem shifted_problem(std::uint64_t seed) {
  oracle::TinyProblem problem = oracle::random_regression(seed, 1 + seed % 30, 1 + seed / 30 % 20, 5, 0.5);
  for (std::size_t j = 0; j < problem.prior.num_features(); ++j) {
    problem.prior.means[j] = 0.1 * static_cast<double>(j) - 0.3;
    problem.prior.variances[j] = 0.5 + 0.2 * static_cast<double>(j);
  }
  return problem;
}

PROPERTY(Companion, EqualsTheDenseSolution, (std::uint64_t seed)) {
  const oracle::TinyProblem problem = shifted_problem(seed);
  const Companion companion = companion_of(problem, 4.0);
  const Expected expected = dense_companion(problem, 4.0L);
  const double size = static_cast<double>(expected.precision.norm());
  ASSERT_TRUE((product_of_factor(companion) - expected.precision.cast<double>()).norm() < 1e-14 * size);
  ASSERT_TRUE((view(companion.mean) - expected.mean.cast<double>()).norm() <
              1e-11 * (1.0 + static_cast<double>(expected.mean.norm())));
}

TEST(Companion, SpansMoreThanOneTile) {
  const oracle::TinyProblem problem = oracle::random_regression(5, 150, 300, 5, 0.5);
  const Companion companion = companion_of(problem, 4.0);
  const Expected expected = dense_companion(problem, 4.0L);
  EXPECT_LT((view(companion.mean) - expected.mean.cast<double>()).norm(), 1e-10);
}

TEST(Companion, OfDuplicateColumnsSharesTheWeight) {
  oracle::TinyProblem problem = oracle::random_regression(6, 40, 4, 5, 0.1);
  for (std::size_t i = 0; i < 40; ++i) problem.features(i, 3) = problem.features(i, 1);
  for (const double noise_precision :
       {1.0, 1e6, 1e12}) {  // the difference of the two weights is as certain as the prior
    const Companion companion = companion_of(problem, noise_precision);
    EXPECT_NEAR(companion.mean[1], companion.mean[3], 1e-13 * (1.0 + noise_precision)) << noise_precision;
    const WideVector difference =
        view(companion.mean).cast<long double>() - dense_companion(problem, noise_precision).mean;
    EXPECT_LT(static_cast<double>((view(problem.features).cast<long double>() * difference).norm()), 1e-6)
        << noise_precision;
  }
}

// At this precision the prior is lost in rounding, and the factorisation needs more diagonal than there is.
TEST(Companion, OfASingularGramIsFinite) {
  oracle::TinyProblem problem = oracle::random_regression(7, 3, 20, 5, 0.1);
  const Companion companion = companion_of(problem, 1e25);
  EXPECT_TRUE(view(companion.mean).allFinite());
  EXPECT_TRUE(product_of_factor(companion).allFinite());
  EXPECT_LT((view(problem.features) * view(companion.mean) - view(problem.targets)).norm(), 1e-6);
}

}  // namespace
}  // namespace direct::companion_test
