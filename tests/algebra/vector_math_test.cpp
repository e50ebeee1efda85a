// SPDX-License-Identifier: MIT
#include "algebra/vector_math.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "algebra/instruction_sets.h"
#include "oracle/property.h"

namespace direct::vector_math_test {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

double exp_of(double x) {
  std::vector<double> values = {x};
  exp_in_place(values);
  return values[0];
}

std::vector<double> spread(double first, double last, std::size_t count) {
  std::vector<double> result(count);
  for (std::size_t i = 0; i < count; ++i)
    result[i] = first + (last - first) * static_cast<double>(i) / static_cast<double>(count - 1);
  return result;
}

TEST(VectorMath, ExpMatchesTheStandardLibrary) {
  const std::vector<double> x = spread(-708.0, 709.0, 100001);
  std::vector<double> values = x;
  exp_in_place(values);
  for (std::size_t i = 0; i < x.size(); ++i) ASSERT_NEAR(values[i] / std::exp(x[i]), 1.0, 1e-15) << x[i];
}

TEST(VectorMath, ExpAtTheEdges) {
  EXPECT_EQ(exp_of(0.0), 1.0);
  EXPECT_EQ(exp_of(-0.0), 1.0);
  for (const double x : {-750.0, -999.0, -1000.5, -1e10, -1e300, -std::numeric_limits<double>::max(), -infinity})
    EXPECT_EQ(exp_of(x), 0.0) << x;
  EXPECT_NEAR(exp_of(-740.0), std::exp(-740.0), 1e-307);
  EXPECT_TRUE(std::isfinite(exp_of(709.78)));
  for (const double x : {709.79, 1e4, 1e300, infinity}) EXPECT_EQ(exp_of(x), infinity) << x;
  EXPECT_TRUE(std::isnan(exp_of(std::nan(""))));
}

TEST(VectorMath, CosineAndSineMatchTheStandardLibrary) {
  const std::vector<double> turns = spread(-3.0, 3.0, 100001);
  std::vector<double> cosine(turns.size()), sine(turns.size());
  cos_sin_turns(turns, cosine, sine);
  for (std::size_t i = 0; i < turns.size(); ++i) {
    const double angle = 2.0 * std::numbers::pi * (turns[i] - std::round(turns[i]));
    ASSERT_NEAR(cosine[i], std::cos(angle), 4e-16) << turns[i];
    ASSERT_NEAR(sine[i], std::sin(angle), 4e-16) << turns[i];
  }
}

TEST(VectorMath, WholeTurnsDoNotMatterHoweverMany) {
  const std::vector<double> turns = {0.25, 4.25, -1e6 + 0.25, 0x1p40 + 0.25, -0x1p50 + 0.25, 1e300, -1e308};
  std::vector<double> cosine(turns.size()), sine(turns.size());
  cos_sin_turns(turns, cosine, sine);
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_EQ(cosine[i], 0.0);
    EXPECT_EQ(sine[i], 1.0);
  }
  for (std::size_t i = 5; i < turns.size(); ++i) {  // such a large double is a whole number
    EXPECT_EQ(cosine[i], 1.0);
    EXPECT_EQ(sine[i], 0.0);
  }
}

PROPERTY(VectorMath, BitsDoNotDependOnThePosition, (Any & any)) {
  const auto length = any.in_range<std::size_t>(1, 40);
  const auto first = any.in_range<std::size_t>(0, length);
  const auto count = any.in_range<std::size_t>(0, length - first + 1);
  std::vector<double> x(length);
  for (double& value : x) value = any.in_range(-8000000, 0) * 1e-5;

  std::vector<double> whole = x,
                      part(x.begin() + static_cast<long>(first), x.begin() + static_cast<long>(first + count));
  std::vector<double> cosine(length), sine(length), part_cosine(count), part_sine(count);
  cos_sin_turns(x, cosine, sine);
  cos_sin_turns(part, part_cosine, part_sine);
  exp_in_place(whole);
  exp_in_place(part);
  const auto offset = static_cast<long>(first);
  ASSERT_TRUE(std::equal(part.begin(), part.end(), whole.begin() + offset));
  ASSERT_TRUE(std::equal(part_cosine.begin(), part_cosine.end(), cosine.begin() + offset));
  ASSERT_TRUE(std::equal(part_sine.begin(), part_sine.end(), sine.begin() + offset));
}

struct Products {
  std::vector<std::uint32_t> words;  // num_sums for each factor
  std::vector<std::int16_t> factors;
  std::size_t num_sums = 0;
};

Products random_products(std::uint64_t seed, std::size_t num_factors, std::size_t num_sums) {
  std::mt19937_64 random(seed);
  Products products{std::vector<std::uint32_t>(num_factors * num_sums), std::vector<std::int16_t>(num_factors),
                    num_sums};
  for (std::uint32_t& word : products.words) word = static_cast<std::uint32_t>(random());
  for (std::int16_t& factor : products.factors) factor = static_cast<std::int16_t>(random());
  return products;
}

std::vector<std::uint32_t> multiplied(const Products& products) {
  std::vector<std::uint32_t> sums(products.num_sums, 0xDEADBEEF);
  multiply_modulo(products.words, products.factors, sums);
  return sums;
}

// In whole numbers that never overflow, and modulo 2^32 at the end.
std::vector<std::uint32_t> naive_products(const Products& products) {
  std::vector<std::uint32_t> sums;
  for (std::size_t w = 0; w < products.num_sums; ++w) {
    std::int64_t sum = 0;
    for (std::size_t j = 0; j < products.factors.size(); ++j)
      sum += std::int64_t{products.words[j * products.num_sums + w]} * products.factors[j];
    constexpr std::int64_t period = std::int64_t{1} << 32;
    sums.push_back(static_cast<std::uint32_t>((sum % period + period) % period));
  }
  return sums;
}

TEST(MultiplyModulo, EqualsALoopForAnyLength) {
  for (std::size_t num_sums = 0; num_sums < 70; ++num_sums)
    for (const std::size_t num_factors : {0U, 1U, 2U, 5U, 100U}) {
      const Products products = random_products(num_sums + 100 * num_factors, num_factors, num_sums);
      ASSERT_EQ(multiplied(products), naive_products(products)) << num_sums << " sums of " << num_factors;
    }
}

TEST(MultiplyModulo, WrapsAround) {
  const Products largest{std::vector<std::uint32_t>(51, 0xFFFFFFFF), {32767, -32767, -32768}, 17};
  EXPECT_EQ(multiplied(largest), std::vector<std::uint32_t>(17, 32768));
  EXPECT_EQ(multiplied(largest), naive_products(largest));
  const Products one{{0x80000000, 0x80000001, 0x12345678}, {2}, 3};
  EXPECT_EQ(multiplied(one), (std::vector<std::uint32_t>{0, 2, 0x2468ACF0}));
}

TEST(MultiplyModulo, IsTheSameOnAnyInstructionSet) {
  const Products products = random_products(1, 9, 77);
  on_each_instruction_set([&] { EXPECT_EQ(multiplied(products), naive_products(products)); });
}

}  // namespace
}  // namespace direct::vector_math_test
