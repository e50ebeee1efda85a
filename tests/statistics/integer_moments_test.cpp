// SPDX-License-Identifier: MIT
#include <direct/statistics.h>

#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "data/test_files.h"
#include "oracle/integer_rows.h"
#include "oracle/property.h"

namespace direct::integer_moments_test {
namespace {

oracle::IntegerRow random_row(std::mt19937_64& random, std::size_t num_features, int target_bits, int weight_bits) {
  oracle::IntegerRow row;
  for (std::size_t j = 0; j < num_features; ++j) row.features.push_back(static_cast<int>(random() % 255) - 127);
  row.target = static_cast<std::int64_t>(random() >> (63 - target_bits)) - (std::int64_t{1} << target_bits);
  row.weight = random() >> (64 - weight_bits);
  return row;
}

std::vector<oracle::IntegerRow> random_rows(std::uint64_t seed, std::size_t count, std::size_t num_features,
                                            int target_bits = 28, int weight_bits = 5) {
  std::mt19937_64 random(seed);
  std::vector<oracle::IntegerRow> rows;
  for (std::size_t i = 0; i < count; ++i) rows.push_back(random_row(random, num_features, target_bits, weight_bits));
  return rows;
}

IntegerMoments random_moments(std::uint64_t seed, std::size_t num_features) {
  return oracle::integer_moments(random_rows(seed, 3, num_features), num_features);
}

IntegerMoments sum(IntegerMoments a, const IntegerMoments& b) {
  merge(a, b);
  return a;
}

// The sums are exact and rounded once, also where they have more bits than any floating point number of the machine.
PROPERTY(IntegerMoments, SecondMomentsAreTheSumsRounded, (std::uint64_t seed)) {
  const std::size_t num_features = seed % 6;
  for (const auto& [target_bits, weight_bits] : {std::pair{24, 1}, {28, 5}, {33, 40}, {38, 40}}) {
    const auto rows = random_rows(seed, 7, num_features, target_bits, weight_bits);
    ASSERT_TRUE(second_moments(oracle::integer_moments(rows, num_features)) ==
                oracle::second_moments(rows, num_features));
  }
}

// 2^66 + 2^13 + 1 lies above the middle of two doubles, by less than 64 bits can tell.
TEST(IntegerMoments, SecondMomentsAreRoundedOnce) {
  IntegerMoments moments(1);
  moments.sums[28] = std::int64_t{1} << 24;       // digit 6, the last row, times the feature
  moments.sums[1] = (std::int64_t{1} << 13) + 1;  // digit 0
  EXPECT_EQ(second_moments(moments).feature_target[0], std::ldexp(0x1p66 + 0x1p14, -31));
  moments.sums[1] -= 1;  // in the middle: to the even one
  EXPECT_EQ(second_moments(moments).feature_target[0], 0x1p35);
  moments.sums[1] = std::int64_t{3} << 13;
  EXPECT_EQ(second_moments(moments).feature_target[0], std::ldexp(0x1p66 + 0x1p15, -31));
}

// The largest target that is allowed, as often as is allowed: its square has 137 bits.
TEST(IntegerMoments, HoldTheLargestTargetsAndWeights) {
  constexpr std::int64_t largest = (std::int64_t{1} << 44) - 1;
  for (const std::int64_t target : {largest, -largest, largest - 62, (largest >> 3) - 5}) {
    const IntegerMoments moments =
        oracle::integer_moments({{.features = {127, -127}, .target = target, .weight = std::uint64_t{1} << 49}}, 2);
    const SecondMoments expected =
        oracle::second_moments({{.features = {127, -127}, .target = target, .weight = 1}}, 2);
    const SecondMoments actual = second_moments(moments);
    EXPECT_EQ(actual.target_square, 0x1p49 * expected.target_square) << target;
    EXPECT_EQ(actual.feature_target[0], 0x1p49 * expected.feature_target[0]) << target;
    EXPECT_EQ(actual.feature_target[1], -actual.feature_target[0]) << target;
    EXPECT_EQ(actual.gram(0, 1), -0x1p49 * 127.0 * 127.0 / 16384.0) << target;
    EXPECT_EQ(actual.num_rows, 0x1p49) << target;
  }
}

TEST(IntegerMoments, OfNothingAreZero) {
  EXPECT_EQ(IntegerMoments(3).sums, std::vector<std::int64_t>(55));
  EXPECT_TRUE(second_moments(IntegerMoments(3)) == SecondMoments(3));
  EXPECT_TRUE(second_moments(IntegerMoments(0)) == SecondMoments(0));
}

PROPERTY(IntegerMomentsMerge, IsAssociativeAndCommutativeAndHasAnIdentity, (std::uint64_t seed)) {
  const std::size_t num_features = seed % 6;
  const IntegerMoments a = random_moments(seed, num_features), b = random_moments(seed + 1, num_features),
                       c = random_moments(seed + 2, num_features);
  ASSERT_TRUE(sum(sum(a, b), c) == sum(a, sum(b, c)));
  ASSERT_TRUE(sum(a, b) == sum(b, a));
  ASSERT_TRUE(sum(a, IntegerMoments(num_features)) == a);
  ASSERT_TRUE(sum(IntegerMoments(num_features), a) == a);
}

PROPERTY(IntegerMomentsMerge, IsThatOfTheRows, (std::uint64_t seed)) {
  auto rows = random_rows(seed, 4, 3);
  const auto more = random_rows(seed + 1, 5, 3);
  const IntegerMoments parts = sum(oracle::integer_moments(rows, 3), oracle::integer_moments(more, 3));
  rows.insert(rows.end(), more.begin(), more.end());
  ASSERT_TRUE(parts == oracle::integer_moments(rows, 3));
}

TEST(IntegerMomentsMerge, RefusesOtherSizesAndTooManyRows) {
  IntegerMoments three(3);
  EXPECT_EQ(thrown_by([&] { merge(three, IntegerMoments(4)); }),
            usage_error("statistics of 3 features cannot be merged with those of 4"));
  IntegerMoments half(3);
  half.num_rows = std::uint64_t{1} << 48;
  IntegerMoments whole = sum(half, half);
  EXPECT_EQ(whole.num_rows, std::uint64_t{1} << 49);
  const IntegerMoments before = whole;
  IntegerMoments one(3);
  one.num_rows = 1;
  one.sums[0] = 1;
  const auto thrown = thrown_by([&] { merge(whole, one); });
  ASSERT_TRUE(thrown);
  EXPECT_EQ(thrown->kind, ErrorKind::data);
  EXPECT_TRUE(whole == before);
}

}  // namespace
}  // namespace direct::integer_moments_test
