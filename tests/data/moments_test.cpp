// SPDX-License-Identifier: MIT
#include "data/moments.h"
#include "oracle/property.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace direct::moments_test {
namespace {

ColumnMoments moments_of(const std::vector<double>& values) {
  ColumnMoments moments;
  for (const double value : values) moments.add(value);
  return moments;
}

Tally tally_of(int num_rows) {
  Tally tally;
  for (int i = 0; i < num_rows; ++i) tally.add();
  return tally;
}

Standardisation of(const std::vector<double>& values) { return moments_of(values).standardisation(); }

bool same(const Standardisation& a, const Standardisation& b) { return a.mean == b.mean && a.scale == b.scale; }

TEST(WideSum, KeepsWhatADoubleLoses) {
  WideSum sum;
  for (const double value : {1e100, 1.0, -1e100}) sum.add(value);
  EXPECT_EQ(sum.value(), 1.0L);
  WideSum close;
  for (const double value : {0x1p100, 0x1p-20, -0x1p100}) close.add(value);
  EXPECT_EQ(close.value(), 0x1p-20L);
}

TEST(WideSum, SquaresAreExact) {
  const double value = 1.0 + 0x1p-52;
  WideSum sum;
  sum.add_square(value);
  for (const long double part : {1.0L, 0x1p-51L, 0x1p-104L}) sum.add(-part);
  EXPECT_EQ(sum.value(), 0.0L);
  sum.add_product(value, value);
  sum.add_square(value);
  sum.add_product(-2.0L * value, value);
  EXPECT_EQ(sum.value(), 0.0L);
}

TEST(WideSum, ProductsAreExact) {
  const long double left = 1.0L + 0x1p-63L, right = 1.0L - 0x1p-63L;  // their product is 1 - 2^-126
  WideSum sum;
  sum.add_product(left, right);
  sum.add(-1.0L);
  EXPECT_EQ(sum.value(), -0x1p-126L);
  WideSum wide, one;
  wide.add(0x1p60L);
  wide.add(0x1p-60L);
  one.add_product(wide, wide);
  one.add_product(-0x1p60L, wide);
  EXPECT_EQ(one.value(), 1.0L + 0x1p-120L);
}

TEST(ColumnMoments, MeanAndPopulationDeviation) {
  const Standardisation found = of({1, 2, 3, 4});
  EXPECT_NEAR(found.mean, 2.5, 1e-6);
  EXPECT_NEAR(found.scale, std::sqrt(1.25), 1e-7);
}

TEST(ColumnMoments, ConstantColumnsKeepTheirValue) {
  EXPECT_TRUE(same(of({0.1, 0.1, 0.1}), {0.1, 1.0}));
  EXPECT_TRUE(same(of({1e308, 1e308}), {1e308, 1.0}));
  EXPECT_TRUE(same(of({}), {0.0, 1.0}));
  EXPECT_TRUE(moments_of({0.1, 0.1}).constant());
  EXPECT_FALSE(moments_of({0.1, 0.2}).constant());
}

TEST(ColumnMoments, TimestampsKeepTheirScale) {
  const Standardisation found = of({1.6e9 - 1, 1.6e9, 1.6e9 + 1});
  EXPECT_NEAR(found.mean, 1.6e9, 1e-6);
  EXPECT_NEAR(found.scale, std::sqrt(2.0 / 3), 1e-7);
}

TEST(ColumnMoments, NeighbouringDoublesHaveAScale) {
  const double value = 1e15, next = std::nextafter(value, 2e15);
  const Standardisation found = of({value, next});
  EXPECT_NEAR(found.scale, (next - value) / 2, 1e-7 * (next - value));
  std::vector<double> many(1000, value);
  many.push_back(next);
  EXPECT_GT(of(many).scale, 0.0);
}

TEST(ColumnMoments, ExtremeUnitsNeitherOverflowNorVanish) {
  for (const double unit : {1e200, 1e-200, 1e307, 1e-290}) {
    const Standardisation found = of({1 * unit, 2 * unit, 3 * unit});
    EXPECT_NEAR(found.mean / unit, 2.0, 1e-5);
    EXPECT_NEAR(found.scale / unit, std::sqrt(2.0 / 3), 1e-6);
  }
  constexpr double largest = std::numeric_limits<double>::max(), smallest = std::numeric_limits<double>::denorm_min();
  for (const auto& values :
       {std::vector{largest, -largest}, std::vector{smallest, 2 * smallest}, std::vector{0.0, smallest}}) {
    const Standardisation found = of(values);
    EXPECT_TRUE(std::isfinite(found.mean));
    EXPECT_TRUE(std::isfinite(found.scale) && std::isfinite(1 / found.scale));
    EXPECT_GT(found.scale, 0.0);
  }
}

TEST(ColumnMoments, MissingRowsHoldTheFill) {
  const ColumnMoments present = moments_of({1, 2, 6});
  const double fill = present.standardisation().mean;
  const Standardisation found = present.filled(tally_of(2), fill), expected = of({1, 2, 6, fill, fill});
  EXPECT_TRUE(same(found, expected)) << found.mean << ' ' << expected.mean;
}

TEST(ColumnMoments, ScalesDoNotCarryAllTheirBits) {
  const Standardisation found = of({0.1, 0.7, 1.9});
  EXPECT_EQ(found.scale, std::ldexp(std::round(std::ldexp(found.scale, 47)), -47));
  const double quantum = std::ldexp(1.0, std::ilogb(found.scale) - 46);
  EXPECT_EQ(found.mean, std::round(found.mean / quantum) * quantum);
}

TEST(ColumnMoments, SharesAreThoseOfZerosAndOnes) {
  EXPECT_TRUE(same(share_of(tally_of(3), tally_of(7)), of({1, 1, 1, 0, 0, 0, 0})));
  EXPECT_TRUE(same(share_of(tally_of(7), tally_of(7)), {1.0, 1.0}));
  Tally three;
  three.add(2.5);
  three.add(0.5);
  Tally seven = three;
  seven.add(4.0);
  EXPECT_TRUE(same(share_of(three, seven), share_of(tally_of(3), tally_of(7))));
  EXPECT_TRUE(same(share_of(tally_of(0), tally_of(7)), {0.0, 1.0}));
}

std::vector<double> random_values(Any& any) {
  const auto integers = any.some(1 + any.in_range<std::size_t>(0, 100), [&] { return any.value<int>(); });
  const double unit = any.element_of(std::vector<double>{1.0, 0.1, 1e-7, 3e12});
  const double offset = any.element_of(std::vector<double>{0.0, 1.6e9, -7e4});
  std::vector<double> values;
  for (const int integer : integers) values.push_back(offset + unit * integer);
  return values;
}

PROPERTY(ColumnMoments, DoNotDependOnOrderOrSplit, (unsigned seed, Any& any)) {
  std::vector<double> values = random_values(any);
  const Standardisation expected = of(values);
  std::shuffle(values.begin(), values.end(), std::mt19937(seed));
  ASSERT_TRUE(same(of(values), expected));
  const auto cut = values.begin() + any.in_range<std::ptrdiff_t>(0, static_cast<std::ptrdiff_t>(values.size()) + 1);
  ColumnMoments left = moments_of({values.begin(), cut});
  left.merge(moments_of({cut, values.end()}));
  ASSERT_TRUE(same(left.standardisation(), expected));
}

PROPERTY(ColumnMoments, AWeightIsAsGoodAsEqualValues, (Any & any)) {
  ColumnMoments weighted, repeated;
  for (const double value : random_values(any)) {
    const int weight = any.in_range(1, 9);
    weighted.add(value, weight);
    for (int i = 0; i < weight; ++i) repeated.add(value);
  }
  ASSERT_TRUE(same(weighted.standardisation(), repeated.standardisation()));
  const double fill = weighted.standardisation().mean;
  Tally missing;
  missing.add(3.0);
  ASSERT_TRUE(same(weighted.filled(missing, fill), repeated.filled(tally_of(3), fill)));
}

PROPERTY(ColumnMoments, FollowAPowerOfTwoToTheBit, (Any & any)) {
  std::vector<double> values = random_values(any);
  const Standardisation before = of(values);
  if (!(!moments_of(values).constant())) return;
  const int exponent = any.in_range(-300, 300);
  for (double& value : values) value = std::ldexp(value, exponent);
  ASSERT_TRUE(same(of(values), {std::ldexp(before.mean, exponent), std::ldexp(before.scale, exponent)}));
}

}  // namespace
}  // namespace direct::moments_test
