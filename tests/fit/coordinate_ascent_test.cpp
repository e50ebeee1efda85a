// SPDX-License-Identifier: MIT
#include "fit/coordinate_ascent.h"

#include <gtest/gtest.h>
#include <cmath>

#include <direct/elbo.h>

#include "oracle/enumerate.h"
#include "oracle/property.h"
#include "oracle/random_problem.h"

namespace direct::coordinate_ascent_test {
namespace {

PROPERTY(CoordinateAscent, EveryGainIsThatOfTheEnumeratedElbo, (std::uint64_t seed)) {
  const oracle::TinyProblem problem = oracle::random_problem(seed);
  const SecondMoments statistics = oracle::statistics_of(problem);
  const LinearRegression model(statistics);
  CoordinateAscent ascent(model, problem.prior, problem.noise, std::vector<double>(statistics.num_features(), 0.1));
  double before = oracle::elbo(problem, ascent.posterior());
  for (int i = 0; i < 6; ++i) {
    const double gain = i % 2 == 0 ? ascent.sweep_weights() : ascent.update_noise();
    const double after = oracle::elbo(problem, ascent.posterior());
    ASSERT_TRUE(gain >= -1e-13);
    ASSERT_TRUE(std::abs(after - before - gain) < 1e-9 * std::max(1.0, std::abs(after)));
    ASSERT_TRUE(std::abs(ascent.elbo() - after) < 1e-10 * std::max(1.0, std::abs(after)));
    before = after;
  }
}

PROPERTY(CoordinateAscent, NewtonStepNeverLosesAndSaysWhatItGained, (std::uint64_t seed)) {
  const oracle::TinyProblem problem = oracle::random_problem(seed);
  const SecondMoments statistics = oracle::statistics_of(problem);
  const LinearRegression model(statistics);
  CoordinateAscent ascent(model, problem.prior, problem.noise, std::vector<double>(statistics.num_features(), -0.3));
  ascent.sweep_weights();
  const double before = oracle::elbo(problem, ascent.posterior());
  const double gain = ascent.newton_step();
  const double after = oracle::elbo(problem, ascent.posterior());
  ASSERT_TRUE(gain >= 0.0);
  ASSERT_TRUE(std::abs(after - before - gain) < 1e-9 * std::max(1.0, std::abs(after)));
}

PROPERTY(CoordinateAscent, GradientNormIsThatOfTheElbo, (std::uint64_t seed)) {
  const oracle::TinyProblem problem = oracle::random_problem(seed);
  const SecondMoments statistics = oracle::statistics_of(problem);
  const LinearRegression model(statistics);
  CoordinateAscent ascent(model, problem.prior, problem.noise, std::vector<double>(statistics.num_features(), 0.0));
  ascent.sweep_weights();
  const ElboGradient gradient = elbo_gradient(model, problem.prior, problem.noise, ascent.posterior());
  double square = 0.0;
  for (double value : gradient.weights.probabilities.front().values()) square += value * value;
  ASSERT_TRUE(std::abs(std::sqrt(square) - ascent.gradient_norm().total) < 1e-9);
}

PROPERTY(CoordinateAscent, ExtrapolationNeverLosesAndSaysWhatItGained, (std::uint64_t seed)) {
  const oracle::TinyProblem problem = oracle::random_problem(seed);
  const SecondMoments statistics = oracle::statistics_of(problem);
  const LinearRegression model(statistics);
  CoordinateAscent ascent(model, problem.prior, problem.noise, std::vector<double>(statistics.num_features(), 1.0));
  const std::vector<double> first = ascent.slopes();
  ascent.sweep_weights();
  const std::vector<double> second = ascent.slopes();
  ascent.sweep_weights();
  const double before = oracle::elbo(problem, ascent.posterior());
  const double gain = ascent.extrapolate(first, second, 8.0);
  const double after = oracle::elbo(problem, ascent.posterior());
  ASSERT_TRUE(gain >= 0.0);
  ASSERT_TRUE(std::abs(after - before - gain) < 1e-9 * std::max(1.0, std::abs(after)));
}

// Strongly correlated features and high noise: plain sweeps crawl, the Newton step does not.
TEST(CoordinateAscent, NewtonStepBeatsManySweepsWhereTheyCrawl) {
  oracle::TinyProblem problem = oracle::random_regression(3, 200, 30, 15, 1.0);
  for (std::size_t i = 0; i < problem.features.rows(); ++i)
    for (std::size_t j = 1; j < 30; ++j) problem.features(i, j) = problem.features(i, 0) + 0.1 * problem.features(i, j);
  problem.noise = make_noise_prior({400.0});
  const SecondMoments statistics = oracle::statistics_of(problem);
  const LinearRegression model(statistics);
  const std::vector<double> start(30, 0.0);
  CoordinateAscent plain(model, problem.prior, problem.noise, start),
      newton(model, problem.prior, problem.noise, start);
  for (int i = 0; i < 20; ++i) plain.sweep_weights();
  for (int i = 0; i < 4; ++i) {
    newton.sweep_weights();
    newton.newton_step();
  }
  EXPECT_GE(newton.elbo(), plain.elbo());
  newton.sweep_weights();
  EXPECT_LT(newton.gradient_norm().total, 0.1 * plain.gradient_norm().total);
}

}  // namespace
}  // namespace direct::coordinate_ascent_test
