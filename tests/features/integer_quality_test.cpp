// SPDX-License-Identifier: MIT
// How good integer features are: how near to those in floating point, and how well they stand for the kernel.
#include <direct/features.h>

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "algebra/random.h"

namespace direct::integer_quality_test {
namespace {

constexpr std::size_t num_features = 400;

Matrix normal_inputs(std::size_t rows, std::size_t cols) {
  Matrix result(rows, cols);
  for (std::size_t i = 0; i < result.size(); ++i) result.data()[i] = random_normal(31, RandomStream::generator, i);
  return result;
}

struct BothFeatures {
  Matrix exact, integer;
  double expected_difference = 0.0;
};

// The deviation of a feature when all roundings are independent: of each input to its step, and of the cosine to 1 /
// 128 and the phase to 8 bits, or of the cosine to 1 / 2048.
double expected_difference(const FeatureMap& map, const IntegerFourier& integer) {
  const double value = integer.value_bits == 8 ? 1.0 / 128.0 : 1.0 / 2048.0;
  double phase = integer.value_bits == 8 ? 1.0 / (256.0 * 256.0) : 0.0;
  for (std::size_t j = 0; j < map.num_inputs; ++j) {
    double square = 0.0;
    for (std::size_t k = 0; k < map.frequencies.cols(); ++k) square += std::pow(map.frequencies(j, k), 2);
    phase += square / static_cast<double>(map.frequencies.cols()) * std::pow(integer.steps[j], 2);
  }
  return std::sqrt((2.0 * std::pow(std::numbers::pi, 2) * phase + value * value) / 12.0);
}

// `exact` are those of the frequencies that the integers have: rounding a frequency makes it another random one.
BothFeatures both_features(const std::vector<double>& lengthscales, const Matrix& inputs, double extreme = 4.0,
                           int bits = 12) {
  const FeatureMap map = fourier_features(lengthscales, num_features, 8);
  const std::vector<double> least(lengthscales.size(), -extreme), most(lengthscales.size(), extreme);
  const FeatureMap integer = integer_features(map, least, most, bits), rounded = float_features(integer);
  BothFeatures both{.exact = {}, .integer = {}, .expected_difference = expected_difference(rounded, *integer.integer)};
  evaluate(rounded, inputs, both.exact);
  evaluate(integer, inputs, both.integer);
  return both;
}

// Of the features, in units in which a cosine reaches 127 / 128.
double root_mean_square_difference(const BothFeatures& both) {
  double sum = 0.0;
  for (std::size_t i = 0; i < both.exact.size(); ++i)
    sum += std::pow(both.exact.data()[i] * 127.0 / 128.0 - both.integer.data()[i], 2);
  return std::sqrt(sum / static_cast<double>(both.exact.size()));
}

TEST(IntegerQuality, FeaturesAreAsNearThoseInFloatingPointAsTheRoundingsSay) {
  for (const int bits : {8, 12})
    for (const double lengthscale : {0.1, 0.3, 1.0, 10.0, 100.0})
      for (const std::size_t num_inputs : {1U, 8U}) {
        const auto both =
            both_features(std::vector<double>(num_inputs, lengthscale), normal_inputs(400, num_inputs), 4.0, bits);
        const double difference = root_mean_square_difference(both);
        // One input that hardly turns a phase stays in few entries of the table, and their errors do not average.
        const double margin = lengthscale >= 10.0 && num_inputs == 1 ? 1.7 : 1.1;
        EXPECT_LT(difference, margin * both.expected_difference) << bits << ", " << lengthscale << ", " << num_inputs;
        const double largest = lengthscale < 0.3 ? 0.03 : bits == 8 ? 0.009 : 0.004;
        EXPECT_LT(difference, largest) << bits << ", " << lengthscale << ", " << num_inputs;
      }
}

TEST(IntegerQuality, InputsOfManyLengthscalesAtOnce) {
  const auto both = both_features({0.1, 1.0, 10.0, 100.0, 1e4}, normal_inputs(400, 5));
  EXPECT_LT(root_mean_square_difference(both), 1.1 * both.expected_difference);
  EXPECT_LT(root_mean_square_difference(both), 0.02);
}

// One cell a thousand deviations out makes the codes of all others coarse.
TEST(IntegerQuality, HeavyTailsCostLittle) {
  for (const double lengthscale : {0.3, 1.0, 10.0}) {
    const auto both = both_features(std::vector(3, lengthscale), normal_inputs(400, 3), 1000.0);
    EXPECT_LT(root_mean_square_difference(both), 1.1 * both.expected_difference) << lengthscale;
    EXPECT_LT(root_mean_square_difference(both), 0.05) << lengthscale;
  }
}

double kernel_error(const Matrix& features, const Matrix& inputs, double lengthscale, double amplitude) {
  double sum = 0.0;
  for (std::size_t i = 0; i < inputs.rows(); ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      double distance = 0.0, product = 0.0;
      for (std::size_t j = 0; j < inputs.cols(); ++j)
        distance += std::pow((inputs(i, j) - inputs(k, j)) / lengthscale, 2);
      for (std::size_t f = 0; f < num_features; ++f) product += features(i, f) * features(k, f);
      sum += std::pow(product * 2.0 / num_features / (amplitude * amplitude) - std::exp(-0.5 * distance), 2);
    }
  }
  return std::sqrt(sum);
}

TEST(IntegerQuality, KernelIsAsGoodAsInFloatingPoint) {
  for (const double lengthscale : {0.1, 0.3, 1.0, 10.0}) {
    const Matrix inputs = normal_inputs(80, 4);
    const BothFeatures both = both_features(std::vector(4, lengthscale), inputs);
    Matrix features;  // of the frequencies before they are rounded
    evaluate(fourier_features(std::vector(4, lengthscale), num_features, 8), inputs, features);
    const double exact = kernel_error(features, inputs, lengthscale, 1.0);
    const double integer = kernel_error(both.integer, inputs, lengthscale, 127.0 / 128.0);
    EXPECT_LT(integer, 1.1 * exact + 0.01) << lengthscale;
  }
}

}  // namespace
}  // namespace direct::integer_quality_test
