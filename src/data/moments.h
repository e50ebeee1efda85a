// SPDX-License-Identifier: MIT
// Mean and standard deviation of a column, rounded so that they do not depend on the order of the rows: the scale to
// 48 bits, the mean to a 2^-46th of the scale. Multiplying a column by a power of two does the same to both, exactly.
#pragma once

#include <array>
#include <cstddef>
#include <limits>
#include <span>

#include "data/tally.h"
#include "data/wide_sum.h"

namespace direct {

struct Standardisation {
  double mean = 0.0;
  double scale = 1.0;  // 1 for a constant column
};

// Sums of w x and w x^2.
struct PowerSums {
  WideSum first, second;

  void add(std::span<const double> values);  // w = 1; many at once take less time than one by one
  void add(double value, double weight);
  void merge(const PowerSums& other);
};

class ColumnMoments {
 public:
  // A value of weight k is as good as k equal values. Requires: weight > 0.
  void add(double value, double weight = 1.0);
  void merge(const ColumnMoments& other);

  bool constant() const { return !(least_ < most_); }  // also without values
  double least() const { return least_; }              // infinity without values
  double most() const { return most_; }
  WideSum sum() const { return sums().first; }  // of w x
  Standardisation standardisation() const { return filled({}, centre()); }
  // The same with `fill` in rows without a value. Requires: fill near the mean, and equal to it if constant().
  Standardisation filled(const Tally& missing, double fill) const;

 private:
  std::span<const double> waiting() const { return std::span(waiting_).first(num_waiting_); }
  PowerSums sums() const;
  double centre() const;  // the mean, or nearly

  PowerSums sums_;                    // without what waits
  std::array<double, 64> waiting_{};  // values of weight 1
  std::size_t num_waiting_ = 0;
  Tally count_;
  double least_ = std::numeric_limits<double>::infinity();
  double most_ = -std::numeric_limits<double>::infinity();
  double lightest_ = 1.0;  // weight, or 1 when all are heavier
};

// Of a column that is 1 in a part of the rows and 0 in the others.
Standardisation share_of(const Tally& part, const Tally& rows);

double rounded_offset(long double mean);  // as a mean is where the scale is 1

}  // namespace direct
