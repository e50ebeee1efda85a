// SPDX-License-Identifier: MIT
#include "features/integer_fourier.h"

#include <cmath>
#include <limits>
#include <numbers>

#include <direct/error.h>
#include <gtest/gtest.h>

#include "algebra/random.h"
#include "oracle/integer_rows.h"
#include "oracle/property.h"
#include "oracle/threads.h"

namespace direct::integer_fourier_test {
namespace {

double normal(std::size_t index) { return random_normal(21, RandomStream::generator, index); }

Matrix random_inputs(std::size_t rows, std::size_t cols) {
  Matrix result(rows, cols);
  for (std::size_t i = 0; i < result.size(); ++i) result.data()[i] = normal(i);
  return result;
}

FeatureMap integer_map(const std::vector<double>& lengthscales, std::size_t num_frequencies, double extreme = 4.0,
                       int bits = 12) {
  const std::vector<double> least(lengthscales.size(), -extreme), most(lengthscales.size(), extreme);
  return integer_features(fourier_features(lengthscales, 2 * num_frequencies, 6), least, most, bits);
}

std::vector<double> row_of(const Matrix& inputs, std::size_t i) {
  std::vector<double> row;
  for (std::size_t j = 0; j < inputs.cols(); ++j) row.push_back(inputs(i, j));
  return row;
}

std::vector<std::int16_t> codes_of(const IntegerFourier& map, const std::vector<double>& inputs,
                                   std::size_t expected_saturated = 0) {
  std::vector<std::int16_t> codes(inputs.size());
  EXPECT_EQ(quantise(map, inputs, codes), expected_saturated);
  return codes;
}

TEST(CosineTable, IsSymmetricAndReaches127) {
  const auto& table = cosine_table();
  for (std::size_t i = 0; i < 256; ++i) {
    const double angle = 2.0 * std::numbers::pi * (static_cast<double>(i) + 0.5) / 256.0;
    EXPECT_NEAR(table[i], 127.0 * std::cos(angle), 0.5 + 1e-12) << i;
    EXPECT_NEAR(table[sine_index(static_cast<std::uint8_t>(i))], 127.0 * std::sin(angle), 0.5 + 1e-12) << i;
    EXPECT_EQ(table[i], table[255 - i]) << i;
    EXPECT_EQ(table[i], -table[(i + 128) % 256]) << i;
    EXPECT_GE(table[i], -127) << i;
  }
  EXPECT_EQ(table[0], 127);
  EXPECT_EQ(table[128], -127);
}

// Of every phase there is: as near to the cosine as 12 bits are, and no larger than the sums allow.
TEST(Interpolation, IsTheCosineAndTheSineInTwelveBits) {
  int largest = 0;
  for (std::uint32_t phase = 0; phase < 65536; ++phase) {
    const PhasePair pair = interpolated_pair(static_cast<std::uint16_t>(phase));
    const double angle = 2.0 * std::numbers::pi * phase / 65536.0;
    ASSERT_NEAR(pair.cosine, 2032.0 * std::cos(angle), 0.95) << phase;
    ASSERT_NEAR(pair.sine, 2032.0 * std::sin(angle), 0.95) << phase;
    largest = std::max({largest, std::abs(pair.cosine), std::abs(pair.sine)});
  }
  EXPECT_EQ(largest, largest_feature(12));
}

TEST(Quantiser, RoundsToTheNearestCodeAroundTheCentre) {
  const IntegerFourier map{.num_frequencies = 0, .centres = {10.0}, .steps = {0.25}, .words = {}};
  const std::vector<std::pair<double, int>> cases = {
      {10.0, 0},      {10.25, 1},  {9.75, -1},  {10.12, 0},  {10.13, 1},
      {9.87, -1},     {9.88, 0},   {10.125, 0}, {10.375, 2},  // halves go to the even code
      {1000.0, 3960}, {-10.0, -80}};
  for (const auto& [input, code] : cases) EXPECT_EQ(codes_of(map, {input}).front(), code) << input;
}

TEST(Quantiser, SaturatesAndCounts) {
  const IntegerFourier map{
      .num_frequencies = 0, .centres = {0.0, 0.0, 0.0, 0.0}, .steps = {1.0, 1.0, 1.0, 1.0}, .words = {}};
  using Codes = std::vector<std::int16_t>;
  EXPECT_EQ(codes_of(map, {32767.0, -32767.0, 32767.4, -32767.4}), (Codes{32767, -32767, 32767, -32767}));
  EXPECT_EQ(codes_of(map, {32768.0, -32768.0, 1e300, -5.0}, 3), (Codes{32767, -32767, 32767, -5}));
}

// The extremes of the data are the extremes of no law: a fifth of their distance beyond must still be told apart.
TEST(Quantiser, ReachesBeyondTheExtremesButSpendsNoMoreThanAQuarterOnThat) {
  for (const double width : {1.0, 8.0, 1000.0, 1e6}) {
    const FeatureMap map = integer_features(fourier_features(std::vector{1.0}, 100, 0), std::vector{-0.3 * width},
                                            std::vector{0.7 * width});
    const double centre = 0.2 * width;
    codes_of(*map.integer, {centre + 0.6 * width});  // 20 % beyond half the width
    codes_of(*map.integer, {centre - 0.6 * width});
    if (width >= 1000.0) codes_of(*map.integer, {centre + 0.63 * width}, 1);
  }
}

// In whole numbers: the codes times the frequency that a word holds, the lower half's carries included.
PROPERTY(Words, HalvesOfTheSumAreThePhasesOfTheirOwnFrequencies, (Any & any)) {
  const auto num_inputs = any.in_range<std::size_t>(1, 6);
  const auto num_frequencies = any.in_range<std::size_t>(1, 12);
  const FeatureMap map = integer_map(std::vector<double>(num_inputs, 0.3), num_frequencies);
  std::vector<std::int16_t> codes;
  for (std::size_t j = 0; j < num_inputs; ++j) codes.push_back(static_cast<std::int16_t>(any.in_range(-32767, 32768)));
  std::vector<std::uint32_t> sums((num_frequencies + 1) / 2);
  sum_words(*map.integer, codes, sums);
  for (std::size_t w = 0; w < sums.size(); ++w) {
    std::int64_t low = 0, whole = 0;
    for (std::size_t j = 0; j < num_inputs; ++j) {
      const std::uint32_t word = map.integer->words[j * sums.size() + w];
      low += std::int64_t{word % 65536} * codes[j];
      whole += std::int64_t{word} * codes[j];
    }
    ASSERT_TRUE(sums[w] % 65536 == static_cast<std::uint64_t>(low) % 65536);
    ASSERT_TRUE(sums[w] / 65536 == static_cast<std::uint64_t>(whole >> 16) % 65536);
    ASSERT_TRUE(table_index(sums, 2 * w) == sums[w] % 65536 / 256);
    ASSERT_TRUE(phase_of(sums, 2 * w) == sums[w] % 65536);
    if (2 * w + 1 < num_frequencies) {
      ASSERT_TRUE(table_index(sums, 2 * w + 1) == sums[w] / 65536 / 256);
      ASSERT_TRUE(phase_of(sums, 2 * w + 1) == sums[w] / 65536);
    }
  }
}

// A phase against that of the frequency in floating point: each half is wrong by half a unit for each unit of its code
// at most, and the floor of the whole sum by one unit more. Without the carries taken off, the upper half would be
// wrong by as much as its code.
TEST(Words, HoldBothFrequenciesToHalfAUnit) {
  const std::vector<double> lengthscales = {0.2, 1.0, 30.0};
  const std::vector<double> least(3, -3.0), most(3, 3.0);
  for (const std::size_t num_frequencies : {1U, 2U, 7U, 40U}) {
    const FeatureMap fourier = fourier_features(lengthscales, 2 * num_frequencies, 6);
    const IntegerFourier map = *integer_features(fourier, least, most).integer;
    ASSERT_EQ(map.words.size(), 3 * ((num_frequencies + 1) / 2));
    for (std::size_t trial = 0; trial < 200; ++trial) {
      std::vector<int> codes;
      double bound = 1.0;
      for (std::size_t j = 0; j < 3; ++j) {
        codes.push_back(static_cast<int>(random_bits(1, RandomStream::generator, 3 * trial + j) % 65535) - 32767);
        bound += 0.5 * std::abs(codes[j]);
      }
      for (std::size_t k = 0; k < num_frequencies; ++k) {
        double turns = 0.0;
        for (std::size_t j = 0; j < 3; ++j) turns += fourier.frequencies(j, k) * codes[j] * map.steps[j];
        const double error = oracle::phase(map, codes, k) / 65536.0 - turns;
        EXPECT_LE(65536.0 * std::abs(error - std::round(error)), bound) << "frequency " << k;
      }
    }
  }
}

TEST(Words, OfAnOddNumberOfFrequenciesLeaveTheLastHalfAlone) {
  const IntegerFourier odd = *integer_map({1.0, 2.0}, 5).integer, even = *integer_map({1.0, 2.0}, 6).integer;
  ASSERT_EQ(odd.words.size(), 6U);
  EXPECT_EQ(integer_map({1.0, 2.0}, 5).num_features(), 10U);
  EXPECT_NE(odd.words[2] >> 16, even.words[2] >> 16);
}

// Bit for bit what a loop over the definition gives, for rows that do and do not fill the tasks of the threads.
PROPERTY(IntegerMap, EqualsTheDefinition, (Any & any)) {
  const auto num_inputs = any.in_range<std::size_t>(1, 7);
  const auto num_frequencies = any.in_range<std::size_t>(0, 70);
  const auto rows = any.in_range<std::size_t>(0, 140);
  const int bits = any.in_range<int>(0, 2) == 0 ? 8 : 12;
  const FeatureMap map = integer_map(std::vector<double>(num_inputs, 0.7), num_frequencies, 2.0, bits);
  Matrix inputs = random_inputs(rows, num_inputs), features(1, 1);
  for (double& input : inputs.values()) input *= 3.0;  // some saturate
  evaluate(map, inputs, features);
  ASSERT_TRUE(features.rows() == rows && features.cols() == 2 * num_frequencies);
  for (std::size_t i = 0; i < rows; i += 7) {
    const std::vector<int> expected = oracle::integer_features(*map.integer, row_of(inputs, i));
    for (std::size_t j = 0; j < expected.size(); ++j)
      ASSERT_TRUE(features(i, j) == expected[j] / (bits == 8 ? 128.0 : 2048.0));
  }
}

TEST(IntegerMap, OfEightBitsGivesMultiplesOfOneOver128) {
  Matrix features;
  evaluate(integer_map({0.1, 3.0}, 33, 4.0, 8), random_inputs(500, 2), features);
  double largest = 0.0;
  for (const double value : features.values()) {
    ASSERT_EQ(128.0 * value, std::round(128.0 * value));
    largest = std::max(largest, std::abs(value));
  }
  EXPECT_EQ(largest, 127.0 / 128.0);
}

TEST(IntegerMap, IsTheSameForAnyNumberOfThreads) {
  const FeatureMap map = integer_map({0.1, 3.0, 1.0}, 33);
  const Matrix inputs = random_inputs(500, 3);
  Matrix one, many;
  oracle::on_threads(1, [&] { evaluate(map, inputs, one); });
  for (const int threads : {2, 4}) {
    oracle::on_threads(threads, [&] { evaluate(map, inputs, many); });
    EXPECT_EQ(many, one) << threads;
  }
}

TEST(IntegerMap, OfAnInputThatIsSwitchedOffDoesNotLookAtIt) {
  const FeatureMap fourier = fourier_features(std::vector{1.0, std::numeric_limits<double>::infinity()}, 20, 0);
  const FeatureMap map = integer_features(fourier, std::vector{-3.0, -1e9}, std::vector{3.0, 1e9});
  Matrix inputs(2, 2, 0.4), features;
  inputs(1, 1) = 7e8;
  evaluate(map, inputs, features);
  for (std::size_t j = 0; j < 20; ++j) EXPECT_EQ(features(0, j), features(1, j));
}

// Whatever the step would have been, rounding an input costs nothing where it has its values.
TEST(IntegerFourier, HasExactCodesOnALattice) {
  Matrix sample(60, 1);
  for (std::size_t i = 0; i < sample.rows(); ++i) sample(i, 0) = -2.0 + 0.07 * static_cast<double>(i);
  const FeatureMap map = fourier_features(std::vector{0.2}, 40, 0);
  const IntegerFourier integer = *integer_features(map, std::vector{-2.0}, std::vector{2.13}, 12, sample).integer;
  const double without = integer_features(map, std::vector{-2.0}, std::vector{2.13}, 12).integer->steps[0];
  EXPECT_GE(integer.steps[0], without);
  EXPECT_LT(integer.steps[0], 2.0 * without);
  for (std::size_t i = 0; i < sample.rows(); ++i) {
    const double code = (sample(i, 0) - integer.centres[0]) / integer.steps[0];
    EXPECT_NEAR(code, std::nearbyint(code), 1e-3);
  }
}

TEST(IntegerMap, OfAConstantInputIsFinite) {
  const FeatureMap map = integer_features(fourier_features(std::vector{1.0}, 8, 0), std::vector{0.0}, std::vector{0.0});
  EXPECT_GT(map.integer->steps[0], 0.0);
  codes_of(*map.integer, {0.0});
}

TEST(IntegerMap, DependsOnWhatItIsMadeOf) {
  const FeatureMap map = integer_map({1.0, 2.0}, 5);
  EXPECT_TRUE(map == integer_map({1.0, 2.0}, 5));
  EXPECT_FALSE(map == integer_map({1.0, 2.0}, 6));
  EXPECT_FALSE(map == integer_map({1.0, 2.1}, 5));
  EXPECT_FALSE(map == integer_map({1.0, 2.0}, 5, 1000.0));
  EXPECT_FALSE(map == integer_map({1.0, 2.0}, 5, 4.0, 8));
}

// What the integers round: frequencies to the lattice of the words, and nothing else.
TEST(FloatFeatures, HaveTheFrequenciesOfTheWords) {
  const FeatureMap fourier = fourier_features(std::vector{0.2, 1.0, 30.0}, 14, 6);
  const FeatureMap integer = integer_features(fourier, std::vector(3, -3.0), std::vector(3, 3.0));
  const FeatureMap found = float_features(integer);
  ASSERT_EQ(found.num_features(), 14U);
  for (std::size_t j = 0; j < 3; ++j)
    for (std::size_t k = 0; k < 7; ++k) {
      const double step = integer.integer->steps[j];
      EXPECT_LE(std::abs(found.frequencies(j, k) - fourier.frequencies(j, k)) * step, 0.5001 / 65536.0);
      EXPECT_NE(found.frequencies(j, k), fourier.frequencies(j, k));
    }
  EXPECT_THROW(float_features(fourier), Error);
}

TEST(IntegerMap, RefusesWhatItCannotBeMadeOf) {
  const std::vector<double> one = {1.0}, two = {1.0, 1.0};
  EXPECT_THROW(integer_features(linear_features(1), one, one), Error);
  EXPECT_THROW(integer_features(integer_map(one, 4), one, one), Error);
  EXPECT_THROW(integer_features(fourier_features(one, 4, 0), two, one), Error);
  EXPECT_THROW(integer_features(fourier_features(one, 4, 0), one, two), Error);
  Matrix features;
  EXPECT_THROW(evaluate(integer_map(one, 4), Matrix(2, 2), features), Error);
}

}  // namespace
}  // namespace direct::integer_fourier_test
