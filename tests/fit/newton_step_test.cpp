// SPDX-License-Identifier: MIT
#include "fit/newton_step.h"

#include <gtest/gtest.h>
#include <cmath>

#include "oracle/ascent_problems.h"
#include "oracle/enumerate.h"
#include "oracle/property.h"
#include "oracle/random_problem.h"

namespace direct::newton_step_test {
namespace {

PROPERTY(NewtonStep, NeverLosesAndSaysWhatItGained, (std::uint64_t seed)) {
  const oracle::TinyProblem problem = oracle::random_problem(seed);
  const SecondMoments statistics = oracle::statistics_of(problem);
  const LinearRegression model(statistics);
  CoordinateAscent ascent(model, problem.prior, problem.noise, std::vector<double>(statistics.num_features(), -0.3));
  NewtonSteps newton;
  for (int i = 0; i < 3; ++i) {
    const double before = oracle::elbo(problem, ascent.posterior());
    const double gain = newton.step(ascent);
    const double after = oracle::elbo(problem, ascent.posterior());
    ASSERT_TRUE(gain >= 0.0);
    ASSERT_TRUE(std::abs(after - before - gain) < 1e-9 * std::max(1.0, std::abs(after)));
  }
}

// The gradient by a mean is optimum slope - slope: against central differences of the ELBO.
PROPERTY(NewtonStep, FollowsTheGradientByTheMeans, (std::uint64_t seed)) {
  const oracle::TinyProblem problem = oracle::random_regression(seed, 20, 5, 15, 3.0);
  const SecondMoments statistics = oracle::statistics_of(problem);
  const LinearRegression model(statistics);
  CoordinateAscent ascent(model, problem.prior, problem.noise, std::vector<double>(5, 0.5));
  const std::size_t j = seed % 5;
  const double slope = ascent.slopes()[j], expected = ascent.optimum_slope(j) - slope;
  const double step = 1e-4 / std::sqrt(ascent.variances()[j]);
  ascent.set_slope(j, slope + step);
  const double above = ascent.elbo(), mean_above = ascent.means()[j];
  ascent.set_slope(j, slope - step);
  const double by_mean = (above - ascent.elbo()) / (mean_above - ascent.means()[j]);
  ASSERT_TRUE(std::abs(by_mean - expected) < 1e-5 * std::max(1.0, std::abs(expected)));
}

// The direction takes the gradient to zero: to first order none is left after a short way along it, but for the part
// that was not gone.
PROPERTY(NewtonStep, SolvesForAGradientOfZero, (std::uint64_t seed)) {
  const oracle::TinyProblem problem = oracle::random_regression(seed, 20, 5, 41, 3.0);
  const SecondMoments statistics = oracle::statistics_of(problem);
  const LinearRegression model(statistics);
  CoordinateAscent ascent(model, problem.prior, problem.noise, std::vector<double>(5, 0.5));
  const std::vector<double> direction = newton_direction(ascent, 0.0), start = ascent.slopes();
  std::vector<double> gradient(5), slopes = start;
  constexpr double way = 1e-4;
  for (std::size_t j = 0; j < 5; ++j) {
    gradient[j] = ascent.optimum_slope(j) - start[j];
    slopes[j] += way * direction[j] / ascent.variances()[j];
  }
  ascent.set_slopes(slopes);
  for (std::size_t j = 0; j < 5; ++j) {
    const double left = ascent.optimum_slope(j) - ascent.slopes()[j];
    ASSERT_TRUE(std::abs(left - (1.0 - way) * gradient[j]) < 0.01 * way * std::max(1.0, std::abs(gradient[j])));
  }
}

// Above 400 features the equations are solved by iteration where that is quick.
TEST(NewtonStep, GainsAsMuchByIterationAsByAFactor) {
  const oracle::AscentProblem problem = oracle::few_rows_problem(5, 210);
  const LinearRegression model(problem.statistics);
  const std::vector<double> start(420, 0.0);
  CoordinateAscent plain(model, problem.prior, problem.noise, start), newton = plain;
  const double swept = plain.sweep_weights();
  EXPECT_GT(NewtonSteps().step(newton), 0.5 * swept);
}

// Strongly correlated features and high noise: plain sweeps crawl, Newton steps do not.
TEST(NewtonStep, BeatsManySweepsWhereTheyCrawl) {
  const oracle::AscentProblem problem = oracle::tutorial_problem(1);
  const LinearRegression model(problem.statistics);
  const NoisePrior noise = make_noise_prior({0.01});
  const std::vector<double> start(problem.prior.num_features(), 0.0);
  CoordinateAscent plain(model, problem.prior, noise, start), newton(model, problem.prior, noise, start);
  for (int i = 0; i < 400; ++i) plain.sweep_weights();
  NewtonSteps steps;
  for (int i = 0; i < 15; ++i) {
    newton.sweep_weights();
    steps.step(newton);
  }
  EXPECT_GT(newton.elbo(), plain.elbo());
}

}  // namespace
}  // namespace direct::newton_step_test
