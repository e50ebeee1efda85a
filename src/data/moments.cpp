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

Standardisation rounded_standardisation(long double mean, long double deviation) {
  const long double scale = std::clamp(deviation, smallest_scale, largest_scale);
  const int exponent = std::ilogb(scale);
  const long double few_bits = rounded_to_multiple(scale, exponent + 1 - scale_bits);
  return {static_cast<double>(rounded_to_multiple(mean, exponent - mean_bits)),
          static_cast<double>(std::min(few_bits, largest_scale))};
}

}  // namespace

void PowerSums::add(std::span<const double> values) {
  WideSum sum = first, squares = second;  // in registers
  for (const double value : values) sum.add(value);
  for (const double value : values) squares.add_square(value);
  first = sum;
  second = squares;
}

void PowerSums::add(double value, double weight) {
  WideSum square;
  square.add_square(value);
  first.add_product(weight, value);
  second.add_product(weight, square);
}

void PowerSums::merge(const PowerSums& other) {
  first.add(other.first);
  second.add(other.second);
}

void ColumnMoments::add(double value, double weight) {
  least_ = std::min(least_, value);
  most_ = std::max(most_, value);
  count_.add(weight);
  if (weight != 1.0) {
    sums_.add(value, weight);
    lightest_ = std::min(lightest_, weight);
    return;
  }
  waiting_[num_waiting_++] = value;
  if (num_waiting_ == waiting_.size()) {
    sums_.add(waiting());
    num_waiting_ = 0;
  }
}

void ColumnMoments::merge(const ColumnMoments& other) {
  sums_.merge(other.sums());
  count_.merge(other.count_);
  least_ = std::min(least_, other.least_);
  most_ = std::max(most_, other.most_);
  lightest_ = std::min(lightest_, other.lightest_);
}

PowerSums ColumnMoments::sums() const {
  PowerSums all = sums_;
  all.add(waiting());
  return all;
}

double ColumnMoments::centre() const {
  if (count_.num_rows() == 0) return 0.0;
  if (constant()) return least_;
  return static_cast<double>(sums().first.value() / count_.weight().value());
}

// Sums of w (x - fill) and w (x - fill)^2, to which the missing rows add nothing. Timestamps lose half of their bits in
// the second: hence the wide sums. Two rows that differ by r alone give a variance of at least r^2 w / 2n, where w is
// the lighter one of them and n the weight of all: rounding never gives less.
Standardisation ColumnMoments::filled(const Tally& missing, double fill) const {
  if (constant()) return {fill, 1.0};
  const WideSum present = count_.weight();
  Tally all = count_;
  all.merge(missing);
  const long double total = all.weight().value();
  WideSum first = sums().first;
  first.add_product(-fill, present);
  WideSum square;
  square.add_square(fill);
  WideSum second = sums().second;
  second.add_product(-2.0L * fill, sums().first);
  second.add_product(present, square);
  const long double offset = first.value() / total;
  const long double range = static_cast<long double>(most_) - least_;
  const long double least_variance = range * range * lightest_ / (2 * total);
  const long double variance = std::max(second.value() / total - offset * offset, least_variance);
  return rounded_standardisation(fill + offset, std::sqrt(variance));
}

Standardisation share_of(const Tally& part, const Tally& rows) {
  if (part.num_rows() == 0) return {0.0, 1.0};
  if (part.num_rows() == rows.num_rows()) return {1.0, 1.0};
  const long double total = rows.weight().value();
  WideSum others = rows.weight();
  others.add_product(-1.0L, part.weight());
  const long double weight = part.weight().value();
  return rounded_standardisation(weight / total, std::sqrt(weight * others.value()) / total);
}

double rounded_offset(long double mean) { return rounded_standardisation(mean, 1.0L).mean; }

}  // namespace direct
