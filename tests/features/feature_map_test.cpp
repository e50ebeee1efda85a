// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <numbers>

#include <direct/error.h>
#include <direct/features.h>
#include <gtest/gtest.h>

#include "algebra/parallel.h"
#include "algebra/random.h"
#include "oracle/property.h"

namespace direct::feature_map_test {
namespace {

Matrix random_inputs(std::size_t rows, std::size_t cols) {
  Matrix result(rows, cols);
  for (std::size_t i = 0; i < result.size(); ++i) result.data()[i] = random_normal(11, RandomStream::generator, i);
  return result;
}

Matrix evaluated(const FeatureMap& map, const Matrix& inputs) {
  Matrix features(3, 5, 7.0);  // of another shape
  evaluate(map, inputs, features);
  return features;
}

TEST(FeatureMap, GivenFeaturesAreTheInputs) {
  const Matrix inputs = random_inputs(7, 3);
  EXPECT_EQ(given_features(3).num_features(), 3U);
  EXPECT_EQ(evaluated(given_features(3), inputs), inputs);
}

TEST(FeatureMap, LinearFeaturesAreOneAndTheInputs) {
  const Matrix inputs = random_inputs(7, 3);
  EXPECT_EQ(linear_features(3).num_features(), 4U);
  const Matrix features = evaluated(linear_features(3), inputs);
  ASSERT_EQ(features.cols(), 4U);
  for (std::size_t i = 0; i < 7; ++i) {
    EXPECT_EQ(features(i, 0), 1.0);
    for (std::size_t j = 0; j < 3; ++j) EXPECT_EQ(features(i, j + 1), inputs(i, j));
  }
}

PROPERTY(FeatureMap, FourierFeaturesAreCosinesAndSinesOfTheirPhases, (Any & any)) {
  const auto rows = any.in_range<std::size_t>(0, 1100);
  const auto num_inputs = any.in_range<std::size_t>(0, 5);
  const auto num_frequencies = any.in_range<std::size_t>(0, 140);
  const Matrix inputs = random_inputs(rows, num_inputs);
  const FeatureMap map = fourier_features(std::vector<double>(num_inputs, 0.7), 2 * num_frequencies, 5);
  const Matrix features = evaluated(map, inputs);
  ASSERT_TRUE(features.rows() == rows);
  ASSERT_TRUE(features.cols() == map.num_features());
  for (std::size_t i = 0; i < rows; i += 97) {
    for (std::size_t k = 0; k < num_frequencies; ++k) {
      double turns = 0.0;
      for (std::size_t j = 0; j < num_inputs; ++j) turns += inputs(i, j) * map.frequencies(j, k);
      ASSERT_TRUE(std::abs(features(i, 2 * k) - std::cos(2.0 * std::numbers::pi * turns)) < 1e-13);
      ASSERT_TRUE(std::abs(features(i, 2 * k + 1) - std::sin(2.0 * std::numbers::pi * turns)) < 1e-13);
    }
  }
}

TEST(FeatureMap, SameBitsForAnyNumberOfThreads) {
  const Matrix inputs = random_inputs(1500, 6);
  const FeatureMap map = fourier_features(std::vector<double>(6, 1.3), 300, 1);
  const Matrix expected = with_threads(1, [&] { return evaluated(map, inputs); });
  for (const int threads : {2, 3})
    EXPECT_EQ(with_threads(threads, [&] { return evaluated(map, inputs); }), expected) << threads;
}

TEST(FeatureMap, RefusesInputsOfAnotherWidth) {
  Matrix features;
  EXPECT_THROW(evaluate(linear_features(3), Matrix(2, 4), features), Error);
  EXPECT_THROW(evaluate(fourier_features(std::vector<double>(3, 1.0), 4, 0), Matrix(2, 2), features), Error);
}

}  // namespace
}  // namespace direct::feature_map_test
