// SPDX-License-Identifier: MIT
#include "algebra/random.h"

#include <cmath>
#include <functional>
#include <set>
#include <vector>

#include <gtest/gtest.h>

namespace direct::random_test {
namespace {

constexpr std::uint64_t count = 1'000'000;

double normal(std::uint64_t index) { return random_normal(7, RandomStream::generator, index); }
double uniform(std::uint64_t index) { return random_uniform(7, RandomStream::generator, index); }

double mean(const std::function<double(std::uint64_t)>& value) {
  double sum = 0.0;
  for (std::uint64_t i = 0; i < count; ++i) sum += value(i);
  return sum / static_cast<double>(count);
}

// How far a mean of `count` values with this variance may stray: five standard errors.
double bound(double variance) { return 5.0 * std::sqrt(variance / static_cast<double>(count)); }

// Made with another program. Fixed forever: saved models are made from these.
TEST(Random, IsPhilox4x32WithTenRounds) {
  EXPECT_EQ(random_bits(0, RandomStream::frequencies, 0), 0xf08d6eaa844515e1U);
  EXPECT_EQ(random_bits(0x0123456789abcdef, RandomStream::generator, 42), 0x4332d6d88d614b58U);
}

// Across a carry into the upper half of the index, and with a rest that fills no vector.
TEST(Random, FilledBitsAreThoseOfTheirIndices) {
  for (const std::uint64_t first : {0ULL, (1ULL << 32) - 5, (1ULL << 63) + 1}) {
    std::vector<std::uint64_t> bits(43);
    fill_random_bits(0x0123456789abcdef, RandomStream::mixture, first, 0, bits);
    for (std::size_t i = 0; i < bits.size(); i += 2)
      EXPECT_EQ(bits[i], random_bits(0x0123456789abcdef, RandomStream::mixture, first + i / 2)) << i;
  }
}

// Made with another program: the counter (5, 0, stream, 9).
TEST(Random, FilledBitsOfARoundAreThoseOfPhilox) {
  std::vector<std::uint64_t> bits(2);
  fill_random_bits(7, RandomStream::generator, 5, 9, bits);
  EXPECT_EQ(bits[0], 0x2f3c19b0a0944e60U);
  EXPECT_EQ(bits[1], 0x9e29445b6caf50cdU);
}

TEST(Random, SeedStreamAndIndexAllMatter) {
  std::set<std::uint64_t> seen;
  for (const std::uint64_t seed : {0ULL, 1ULL, 1ULL << 32})
    for (const auto stream : {RandomStream::frequencies, RandomStream::folds, RandomStream::generator})
      for (const std::uint64_t index : {0ULL, 1ULL, 1ULL << 32}) seen.insert(random_bits(seed, stream, index));
  EXPECT_EQ(seen.size(), 27U);
}

TEST(Random, UniformIsInsideTheUnitIntervalWithItsMoments) {
  for (std::uint64_t i = 0; i < count; ++i) {
    ASSERT_GT(uniform(i), 0.0);
    ASSERT_LT(uniform(i), 1.0);
  }
  EXPECT_NEAR(mean(uniform), 0.5, bound(1.0 / 12.0));
  EXPECT_NEAR(mean([](std::uint64_t i) { return uniform(i) * uniform(i); }), 1.0 / 3.0, bound(4.0 / 45.0));
  EXPECT_NEAR(mean([](std::uint64_t i) { return (uniform(i) - 0.5) * (uniform(i + 1) - 0.5); }), 0.0,
              bound(1.0 / 144.0));
}

TEST(Random, NormalHasItsMoments) {
  const double variances[] = {1.0, 2.0, 15.0, 96.0};  // of x^1 ... x^4
  const double moments[] = {0.0, 1.0, 0.0, 3.0};
  for (int power = 1; power <= 4; ++power) {
    const double moment = mean([&](std::uint64_t i) { return std::pow(normal(i), power); });
    EXPECT_NEAR(moment, moments[power - 1], bound(variances[power - 1])) << power;
  }
  EXPECT_NEAR(mean([](std::uint64_t i) { return normal(i) * normal(i + 1); }), 0.0, bound(1.0));
}

TEST(Random, NormalHasItsTails) {
  for (const double threshold : {-4.0, -3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0, 4.0}) {
    const double expected = 0.5 * std::erfc(-threshold / std::sqrt(2.0));
    const double frequency = mean([&](std::uint64_t i) { return normal(i) < threshold ? 1.0 : 0.0; });
    EXPECT_NEAR(frequency, expected, bound(expected * (1.0 - expected))) << threshold;
  }
}

}  // namespace
}  // namespace direct::random_test
