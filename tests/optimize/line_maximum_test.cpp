// SPDX-License-Identifier: MIT
#include "optimize/line_maximum.h"
#include "oracle/property.h"

#include <cmath>

#include <gtest/gtest.h>

namespace direct::line_maximum_test {
namespace {

constexpr LineRange wide{-20.0, 20.0};

struct Search {
  LinePoint found;
  int evaluations = 0;
  bool stayed_in_range = true;
};

Search search(const std::function<double(double)>& function, double start, LineRange range,
              const LineOptions& options = {}) {
  Search result;
  result.found = maximise_on_line(
      [&](double x) {
        ++result.evaluations;
        result.stayed_in_range = result.stayed_in_range && range.low <= x && x <= range.high;
        return function(x);
      },
      start, range, options);
  EXPECT_EQ(result.found.value, function(result.found.x));
  return result;
}

// A number in [low, high] from any integer.
double between(double low, double high, std::uint64_t random) {
  return low + (high - low) * static_cast<double>(random % 1001) / 1000.0;
}

PROPERTY(LineMaximum, FindsTheTopOfAParabolaInEightEvaluations, (std::uint64_t a, std::uint64_t b)) {
  const double top = between(-6.0, 6.0, a), curvature = between(0.1, 10.0, b);
  const auto parabola = [&](double x) { return 5.0 - 0.5 * curvature * (x - top) * (x - top); };
  const Search result = search(parabola, 0.0, wide);
  ASSERT_TRUE(result.evaluations <= 8);
  ASSERT_TRUE(result.found.value > 5.0 - 0.02);
}

TEST(LineMaximum, StopsEarlyWhenTheStartIsGood) {
  const auto parabola = [](double x) { return -0.5 * (x - 0.1) * (x - 0.1); };
  EXPECT_LE(search(parabola, 0.0, wide).evaluations, 6);
}

// Steep on one side and slow on the other, as the evidence is.
PROPERTY(LineMaximum, FindsTheTopOfSkewedFunctions, (std::uint64_t a, std::uint64_t b, bool mirrored)) {
  const double start = between(-4.0, 4.0, a), scale = between(0.5, 20.0, b), sign = mirrored ? -1.0 : 1.0;
  const auto skewed = [&](double x) { return scale * (sign * x - std::exp(sign * x)); };  // at most -scale, at 0
  const Search result = search(skewed, start, wide, {.max_evaluations = 16});
  ASSERT_TRUE(result.evaluations <= 16);
  ASSERT_TRUE(result.found.value > -scale - 0.1);  // where a parabola promises 0.01
}

TEST(LineMaximum, FindsTheTopWhereTheCurvatureChangesItsSign) {
  const auto bell = [](double x) { return 10.0 / (1.0 + (x - 2.5) * (x - 2.5)); };
  for (const double start : {-3.0, 0.0, 2.5, 6.0})
    EXPECT_GT(search(bell, start, wide, {.max_evaluations = 16}).found.value, 10.0 - 0.05) << start;
}

TEST(LineMaximum, GoesToTheEndOfTheRangeAndNoFurther) {
  for (const double start : {0.0, 0.3, 2.0, 5.0}) {
    const Search up = search([](double x) { return x; }, start, {0.0, 5.0});
    EXPECT_EQ(up.found.x, 5.0) << start;
    EXPECT_TRUE(up.stayed_in_range);
    const Search down = search([](double x) { return -x; }, start, {0.0, 5.0});
    EXPECT_EQ(down.found.x, 0.0) << start;
    EXPECT_TRUE(down.stayed_in_range);
  }
}

TEST(LineMaximum, FindsATopNextToTheEndOfTheRange) {
  for (const double top : {4.4, 4.9, 4.999}) {
    const auto steep = [&](double x) { return -50.0 * (x - top) * (x - top); };
    EXPECT_GT(search(steep, 1.0, {0.0, 5.0}, {.max_evaluations = 16}).found.value, -0.02) << top;
    EXPECT_GT(search([&](double x) { return steep(-x); }, -1.0, {-5.0, 0.0}, {.max_evaluations = 16}).found.value,
              -0.02)
        << top;
  }
}

TEST(LineMaximum, AStartOutsideTheRangeIsMovedInside) {
  const auto parabola = [](double x) { return -(x - 1.0) * (x - 1.0); };
  for (const double start : {-1e300, -7.0, 9.0, 1e300}) {
    const Search result = search(parabola, start, {0.0, 3.0});
    EXPECT_TRUE(result.stayed_in_range);
    EXPECT_NEAR(result.found.x, 1.0, 0.1);
  }
}

TEST(LineMaximum, ARangeOfOnePointIsThatPoint) {
  EXPECT_EQ(search([](double x) { return x; }, 7.0, {2.0, 2.0}).found.x, 2.0);
}

TEST(LineMaximum, AConstantFunctionEnds) {
  const Search result = search([](double) { return 1.0; }, 0.0, wide, {.max_evaluations = 50});
  EXPECT_LE(result.evaluations, 50);
  EXPECT_EQ(result.found.value, 1.0);
}

PROPERTY(LineMaximum, NeverEvaluatesMoreOftenThanAllowed, (std::uint64_t a, std::uint64_t b, std::uint64_t c)) {
  const int allowed = 1 + static_cast<int>(a % 12);
  const double top = between(-30.0, 30.0, b), start = between(-30.0, 30.0, c);
  const auto wavy = [&](double x) { return std::cos(x - top) - 0.01 * (x - top) * (x - top); };
  const Search result = search(wavy, start, wide, {.max_evaluations = allowed});
  ASSERT_TRUE(result.evaluations <= allowed);
  ASSERT_TRUE(result.stayed_in_range);
  ASSERT_TRUE(result.found.value >= wavy(std::clamp(start, wide.low, wide.high)));
}

}  // namespace
}  // namespace direct::line_maximum_test
