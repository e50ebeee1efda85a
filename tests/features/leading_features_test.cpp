// SPDX-License-Identifier: MIT
#include <direct/error.h>
#include <direct/features.h>
#include <gtest/gtest.h>

#include "algebra/random.h"

namespace direct::leading_features_test {
namespace {

constexpr std::size_t num_inputs = 3, num_features = 44;

Matrix random_inputs(std::size_t rows) {
  Matrix result(rows, num_inputs);
  for (std::size_t i = 0; i < result.size(); ++i) result.data()[i] = random_normal(4, RandomStream::generator, i);
  return result;
}

FeatureMap fourier_map(std::size_t count = num_features) {
  return fourier_features(std::vector<double>{0.7, 1.0, 2.0}, count, 9);
}

FeatureMap integer_map(std::size_t count = num_features) {
  return integer_features(fourier_map(count), std::vector<double>(num_inputs, -4.0),
                          std::vector<double>(num_inputs, 4.0));
}

void expect_leading_columns(const FeatureMap& map, std::size_t count, double tolerance) {
  const Matrix inputs = random_inputs(70);
  Matrix all, some;
  evaluate(map, inputs, all);
  evaluate(leading_features(map, count), inputs, some);
  ASSERT_EQ(some.cols(), count);
  for (std::size_t i = 0; i < some.rows(); ++i)
    for (std::size_t j = 0; j < count; ++j) EXPECT_NEAR(some(i, j), all(i, j), tolerance) << i << ", " << j;
}

TEST(LeadingFeatures, AreTheFirstColumnsToTheBitInIntegers) {
  for (const std::size_t count : {4, 8, 20, 44}) expect_leading_columns(integer_map(), count, 0.0);
  expect_leading_columns(integer_map(46), 44, 0.0);  // the last word of the whole map is half empty
}

// A matrix product of one column may add in another order than one of many.
TEST(LeadingFeatures, AreTheFirstColumnsToRoundingInFloatingPoint) {
  for (const std::size_t count : {2, 4, 18, 44}) expect_leading_columns(fourier_map(), count, 1e-14);
}

TEST(LeadingFeatures, AreThoseOfTheSameSeed) { EXPECT_EQ(leading_features(fourier_map(), 10), fourier_map(10)); }

TEST(LeadingFeatures, OfAllAreTheMapItself) {
  EXPECT_EQ(leading_features(fourier_map(), num_features), fourier_map());
  EXPECT_EQ(leading_features(integer_map(), num_features), integer_map());
}

TEST(LeadingFeatures, RefusesWhatIsNoWholeNumberOfPairsOrWords) {
  for (const std::size_t count : {0, 3, 45, 46}) EXPECT_THROW(leading_features(fourier_map(), count), Error) << count;
  for (const std::size_t count : {0, 2, 6, 48}) EXPECT_THROW(leading_features(integer_map(), count), Error) << count;
  EXPECT_THROW(leading_features(linear_features(8), 4), Error);
  EXPECT_THROW(leading_features(given_features(8), 4), Error);
}

}  // namespace
}  // namespace direct::leading_features_test
