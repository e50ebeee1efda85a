// SPDX-License-Identifier: MIT
#include <direct/error.h>
#include <direct/statistics.h>

#include <algorithm>
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

// value * 2^exponent, rounded once: a long double on the way would round some values twice, and on some machines only.
double scaled(Wide value, int exponent) { return std::ldexp(static_cast<double>(value), exponent); }

// The sum over rows of feature j times the target: that of its digits, each times its power of the base.
Wide feature_target(const IntegerMoments& moments, std::size_t j) {
  Wide sum = 0;
  for (std::size_t d = IntegerMoments::target_digits; d-- > 0;)
    sum = sum * target_base + row_of(moments, moments.num_features + d)[j];
  return sum;
}

// The sum over rows of digits d and e with d + e = power.
Wide digit_products(const IntegerMoments& moments, std::size_t power) {
  Wide sum = 0;
  for (std::size_t d = 0; d < IntegerMoments::target_digits; ++d) {
    if (power < d || power - d >= IntegerMoments::target_digits) continue;
    const std::size_t i = moments.num_features + std::max(d, power - d);
    sum += row_of(moments, i)[moments.num_features + std::min(d, power - d)];
  }
  return sum;
}

// The square in fixed point may leave 128 bits (2^49 rows of 2^20 scales have 137), so it is taken in two parts, of
// which the lower matters to the rounding of the upper only by whether it is zero.
double target_square(const IntegerMoments& moments) {
  constexpr std::size_t middle = IntegerMoments::target_digits - 1;
  constexpr int middle_bits = 7 * static_cast<int>(middle);
  Wide high = 0, low = 0;
  for (std::size_t power = 2 * middle + 1; power-- > middle;)
    high = high * target_base + digit_products(moments, power);
  for (std::size_t power = middle; power-- > 0;) low = low * target_base + digit_products(moments, power);
  high += low >> middle_bits;
  low &= (Wide{1} << middle_bits) - 1;
  constexpr Wide wide_enough = Wide{1} << 64;
  if (high < wide_enough) return scaled((high << middle_bits) + low, -2 * target_fraction_bits);
  return scaled(high | (low != 0 ? 1 : 0), middle_bits - 2 * target_fraction_bits);
}

}  // namespace

IntegerMoments::IntegerMoments(std::size_t features, int bits)
    : num_features(features), value_bits(bits), sums(num_columns() * (num_columns() + 1) / 2) {}

void require_rows(std::uint64_t more, const IntegerMoments& moments) {
  const int bits = most_row_bits(moments.value_bits);
  if (more > (std::uint64_t{1} << bits) - moments.num_rows)
    throw Error(ErrorKind::data, "the rows and their weights add up to more than 2^" + std::to_string(bits) +
                                     ", which integer sums cannot hold");
}

void merge(IntegerMoments& into, const IntegerMoments& other) {
  if (into.num_features != other.num_features)
    throw Error(ErrorKind::usage, "statistics of " + std::to_string(into.num_features) +
                                      " features cannot be merged with those of " + std::to_string(other.num_features));
  if (into.value_bits != other.value_bits)
    throw Error(ErrorKind::usage, "statistics of features of " + std::to_string(into.value_bits) +
                                      " bits cannot be merged with those of " + std::to_string(other.value_bits));
  require_rows(other.num_rows, into);
  into.num_rows += other.num_rows;
  for (std::size_t i = 0; i < into.sums.size(); ++i) into.sums[i] += other.sums[i];
}

SecondMoments second_moments(const IntegerMoments& moments) {
  SecondMoments result(moments.num_features);
  result.num_rows = static_cast<double>(moments.num_rows);
  const int bits = fraction_bits(moments.value_bits);
  for (std::size_t i = 0; i < moments.num_features; ++i) {
    const auto row = row_of(moments, i);
    for (std::size_t j = 0; j <= i; ++j) result.gram(i, j) = result.gram(j, i) = scaled(row[j], -2 * bits);
    result.feature_target[i] = scaled(feature_target(moments, i), -bits - target_fraction_bits);
  }
  result.target_square = target_square(moments);
  return result;
}

}  // namespace direct
