// SPDX-License-Identifier: MIT
#include <direct/error.h>
#include <direct/statistics.h>

#include <cmath>

#include "features/integer_fourier.h"
#include "statistics/integer_target.h"

namespace direct {
namespace {

__extension__ using Wide = __int128;

// Row i of the lower triangle.
std::span<const std::int64_t> row_of(const IntegerMoments& moments, std::size_t i) {
  return std::span(moments.sums).subspan(i * (i + 1) / 2, i + 1);
}

// value * 2^exponent, rounded once
double scaled(Wide value, int exponent) {
  return static_cast<double>(std::ldexp(static_cast<long double>(value), exponent));
}

// The sum over rows of feature j times the target: that of its digits, each times its power of the base.
Wide feature_target(const IntegerMoments& moments, std::size_t j) {
  Wide sum = 0;
  for (std::size_t d = IntegerMoments::target_digits; d-- > 0;)
    sum = sum * target_base + row_of(moments, moments.num_features + d)[j];
  return sum;
}

Wide target_square(const IntegerMoments& moments) {
  Wide sum = 0;
  for (std::size_t d = IntegerMoments::target_digits; d-- > 0;) {
    Wide row = 0;
    for (std::size_t e = IntegerMoments::target_digits; e-- > 0;) {
      const std::size_t i = moments.num_features + d, j = moments.num_features + e;
      row = row * target_base + (i >= j ? row_of(moments, i)[j] : row_of(moments, j)[i]);
    }
    sum = sum * target_base + row;
  }
  return sum;
}

}  // namespace

IntegerMoments::IntegerMoments(std::size_t features)
    : num_features(features), sums(num_columns() * (num_columns() + 1) / 2) {}

void merge(IntegerMoments& into, const IntegerMoments& other) {
  if (into.num_features != other.num_features)
    throw Error(ErrorKind::usage, "statistics of " + std::to_string(into.num_features) +
                                      " features cannot be merged with those of " + std::to_string(other.num_features));
  if (other.num_rows > most_integer_rows - into.num_rows)
    throw Error(ErrorKind::data, "the rows and their weights add up to more than 2^49, which integer sums cannot hold");
  into.num_rows += other.num_rows;
  for (std::size_t i = 0; i < into.sums.size(); ++i) into.sums[i] += other.sums[i];
}

SecondMoments second_moments(const IntegerMoments& moments) {
  SecondMoments result(moments.num_features);
  result.num_rows = static_cast<double>(moments.num_rows);
  for (std::size_t i = 0; i < moments.num_features; ++i) {
    const auto row = row_of(moments, i);
    for (std::size_t j = 0; j <= i; ++j)
      result.gram(i, j) = result.gram(j, i) = scaled(row[j], -2 * integer_feature_bits);
    result.feature_target[i] = scaled(feature_target(moments, i), -integer_feature_bits - target_fraction_bits);
  }
  result.target_square = scaled(target_square(moments), -2 * target_fraction_bits);
  return result;
}

}  // namespace direct
