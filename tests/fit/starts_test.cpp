// SPDX-License-Identifier: MIT
#include "fit/starts.h"

#include <gtest/gtest.h>
#include <cmath>

#include "oracle/property.h"
#include "oracle/random_problem.h"

namespace direct::starts_test {
namespace {

PROPERTY(CompanionStart, OnAFineGridIsTheCompanionsMean, (std::uint64_t seed)) {
  const oracle::TinyProblem problem = oracle::random_regression(seed, 20, 15, 201, 3.0);
  const SecondMoments statistics = oracle::statistics_of(problem);
  const double tau = prior_noise_precision(problem.noise);
  ASSERT_TRUE(!is_coarse(statistics, problem.prior, tau));
  const CompanionStart start = companion_start(statistics, problem.prior, tau);
  const Companion exact = gaussian_companion(statistics, problem.prior, tau);
  ASSERT_TRUE(!start.ordered);
  for (std::size_t j = 0; j < exact.mean.size(); ++j) ASSERT_TRUE(std::abs(start.mean[j] - exact.mean[j]) < 1e-2);
}

TEST(Coarseness, IsTheSquareOfTheStepInConditionalDeviations) {
  SecondMoments statistics(2);
  statistics.num_rows = 1;
  statistics.gram(0, 0) = 3.0;
  statistics.gram(1, 1) = 8.0;
  const WeightPrior prior = make_prior(PriorKind::gaussian, linear_grid(-1.0, 1.0, 5), 0.5, 2);
  EXPECT_DOUBLE_EQ(coarseness(statistics, prior, 10.0), (80.0 + 2.0) * 0.25);
}

TEST(CompanionStart, IsTemperedOnlyWhereTheMeanDoesNotFit) {
  const oracle::TinyProblem problem = oracle::random_regression(4, 400, 10, 15, 0.01);
  const SecondMoments statistics = oracle::statistics_of(problem);
  const double tau = prior_noise_precision(problem.noise);
  const CompanionStart wide = companion_start(statistics, problem.prior, tau);
  EXPECT_TRUE(wide.fits);
  EXPECT_EQ(wide.temperature, 1.0);
  const WeightPrior narrow = make_prior(PriorKind::gaussian, linear_grid(-0.1, 0.1, 15), 1.0, 10);
  const CompanionStart tempered = companion_start(statistics, narrow, tau);
  EXPECT_FALSE(tempered.fits);
  EXPECT_GT(tempered.temperature, 1.0);
}

}  // namespace
}  // namespace direct::starts_test
