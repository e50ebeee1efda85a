// SPDX-License-Identifier: MIT
#include "statistics/integer_target.h"

#include <random>

#include <gtest/gtest.h>

#include "oracle/integer_rows.h"

namespace direct::integer_target_test {
namespace {

void expect_reconstructed(std::int64_t value) {
  const TargetDigits digits = target_digits(value);
  const std::vector<std::int64_t> expected = oracle::balanced_digits(value, digits.size());
  std::int64_t sum = 0;
  for (std::size_t d = digits.size(); d-- > 0;) {
    ASSERT_GE(digits[d], -64) << value;
    ASSERT_LE(digits[d], 63) << value;
    ASSERT_EQ(digits[d], expected[d]) << value;
    sum = sum * 128 + digits[d];
  }
  ASSERT_EQ(sum, value);
}

TEST(TargetDigits, AddUpToSmallValues) {
  for (std::int64_t value = -70000; value <= 70000; ++value) expect_reconstructed(value);
}

TEST(TargetDigits, AddUpAroundPowersOfTwoAsFarAsTargetsGo) {
  for (int power = 0; power <= 44; ++power)
    for (std::int64_t near = -130; near <= 130; ++near) {
      expect_reconstructed((std::int64_t{1} << power) + near);
      expect_reconstructed(-(std::int64_t{1} << power) + near);
    }
}

TEST(TargetDigits, AddUpToRandomValues) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 100000; ++i)
    expect_reconstructed(static_cast<std::int64_t>(random() % (std::uint64_t{1} << 45)) - (std::int64_t{1} << 44));
}

}  // namespace
}  // namespace direct::integer_target_test
