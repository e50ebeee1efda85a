// SPDX-License-Identifier: MIT
#include "features/input_scale.h"

#include <gtest/gtest.h>
#include <cmath>
#include <vector>

#include "algebra/random.h"

namespace direct::input_scale_test {
namespace {

double uniform(std::size_t index) { return random_uniform(71, RandomStream::generator, index); }

// As standardised inputs are.
double rounded(double value) { return std::ldexp(std::nearbyint(std::ldexp(value, 24)), -24); }

std::vector<double> multiples(double first, double step, const std::vector<int>& counts) {
  std::vector<double> result;
  for (const int count : counts) result.push_back(rounded(first + step * count));
  return result;
}

TEST(Lattice, IsFoundThroughTheRoundingOfItsValues) {
  for (const double step : {0.0013, 0.0371, 1.7}) {
    const auto lattice = lattice_of(multiples(-1.9, step, {0, 1, 2, 5, 6, 11, 40, 43, 120, 400, 1300}), 1e-4);
    ASSERT_TRUE(lattice) << step;
    EXPECT_NEAR(lattice->step, step, 1e-7);
    EXPECT_NEAR(lattice->point, -1.9, 1e-6);
  }
}

TEST(Lattice, MayBeFinerThanTheLeastDistance) {
  const auto lattice = lattice_of(multiples(0.3, 0.01, {0, 2, 5, 8, 10, 13}), 1e-4);
  ASSERT_TRUE(lattice);
  EXPECT_NEAR(lattice->step, 0.01, 1e-7);
}

TEST(Lattice, OfTwoValuesIsTheirDistance) { EXPECT_EQ(lattice_of(std::vector{-0.5, 1.5}, 1e-4)->step, 2.0); }

TEST(Lattice, IsNoneOfASingleValueOrOfNumbersFromAnywhere) {
  EXPECT_FALSE(lattice_of(std::vector{0.7}, 1e-4));
  std::vector<double> values;
  double value = 0.0;
  for (std::size_t i = 0; i < 300; ++i) values.push_back(rounded(value += 0.01 + 0.02 * uniform(i)));
  EXPECT_FALSE(lattice_of(values, 1e-4));
}

TEST(Lattice, IsNoFinerThanAsked) { EXPECT_FALSE(lattice_of(multiples(0.0, 0.001, {0, 1, 2, 3}), 0.002)); }

double code(const InputScale& scale, double value) { return (value - scale.centre) / scale.scale * codes_of_unit; }

TEST(InputScale, ReachesAQuarterBeyondTheExtremes) {
  const InputScale scale = input_scale(-1.0, 3.0, {});
  EXPECT_EQ(scale.centre, 1.0);
  EXPECT_NEAR(code(scale, 3.5), largest_code, 1e-6);
  EXPECT_EQ(scale.lattice_step, 0.0);
}

TEST(InputScale, HasWholeCodesOnALattice) {
  const std::vector<std::vector<int>> cases{{0, 1}, {0, 1, 2}, {0, 3, 4, 9, 50}, {0, 7, 4095}};
  for (const std::vector<int>& counts : cases) {
    const std::vector<double> values = multiples(0.4, 0.31, counts);
    const InputScale scale = input_scale(values.front(), values.back(), values);
    ASSERT_GT(scale.lattice_step, 0.0) << counts.back();
    for (const double value : values) {
      EXPECT_NEAR(code(scale, value), std::nearbyint(code(scale, value)), 0.05);
      EXPECT_LE(1.2 * std::abs(code(scale, value)), largest_code);
    }
  }
}

TEST(LatticeCodes, TakeTheSmallestStepThatIsAllowed) {
  const std::vector<double> values = multiples(-1.0, 0.1, {0, 1, 4, 10, 20});
  const auto codes = lattice_codes(values, -1.0, 1.0, 0.015);
  ASSERT_TRUE(codes);
  EXPECT_NEAR(codes->step, 0.1 / 6.0, 1e-7);  // a seventh would be less than 0.015
  EXPECT_NEAR(codes->centre, 0.0, 1e-6);
  EXPECT_FALSE(lattice_codes(values, -1.0, 1.0, 0.11));
  EXPECT_FALSE(lattice_codes(values, -1.0, 50000.0, 0.015));  // codes of this lattice do not reach so far
}

TEST(InputScale, OfAConstantIsOne) {
  const InputScale scale = input_scale(2.0, 2.0, std::vector{2.0});
  EXPECT_EQ(scale.centre, 2.0);
  EXPECT_EQ(scale.scale, 1.0);
}

}  // namespace
}  // namespace direct::input_scale_test
