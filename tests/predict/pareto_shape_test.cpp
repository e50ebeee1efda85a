// SPDX-License-Identifier: MIT
#include "predict/trust/pareto_shape.h"

#include <cmath>

#include <gtest/gtest.h>

#include "algebra/random.h"

namespace direct::pareto_shape_test {
namespace {

double uniform(std::uint64_t index) { return random_uniform(7, RandomStream::generator, index); }

// Logarithms of draws from a generalised Pareto distribution of scale 1, by its quantile function.
std::vector<double> log_pareto_draws(double shape, std::size_t count) {
  std::vector<double> result;
  for (std::size_t i = 0; i < count; ++i) result.push_back(std::log(std::expm1(-shape * std::log(uniform(i))) / shape));
  return result;
}

// The tail of a million draws has 3000, whose maximum likelihood estimate has a deviation of (1 + k) / sqrt(3000) <
// 0.05.
TEST(ParetoShape, IsThatOfTheDistribution) {
  for (const double shape : {-0.2, 0.3, 0.7, 1.2})
    EXPECT_NEAR(*pareto_shape(log_pareto_draws(shape, 1'000'000)), shape, 0.1) << shape;
}

TEST(ParetoShape, OfFourThousandDrawsTellsGoodFromBad) {
  EXPECT_LT(*pareto_shape(log_pareto_draws(0.1, 4000)), 0.5);
  EXPECT_GT(*pareto_shape(log_pareto_draws(1.2, 4000)), 0.7);
}

// From a plain transcription of gpdfit() of the R package loo, on the largest 20 of 100 ratios.
TEST(ParetoShape, IsThatOfTheReference) {
  std::vector<double> even, exponential;
  for (double i = 1.0; i <= 100.0; i += 1.0) {
    even.push_back(std::log(i));
    exponential.push_back(i / 5.0);
  }
  EXPECT_NEAR(*pareto_shape(even), -0.40462148035522866, 1e-12);
  EXPECT_NEAR(*pareto_shape(exponential), 0.5015192980132255, 1e-12);
}

TEST(ParetoShape, DoesNotDependOnTheScaleOfTheRatios) {
  std::vector<double> log_ratios = log_pareto_draws(0.7, 4000);
  const double before = *pareto_shape(log_ratios);
  for (const double shift : {-5000.0, 5000.0}) {
    std::vector<double> shifted = log_ratios;
    for (double& value : shifted) value += shift;
    EXPECT_NEAR(*pareto_shape(shifted), before, 1e-9) << shift;
  }
}

TEST(ParetoShape, OfConstantRatiosIsGood) {
  for (const double value : {-1e300, -1e4, 0.0, 1e4})
    EXPECT_EQ(pareto_shape(std::vector<double>(4000, value)), 0.0) << value;
}

TEST(ParetoShape, OfALargestRatioThatIsFrequentIsGood) {
  std::vector<double> log_ratios(4000, 0.0);
  for (std::size_t i = 0; i < 3000; ++i) log_ratios[i] = -uniform(i);
  EXPECT_EQ(pareto_shape(log_ratios), 0.0);
}

TEST(ParetoShape, IsNotGuessedFromAHandfulOfValues) {
  std::vector<double> log_ratios(4000, 0.0);
  for (std::size_t i = 0; i < 50; ++i) log_ratios[i] = i % 2 == 0 ? 14.0 : 1.0;
  EXPECT_EQ(pareto_shape(log_ratios), std::nullopt);
}

TEST(ParetoShape, OfTiesIsThatOfTheValuesTheyWereRoundedFrom) {
  for (const double shape : {0.3, 1.2}) {
    std::vector<double> rounded = log_pareto_draws(shape, 100'000);
    const double exact = *pareto_shape(rounded);
    for (double& value : rounded) value = std::round(value * 20.0) / 20.0;
    EXPECT_NEAR(*pareto_shape(rounded), exact, 0.15) << shape;
  }
}

// Only the largest of them are within the range of a double of each other.
TEST(ParetoShape, OfRatiosBeyondAllMeasureIsLargeAndFinite) {
  for (const double scale : {1e3, 1e5, 1e8}) {
    std::vector<double> log_ratios;
    for (std::size_t i = 0; i < 4000; ++i) log_ratios.push_back(scale * uniform(i));
    const double shape = *pareto_shape(log_ratios);
    EXPECT_TRUE(std::isfinite(shape)) << scale;
    EXPECT_GT(shape, 0.7) << scale;
  }
}

TEST(ParetoShape, OfAHandfulOfRatiosIsFiniteOrNothing) {
  for (std::size_t count = 1; count < 60; ++count) {
    const auto shape = pareto_shape(log_pareto_draws(0.5, count));
    EXPECT_TRUE(!shape || std::isfinite(*shape)) << count;
  }
}

}  // namespace
}  // namespace direct::pareto_shape_test
