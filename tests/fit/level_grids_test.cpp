// SPDX-License-Identifier: MIT
#include "fit/level_grids.h"
#include "oracle/property.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

namespace direct::level_grids_test {
namespace {

using Levels = std::vector<double>;

bool has_zero(const Levels& levels) { return std::ranges::count(levels, 0.0) == 1; }

// All of them multiples of one step.
bool is_even(const Levels& levels) {
  const auto zero = std::ranges::find(levels, 0.0) - levels.begin();
  const double step = zero > 0 ? -levels[static_cast<std::size_t>(zero) - 1] : levels[1];
  for (std::size_t k = 0; k < levels.size(); ++k)
    if (levels[k] != (static_cast<double>(k) - static_cast<double>(zero)) * step) return false;
  return step > 0.0;
}

TEST(AutomaticLevels, HaveAnExactZeroForEveryNumberOfThem) {
  for (std::size_t count = 3; count <= 256; ++count)
    for (const double end : {3.0, 0.1, 1e-30, 0.7e30}) {
      const Levels levels = automatic_levels({.levels = count}, end);
      ASSERT_EQ(levels.size(), count);
      EXPECT_TRUE(is_even(levels)) << count;
      EXPECT_EQ(levels[count / 2], 0.0) << count;
      EXPECT_FALSE(std::signbit(levels[count / 2]));
      EXPECT_NEAR(levels.back() / end, 1.0, 1e-15);
      EXPECT_LE(levels.front(), -end * (1.0 - 1e-15));
    }
}

TEST(AutomaticLevels, OfTwoAreTheEnds) { EXPECT_EQ(automatic_levels({.levels = 2}, 3.0), (Levels{-3.0, 3.0})); }

TEST(AutomaticLevels, AreTheSameWhereASupportIsLearnedFromThem) {
  const Levels even = automatic_levels({.levels = 16}, 3.0);
  for (const char* word : {"learned", "learned-shared"})
    EXPECT_EQ(automatic_levels({.levels = 16, .support = word}, 3.0), even);
}

PROPERTY(EvenLevels, AcrossZeroHoldBothEndsAndTouchOne, (std::uint64_t seed)) {
  const std::size_t count = 3 + seed % 254;
  const double low = -std::ldexp(1.0 + static_cast<double>(seed % 1009) / 1009.0, static_cast<int>(seed / 7 % 21) - 10);
  const double high = std::ldexp(1.0 + static_cast<double>(seed % 997) / 997.0, static_cast<int>(seed / 11 % 21) - 10);
  const Levels levels = even_levels(low, high, count);
  ASSERT_TRUE(levels.size() == count);
  ASSERT_TRUE(has_zero(levels));
  ASSERT_TRUE(is_even(levels));
  const double below = levels.front() / low, above = levels.back() / high;
  ASSERT_TRUE(below > 1.0 - 1e-14);
  ASSERT_TRUE(above > 1.0 - 1e-14);
  ASSERT_TRUE(std::min(below, above) < 1.0 + 1e-14);
}

TEST(EvenLevels, ArePlainWhereZeroIsOnThePlainGrid) {
  EXPECT_EQ(even_levels(-1.0, 3.0, 5), (Levels{-1.0, 0.0, 1.0, 2.0, 3.0}));
  EXPECT_EQ(even_levels(0.0, 3.0, 4), (Levels{0.0, 1.0, 2.0, 3.0}));
  EXPECT_EQ(even_levels(-3.0, 0.0, 4), (Levels{-3.0, -2.0, -1.0, 0.0}));
}

TEST(EvenLevels, WidenOneEndWhereItIsNot) {
  EXPECT_EQ(even_levels(-1.0, 1.0, 4), (Levels{-2.0, -1.0, 0.0, 1.0}));
  EXPECT_EQ(even_levels(-0.1, 8.0, 3), (Levels{-8.0, 0.0, 8.0}));
  EXPECT_EQ(even_levels(-2.0, 4.0, 5), (Levels{-2.0, 0.0, 2.0, 4.0, 6.0}));
}

TEST(EvenLevels, WithoutRoomForZeroAreTheEndsAndWhatIsBetween) {
  EXPECT_EQ(even_levels(-1.0, 2.0, 2), (Levels{-1.0, 2.0}));
  EXPECT_EQ(even_levels(1.0, 3.0, 3), (Levels{1.0, 2.0, 3.0}));
  EXPECT_EQ(even_levels(-3.0, -1.0, 3), (Levels{-3.0, -2.0, -1.0}));
}

TEST(PowerLevels, AreZeroAndConsecutivePowersOfTwo) {
  EXPECT_EQ(power_levels(3.0, 7), (Levels{-4.0, -2.0, -1.0, 0.0, 1.0, 2.0, 4.0}));
  EXPECT_EQ(power_levels(2.8, 3), (Levels{-2.0, 0.0, 2.0}));
  EXPECT_EQ(power_levels(0.1, 5), (Levels{-0.125, -0.0625, 0.0, 0.0625, 0.125}));
  for (std::size_t count = 3; count <= 255; count += 2) {
    const Levels levels = automatic_levels({.levels = count, .support = "pow2"}, 1.0);
    EXPECT_TRUE(std::ranges::is_sorted(levels, std::less_equal<>()));
    EXPECT_EQ(levels.back(), 1.0);
    EXPECT_EQ(levels[count / 2], 0.0);
  }
}

TEST(GivenLevels, AreThoseOfARangeOrAList) {
  using Values = std::vector<double>;
  for (const char* word : {"auto", "learned", "learned-shared", "pow2", "@levels.txt"})
    EXPECT_EQ(given_levels(word, 5), std::nullopt) << word;
  EXPECT_EQ(given_levels("-1:1", 5), (Values{-1.0, -0.5, 0.0, 0.5, 1.0}));
  EXPECT_EQ(given_levels("-1:1", 4), (Values{-2.0, -1.0, 0.0, 1.0}));
  EXPECT_EQ(given_levels("0:3", 2), (Values{0.0, 3.0}));
  EXPECT_EQ(given_levels("-1,0,2.5", 7), (Values{-1.0, 0.0, 2.5}));
}

}  // namespace
}  // namespace direct::level_grids_test
