// SPDX-License-Identifier: MIT
#include "fit/pair_moves.h"

#include <gtest/gtest.h>
#include <cmath>

#include "oracle/enumerate.h"
#include "oracle/property.h"
#include "oracle/random_problem.h"

namespace direct::pair_moves_test {
namespace {

PROPERTY(PairMoves, NeverLoseAndSayWhatTheyGained, (std::uint64_t seed)) {
  const oracle::TinyProblem problem = oracle::random_problem(seed);
  const SecondMoments statistics = oracle::statistics_of(problem);
  const LinearRegression model(statistics);
  CoordinateAscent ascent(model, problem.prior, problem.noise, std::vector<double>(statistics.num_features(), -0.3));
  for (int i = 0; i < 5; ++i) ascent.sweep_weights();
  const double before = oracle::elbo(problem, ascent.posterior());
  const double gain = move_pairs(ascent, 1e-6);
  const double after = oracle::elbo(problem, ascent.posterior());
  ASSERT_TRUE(gain >= 0.0);
  ASSERT_TRUE(std::abs(after - before - gain) < 1e-9 * std::max(1.0, std::abs(after)));
}

// y = x0 - x1 and two columns that are nearly the same: from zero, neither weight gains alone, both together do.
TEST(PairMoves, LeaveAnOptimumThatHoldsSingleWeights) {
  oracle::TinyProblem problem = oracle::random_regression(3, 50, 2, 3, 0.1);
  for (std::size_t i = 0; i < 50; ++i) {
    const double difference = 0.2 * problem.features(i, 1);
    problem.features(i, 1) = problem.features(i, 0) + difference;
    problem.targets[i] = -3.0 * difference;
  }
  problem.noise = make_noise_prior({0.01});
  const SecondMoments statistics = oracle::statistics_of(problem);
  const LinearRegression model(statistics);
  CoordinateAscent ascent(model, problem.prior, problem.noise, {0.0, 0.0});
  for (int i = 0; i < 20; ++i) ascent.sweep_weights();
  EXPECT_NEAR(ascent.means()[0], 0.0, 1e-6);
  EXPECT_GT(move_pairs(ascent, 1e-6), 1.0);
  EXPECT_NEAR(ascent.means()[0], 3.0, 1e-6);
  EXPECT_NEAR(ascent.means()[1], -3.0, 1e-6);
}

}  // namespace
}  // namespace direct::pair_moves_test
