// SPDX-License-Identifier: MIT
#include "features/monomials.h"

#include <algorithm>
#include <limits>

#include <direct/features.h>
#include <gtest/gtest.h>

#include "algebra/random.h"
#include "oracle/property.h"

namespace direct::monomials_test {
namespace {

Matrix random_inputs(std::size_t rows, std::size_t cols) {
  Matrix result(rows, cols);
  for (std::size_t i = 0; i < result.size(); ++i) result.data()[i] = random_normal(12, RandomStream::generator, i);
  return result;
}

FeatureMap of_degree(FeatureMap map, std::size_t degree) {
  map.degree = degree;
  return map;
}

TEST(NumMonomials, IsABinomialCoefficient) {
  EXPECT_EQ(num_monomials(0, 3), 1U);
  EXPECT_EQ(num_monomials(3, 0), 1U);
  EXPECT_EQ(num_monomials(3, 1), 4U);
  EXPECT_EQ(num_monomials(3, 2), 10U);
  EXPECT_EQ(num_monomials(2, 4), 15U);
  EXPECT_EQ(num_monomials(20, 8), 3108105U);
  EXPECT_EQ(num_monomials(33, 33), 7219428434016265740U);  // 66 over 33: nearly 2^63
}

TEST(NumMonomials, IsTheLargestNumberWhereItIsLarger) {
  EXPECT_EQ(num_monomials(35, 35), std::numeric_limits<std::size_t>::max());
  EXPECT_EQ(num_monomials(1000000, 64), std::numeric_limits<std::size_t>::max());
}

TEST(MonomialIndex, OfDegreeTwoIsAsTheHeaderListsIt) {
  const std::vector<std::vector<std::size_t>> monomials = {{0, 0}, {0, 1}, {1, 1}, {0, 2}, {1, 2}, {2, 2}, {0, 3}};
  for (std::size_t i = 0; i < monomials.size(); ++i) EXPECT_EQ(monomial_index(monomials[i]), i);
}

PROPERTY(MonomialIndex, CountsTheMonomialsInOrder, (Any & any)) {
  const auto num_inputs = any.in_range<std::size_t>(1, 7);
  const auto degree = any.in_range<std::size_t>(1, 6);
  MonomialFactors monomial(degree);
  for (std::size_t i = 0; i < num_monomials(num_inputs, degree); ++i, monomial.next()) {
    ASSERT_TRUE(std::ranges::is_sorted(monomial.factors()));
    ASSERT_TRUE(monomial.factors().back() <= num_inputs);
    ASSERT_TRUE(monomial_index(monomial.factors()) == i);
  }
  ASSERT_TRUE(monomial.factors().back() == num_inputs + 1);  // the first with one more input
}

PROPERTY(Monomials, AreProductsOfTheInputs, (Any & any)) {
  const auto num_inputs = any.in_range<std::size_t>(1, 6);
  const auto degree = any.in_range<std::size_t>(2, 5);
  const auto rows = any.in_range<std::size_t>(1, 9);
  const Matrix inputs = random_inputs(rows, num_inputs);
  for (const FeatureMap& plain : {linear_features(num_inputs), given_features(num_inputs)}) {
    const FeatureMap map = of_degree(plain, degree);
    Matrix features(3, 5, 7.0);  // of another shape
    evaluate(map, inputs, features);
    ASSERT_TRUE(features.rows() == rows);
    ASSERT_TRUE(features.cols() == map.num_features());
    ASSERT_TRUE(features.cols() == num_monomials(num_inputs, degree));
    MonomialFactors monomial(degree);
    for (std::size_t j = 0; j < features.cols(); ++j, monomial.next())
      for (std::size_t i = 0; i < rows; ++i) {
        double product = 1.0;
        for (const std::size_t factor : monomial.factors()) product *= factor == 0 ? 1.0 : inputs(i, factor - 1);
        ASSERT_TRUE(features(i, j) == product);
      }
  }
}

TEST(Monomials, OfDegreeOneAreLinearFeatures) {
  const Matrix inputs = random_inputs(7, 3);
  Matrix linear, monomials(7, num_monomials(3, 1));
  evaluate(linear_features(3), inputs, linear);
  evaluate_monomials(1, inputs, monomials);
  EXPECT_EQ(monomials, linear);
  EXPECT_EQ(of_degree(linear_features(3), 1), linear_features(3));
}

}  // namespace
}  // namespace direct::monomials_test
