// SPDX-License-Identifier: MIT
#include "features/trained_features.h"

#include <gtest/gtest.h>
#include <cmath>
#include <numbers>

#include <direct/error.h>
#include <direct/features.h>

#include "algebra/random.h"
#include "features/input_scale.h"
#include "features/integer_fourier.h"

namespace direct::trained_features_test {
namespace {

double normal(std::size_t index) { return random_normal(53, RandomStream::generator, index); }

InputScale scale(double least, double most) { return input_scale(least, most, {}); }

FeatureMap random_map(std::size_t num_cosines, double frequency) {
  Matrix frequencies(2, num_cosines);
  std::vector<double> phases;
  for (std::size_t i = 0; i < frequencies.size(); ++i) frequencies.data()[i] = frequency * normal(i);
  for (std::size_t k = 0; k < num_cosines; ++k) phases.push_back(normal(100 + k));
  return trained_features(std::move(frequencies), std::move(phases), std::vector{scale(-1.0, 3.0), scale(10.0, 30.0)});
}

Matrix inputs_within() {
  Matrix result(200, 2);
  for (std::size_t i = 0; i < result.rows(); ++i) {
    result(i, 0) = -1.0 + 4.0 * random_uniform(1, RandomStream::generator, i);
    result(i, 1) = 10.0 + 20.0 * random_uniform(2, RandomStream::generator, i);
  }
  return result;
}

TEST(TrainedFeatures, AreAConstantTheInputsAndCosines) {
  const FeatureMap map = random_map(3, 0.2);
  ASSERT_EQ(map.num_features(), 6U);
  const Matrix inputs = inputs_within();
  Matrix features;
  evaluate(map, inputs, features);
  for (std::size_t i = 0; i < inputs.rows(); ++i) {
    EXPECT_EQ(features(i, 0), trained_constant);
    EXPECT_NEAR(features(i, 1), (inputs(i, 0) - 1.0) / 2.5, 1e-4);
    EXPECT_NEAR(features(i, 2), (inputs(i, 1) - 20.0) / 12.5, 1e-4);
    for (std::size_t k = 0; k < 3; ++k) {
      const double turns = map.frequencies(0, k) * (inputs(i, 0) - 1.0) + map.frequencies(1, k) * (inputs(i, 1) - 20.0);
      EXPECT_NEAR(features(i, 3 + k), std::cos(2.0 * std::numbers::pi * (turns + map.phases[k])), 1e-12);
    }
  }
}

// 12 bits of a feature, and a little for the rounding of codes, frequencies and phases.
TEST(TrainedFeatures, InIntegersAreThoseInFloatingPoint) {
  for (const double frequency : {0.001, 0.1, 2.0}) {
    const FeatureMap map = random_map(20, frequency), integer = integer_trained_features(map);
    ASSERT_EQ(integer.num_features(), map.num_features());
    const Matrix inputs = inputs_within();
    Matrix expected, found, rounded;
    evaluate(map, inputs, expected);
    evaluate(integer, inputs, found);
    evaluate(float_features(integer), inputs, rounded);
    const double half_code = 0.5 * (map.scales[0] + map.scales[1]) / 32768.0 * frequency * 4.0 * 2.0 * std::numbers::pi;
    for (std::size_t i = 0; i < inputs.rows(); ++i)
      for (std::size_t j = 0; j < map.num_features(); ++j) {
        EXPECT_NEAR(found(i, j), expected(i, j) * (j > 2 ? 127.0 / 128.0 : 1.0), 1.2e-3 + half_code) << i << " " << j;
        EXPECT_NEAR(rounded(i, j), expected(i, j), 1e-2) << i << " " << j;
      }
  }
}

// Words of 16 bits and a shift, unless that would move phases.
TEST(TrainedFeatures, HaveShortWordsWhereTheseSuffice) {
  for (const double frequency : {0.001, 0.1, 2.0}) {
    const IntegerFourier map = *integer_trained_features(random_map(20, frequency)).integer;
    for (std::size_t j = 0; j < 2; ++j) {
      std::uint32_t bits = 0;
      for (std::size_t k = 0; k < 20; ++k) bits |= map.words[j * 20 + k];
      const int shift = std::countr_zero(bits);
      double largest = 0.0;
      for (std::size_t k = 0; k < 20; ++k)
        largest = std::max(largest, std::abs(static_cast<double>(static_cast<std::int32_t>(map.words[j * 20 + k]))));
      if (shift > 0) {
        EXPECT_LE(std::ldexp(largest, -shift), 32768.0);
      }
    }
  }
}

// An input that moves no phase by 2^-12 of a turn from one end of its codes to the other has no words at all.
TEST(TrainedFeatures, OfAnInputThatTurnsNothingHaveNoWords) {
  for (const bool is_off : {false, true}) {
    FeatureMap map = random_map(6, 0.1);
    const double turns_per_unit = std::ldexp(is_off ? 0.9 : 1.1, -12) / (2.0 * map.scales[1]);
    for (std::size_t k = 0; k < 6; ++k) map.frequencies(1, k) = (k == 4 ? -1.0 : 0.3) * turns_per_unit;
    const IntegerFourier integer = *integer_trained_features(map).integer;
    for (std::size_t k = 0; k < 6; ++k) {
      EXPECT_NE(integer.words[k], 0U);
      EXPECT_EQ(integer.words[6 + k] == 0, is_off);
    }
  }
}

TEST(TrainedFeatures, RefuseFrequenciesThatIntegersCannotTellApart) {
  Matrix frequencies(1, 1, 40000.0);
  const FeatureMap map = trained_features(std::move(frequencies), {0.0}, std::vector{scale(0.0, 2.0)});
  EXPECT_THROW(integer_trained_features(map), Error);
  EXPECT_THROW(trained_features(Matrix(2, 3), {0.0}, std::vector(2, scale(0.0, 1.0))), Error);
}

TEST(TrainedFeatures, OfAConstantInputAreFinite) {
  const FeatureMap map = trained_features(Matrix(1, 1, 0.3), {0.1}, std::vector{scale(2.0, 2.0)});
  const Matrix inputs(3, 1, 2.0);
  Matrix features;
  evaluate(integer_trained_features(map), inputs, features);
  EXPECT_EQ(features(0, 1), 0.0);
  EXPECT_NEAR(features(0, 2), std::cos(0.2 * std::numbers::pi), 2e-2);
}

// Frequencies that differ by a whole turn from one value to the next are the same on all of them; codes are exact.
TEST(TrainedFeatures, OfALatticeHaveTheLowestFrequencies) {
  std::vector<double> values;
  for (int i = 0; i < 40; ++i) values.push_back(0.7 + 0.11 * i);
  const std::vector scales{input_scale(values.front(), values.back(), values)};
  ASSERT_NEAR(scales[0].lattice_step, 0.11, 1e-12);
  const double frequency = 271.3;
  const FeatureMap map = trained_features(Matrix(1, 1, frequency), {0.2}, scales);
  EXPECT_LE(std::abs(map.frequencies(0, 0)), 0.5 / 0.11);
  Matrix inputs(values.size(), 1), features, integers;
  std::ranges::copy(values, inputs.data());
  evaluate(map, inputs, features);
  evaluate(integer_trained_features(map), inputs, integers);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double turns = frequency * (values[i] - scales[0].centre) + 0.2;
    EXPECT_NEAR(features(i, 2), std::cos(2.0 * std::numbers::pi * turns), 1e-9);
    EXPECT_NEAR(integers(i, 2), 127.0 / 128.0 * features(i, 2), 1.2e-3);
  }
}

// Far beyond the training rows an input of 12 bits ends where its code does.
TEST(TrainedFeatures, SaturateWithTheirInputs) {
  const FeatureMap integer = integer_trained_features(random_map(4, 0.1));
  Matrix inputs(1, 2, 1e9), features;
  evaluate(integer, inputs, features);
  EXPECT_EQ(features(0, 1), 2032.0 / 2048.0);
  EXPECT_EQ(features(0, 2), 2032.0 / 2048.0);
}

}  // namespace
}  // namespace direct::trained_features_test
