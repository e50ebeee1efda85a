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

// What a move of two weights gains, from the moves of each: as the enumerated ELBO has it.
PROPERTY(CoordinateAscent, MovesSayWhatTheyGain, (std::uint64_t seed)) {
  const oracle::TinyProblem problem = oracle::random_problem(seed);
  const SecondMoments statistics = oracle::statistics_of(problem);
  const LinearRegression model(statistics);
  const std::size_t b = statistics.num_features(), i = seed % b, j = (i + 1) % b;
  CoordinateAscent ascent(model, problem.prior, problem.noise, std::vector<double>(b, 0.1));
  ascent.sweep_weights();
  const double before = oracle::elbo(problem, ascent.posterior());
  const CoordinateAscent::Move first = ascent.move(i, true), second = ascent.move(j, false);
  double expected = ascent.optimum_slope(i) * first.mean_change - first.cost;
  if (i != j)
    expected += ascent.optimum_slope(j) * second.mean_change - second.cost -
                ascent.noise_precision() * statistics.gram(i, j) * first.mean_change * second.mean_change;
  ascent.set_slope(i, first.slope);
  if (i != j) ascent.set_slope(j, second.slope);
  const double gain = oracle::elbo(problem, ascent.posterior()) - before;
  ASSERT_TRUE(std::abs(gain - expected) < 1e-9 * std::max(1.0, std::abs(before)));
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

}  // namespace
}  // namespace direct::coordinate_ascent_test
