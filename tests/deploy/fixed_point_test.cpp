// SPDX-License-Identifier: MIT
#include "deploy/fixed_point.h"

#include <cmath>

#include <gtest/gtest.h>

#include "deploy/common_unit.h"
#include "deploy/device_tables.h"
#include "oracle/integer_device.h"
#include "oracle/property.h"

namespace direct::fixed_point_test {
namespace {

PROPERTY(FixedPoint, RatiosAreNearTheirFactors, (std::uint32_t seed)) {
  const double factor = std::ldexp(1.0 + seed / 4294967296.0, static_cast<int>(seed % 60) - 30);
  const IntegerRatio ratio = integer_ratio(factor);
  ASSERT_TRUE(std::abs(factor_of(ratio) / factor - 1.0) < 1.0 / 65536.0);
  ASSERT_TRUE(ratio.left == 0 || ratio.right == 0);
}

TEST(FixedPoint, TinyFactorsFadeAway) {
  EXPECT_EQ(integer_ratio(0.0).multiplier, 0);
  EXPECT_EQ(integer_ratio(1e-20).multiplier, 0);
  EXPECT_EQ(integer_ratio(1.0).multiplier, 32768);
  EXPECT_EQ(factor_of(integer_ratio(1.0)), 1.0);
  EXPECT_NEAR(factor_of(integer_ratio(0.9999999)), 1.0, 1e-6);
}

PROPERTY(FixedPoint, TheDeviceScalesLikeWideIntegers, (std::int32_t value, std::uint32_t seed)) {
  const IntegerRatio ratio = integer_ratio(std::ldexp(1.0 + seed / 4294967296.0, static_cast<int>(seed % 40) - 32));
  const double result = value * factor_of(ratio);
  if (!(std::abs(result) < 1073741823.0 && std::abs(static_cast<double>(value)) < 1073741823.0)) return;
  const std::int32_t found = direct_scaled(value, device_ratio(ratio));
  ASSERT_TRUE(found == oracle::scaled(value, ratio));
  ASSERT_TRUE(std::abs(found - result) <= 1.0);
}

PROPERTY(FixedPoint, RootsAreWhole, (std::uint32_t value)) {
  const std::uint64_t root = direct_root(value);
  ASSERT_TRUE(root * root <= value);
  ASSERT_TRUE((root + 1) * (root + 1) > value);
}

TEST(FixedPoint, RootsOfTheEnds) {
  EXPECT_EQ(direct_root(0), 0);
  EXPECT_EQ(direct_root(1), 1);
  EXPECT_EQ(direct_root(4294967295U), 65535);
  EXPECT_EQ(direct_root(4294836225U), 65535);
  EXPECT_EQ(direct_root(4294836224U), 65534);
}

PROPERTY(FixedPoint, HypotenusesAreNear, (std::uint32_t a, std::uint32_t b)) {
  a >>= a % 31 + 1;
  b >>= b % 31 + 1;
  const double expected = std::hypot(a, b);
  ASSERT_TRUE(std::abs(direct_hypotenuse(a, b) - expected) <= 1e-4 * expected + 1.0);
}

// Draws whose spread is large, small, or none.
PROPERTY(FixedPoint, SpreadsAreDeviations, (std::uint32_t seed)) {
  const auto count = static_cast<std::uint8_t>(1 + seed % 64);
  const int bits = static_cast<int>(seed / 64 % 24);
  std::vector<std::int32_t> sums;
  std::int32_t sum = 0;
  for (std::uint8_t s = 0; s < count; ++s) {
    seed = seed * 1664525U + 1013904223U;
    sums.push_back(static_cast<std::int32_t>(seed >> 8 & ((1U << bits) - 1)));
    sum += sums.back();
  }
  double squares = 0.0;
  for (const std::int32_t value : sums) squares += std::pow(static_cast<double>(count) * value - sum, 2);
  const IntegerRatio ratio = integer_ratio(0.37);
  const double expected = std::sqrt(squares) * factor_of(ratio);
  const double found =
      direct_spread(sums.data(), count, sum, count, ratio.multiplier, direct_exponent(device_ratio(ratio)));
  ASSERT_TRUE(std::abs(found - expected) <= (std::sqrt(count) + 1.0) / 4096.0 * expected + 1.0);
}

TEST(FixedPoint, GaussianTableIsThatOfTheErrorFunction) {
  for (int i = 0; i <= 64; ++i) {
    const double expected = 65536.0 * 0.5 * std::erfc(-i / 16.0 / std::sqrt(2.0));
    EXPECT_NEAR(direct_gaussian[i], std::min(expected, 65535.0), 0.5 + 1e-9);
  }
}

TEST(CommonUnit, IsTheLargestThatDividesAll) {
  const auto unit = [](std::vector<double> values, double largest = 127.0) { return common_unit(values, largest); };
  EXPECT_EQ(unit({-1.0, -0.5, 0.0, 0.5, 1.0}), 0.5);
  EXPECT_NEAR(*unit({0.1, 0.25, 1.0}), 0.05, 1e-15);
  EXPECT_EQ(unit({0.0}), 1.0);
  EXPECT_FALSE(unit({1.0, std::sqrt(2.0)}));
  EXPECT_FALSE(unit({1.0, 128.0}));
  EXPECT_TRUE(unit({1.0, 128.0}, 128.0));
  EXPECT_TRUE(are_powers_of_two(std::vector<double>{-4.0, -1.0, 0.0, 0.5, 8.0}));
  EXPECT_FALSE(are_powers_of_two(std::vector<double>{1.0, 3.0}));
}

}  // namespace
}  // namespace direct::fixed_point_test
