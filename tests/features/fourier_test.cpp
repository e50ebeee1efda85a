// SPDX-License-Identifier: MIT
#include <cmath>
#include <limits>
#include <numbers>

#include <direct/error.h>
#include <direct/features.h>
#include <gtest/gtest.h>

#include "algebra/random.h"

namespace direct::fourier_test {
namespace {

const std::vector<double> lengthscales = {0.5, 2.0, 7.0};

TEST(Fourier, FrequenciesDependOnSeedAndIndexOnly) {
  const FeatureMap few = fourier_features(lengthscales, 10, 3), many = fourier_features(lengthscales, 1000, 3);
  const FeatureMap other = fourier_features(lengthscales, 10, 4);
  for (std::size_t k = 0; k < 5; ++k) {
    for (std::size_t j = 0; j < lengthscales.size(); ++j) {
      EXPECT_EQ(few.frequencies(j, k), many.frequencies(j, k));
      EXPECT_NE(few.frequencies(j, k), other.frequencies(j, k));
    }
  }
}

// The mean of cos cos + sin sin over b/2 frequencies, that is 2/b times the sum of products over b features, is an
// unbiased estimate of the kernel, from independent terms of variance at most 1.
TEST(Fourier, FeaturesApproximateTheKernel) {
  constexpr std::size_t num_features = 40000;
  constexpr double signal_variance = 1.7;
  const double bound = 5.0 * signal_variance / std::sqrt(num_features / 2);
  constexpr std::size_t num_rows = 12;
  Matrix inputs(num_rows, lengthscales.size()), features;
  for (std::size_t i = 0; i < inputs.size(); ++i)
    inputs.data()[i] = random_normal(1, RandomStream::generator, i) * lengthscales[i / num_rows];
  evaluate(fourier_features(lengthscales, num_features, 9), inputs, features);

  for (std::size_t i = 0; i < num_rows; ++i) {
    for (std::size_t k = 0; k < num_rows; ++k) {
      double exponent = 0.0, estimate = 0.0;
      for (std::size_t j = 0; j < lengthscales.size(); ++j)
        exponent -= 0.5 * std::pow((inputs(i, j) - inputs(k, j)) / lengthscales[j], 2);
      for (std::size_t f = 0; f < num_features; ++f) estimate += features(i, f) * features(k, f);
      estimate *= 2.0 * signal_variance / num_features;
      EXPECT_NEAR(estimate, signal_variance * std::exp(exponent), i == k ? 1e-12 : bound);
    }
  }
}

TEST(Fourier, FrequencyDeviationsAreOverTwoPiLengthscales) {
  constexpr std::size_t num_frequencies = 20000;
  const FeatureMap map = fourier_features(lengthscales, 2 * num_frequencies, 2);
  for (std::size_t j = 0; j < lengthscales.size(); ++j) {
    double square = 0.0;
    for (std::size_t k = 0; k < num_frequencies; ++k) square += std::pow(map.frequencies(j, k), 2);
    const double expected = std::pow(1.0 / (2.0 * std::numbers::pi * lengthscales[j]), 2);
    EXPECT_NEAR(square / num_frequencies, expected, 5.0 * expected * std::sqrt(2.0 / num_frequencies));
  }
}

TEST(Fourier, AnInfiniteLengthscaleSwitchesAnInputOff) {
  const FeatureMap map = fourier_features(std::vector{1.0, std::numeric_limits<double>::infinity()}, 20, 0);
  for (std::size_t k = 0; k < 10; ++k) EXPECT_EQ(map.frequencies(1, k), 0.0);
}

TEST(Fourier, RefusesWhatItCannotUse) {
  EXPECT_THROW(fourier_features(lengthscales, 7, 0), Error);
  for (const double bad : {0.0, -1.0, std::nan("")}) EXPECT_THROW(fourier_features(std::vector{1.0, bad}, 8, 0), Error);
}

}  // namespace
}  // namespace direct::fourier_test
