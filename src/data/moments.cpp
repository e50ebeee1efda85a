// SPDX-License-Identifier: MIT
#include "data/moments.h"

#include <algorithm>
#include <cmath>

namespace direct {
namespace {

constexpr int scale_bits = 48;
constexpr int mean_bits = 46;  // after the leading bit of the scale

// Scales outside are as good as 0 or infinity, and dividing by them overflows.
constexpr long double smallest_scale = 0x1p-1000L;
constexpr long double largest_scale = 0x1.fffffep1023L;

long double rounded_to_multiple(long double value, int exponent) {
  return std::ldexp(std::round(std::ldexp(value, -exponent)), exponent);
}

Standardisation rounded(long double mean, long double deviation) {
  const long double scale = std::clamp(deviation, smallest_scale, largest_scale);
  const int exponent = std::ilogb(scale);
  const long double few_bits = rounded_to_multiple(scale, exponent + 1 - scale_bits);
  return {static_cast<double>(rounded_to_multiple(mean, exponent - mean_bits)),
          static_cast<double>(std::min(few_bits, largest_scale))};
}

}  // namespace

void ColumnMoments::add(double value) {
  sum_.add(value);
  squares_.add_square(value);
  ++count_;
  least_ = std::min(least_, value);
  most_ = std::max(most_, value);
}

void ColumnMoments::merge(const ColumnMoments& other) {
  sum_.add(other.sum_);
  squares_.add(other.squares_);
  count_ += other.count_;
  least_ = std::min(least_, other.least_);
  most_ = std::max(most_, other.most_);
}

double ColumnMoments::centre() const {
  if (count_ == 0) return 0.0;
  if (constant()) return least_;
  return static_cast<double>(sum_.value() / static_cast<long double>(count_));
}

// Sums of (x - fill) and (x - fill)^2, to which the missing rows add nothing. Timestamps lose half of their bits in
// the second: hence the wide sums. Two rows that differ by r alone give a variance of r^2 / 2n: rounding never gives
// less.
Standardisation ColumnMoments::filled(std::size_t num_missing, double fill) const {
  if (constant()) return {fill, 1.0};
  const auto present = static_cast<long double>(count_);
  const auto num_rows = static_cast<long double>(count_ + num_missing);
  WideSum first = sum_;
  first.add_product(-present, fill);
  WideSum square;
  square.add_square(fill);
  WideSum second = squares_;
  second.add_product(-2.0L * fill, sum_);
  second.add_product(present, square);
  const long double offset = first.value() / num_rows;
  const long double range = static_cast<long double>(most_) - least_;
  const long double variance = std::max(second.value() / num_rows - offset * offset, range * range / (2 * num_rows));
  return rounded(fill + offset, std::sqrt(variance));
}

Standardisation share_of(std::size_t count, std::size_t num_rows) {
  if (count == 0 || count == num_rows) return {count == 0 ? 0.0 : 1.0, 1.0};
  const auto k = static_cast<long double>(count);
  const auto n = static_cast<long double>(num_rows);
  return rounded(k / n, std::sqrt(k * (n - k)) / n);
}

}  // namespace direct
