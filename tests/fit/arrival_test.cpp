// SPDX-License-Identifier: MIT
// `auto` arrives: in tens of steps, and never below the paper's L-BFGS.
#include <direct/fit.h>

#include <gtest/gtest.h>

#include "oracle/ascent_problems.h"

namespace direct::arrival_test {
namespace {

FitReport report_of(const oracle::AscentProblem& problem, FitOptions options) {
  options.posterior = PosteriorKind::mean_field;
  return fit_posterior(problem.statistics, problem.prior, problem.noise, options).report;
}

double shortfall(const oracle::AscentProblem& problem) {
  return report_of(problem, {.optimizer = Optimizer::lbfgs}).elbo - report_of(problem, {}).elbo;
}

constexpr double rounding = 1e-3;  // nats: both stop before the very end

// Coordinate ascent alone ends 0.02 nats below, and takes thousands of sweeps to do better. The best known is what
// ascent finds at a tolerance of 1e-12; 10,000 iterations of L-BFGS end at most 1e-5 below it.
TEST(Arrival, OnTheAuthorsTutorialTakesTensOfSteps) {
  constexpr double best_known[] = {-88.306492, -90.348573, -87.127672};
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    const FitReport found = report_of(oracle::tutorial_problem(seed), {});
    EXPECT_GT(found.elbo, best_known[seed] - 1e-4) << seed;
    EXPECT_LT(found.elbo, best_known[seed] + 1e-5) << seed;
    EXPECT_LT(found.trace.size(), 60U) << seed;  // of all starts
  }
}

TEST(Arrival, IsNeverBelowLbfgsOnGeneratedProblems) {
  for (std::uint64_t seed = 0; seed < 200; seed += 7)
    EXPECT_LT(shortfall(oracle::correlated_problem(seed)), rounding) << seed;
}

TEST(ArrivalLong, IsNeverBelowLbfgsOnAllGeneratedProblems) {
  for (std::uint64_t seed = 0; seed < 200; ++seed)
    EXPECT_LT(shortfall(oracle::correlated_problem(seed)), rounding) << seed;
}

// Of 160 such problems those on which it once was, by up to 21 nats.
TEST(Arrival, IsNotBelowLbfgsOn482Rows) {
  for (const std::uint64_t seed : {21, 62, 74, 100, 122, 156, 157})
    EXPECT_LT(shortfall(oracle::few_rows_problem(seed, 100)), rounding) << seed;
}

}  // namespace
}  // namespace direct::arrival_test
