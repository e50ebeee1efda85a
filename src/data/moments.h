// SPDX-License-Identifier: MIT
// Mean and standard deviation of a column, rounded so that they do not depend on the order of the rows: the scale to
// 48 bits, the mean to a 2^-46th of the scale. Multiplying a column by a power of two does the same to both, exactly.
#pragma once

#include <limits>

#include "data/tally.h"
#include "data/wide_sum.h"

namespace direct {

struct Standardisation {
  double mean = 0.0;
  double scale = 1.0;  // 1 for a constant column
};

class ColumnMoments {
 public:
  // A value of weight k is as good as k equal values. Requires: weight > 0.
  void add(double value, double weight = 1.0);
  void merge(const ColumnMoments& other);

  bool constant() const { return !(least_ < most_); }  // also without values
  double least() const { return least_; }              // infinity without values
  double most() const { return most_; }
  Standardisation standardisation() const { return filled({}, centre()); }
  // The same with `fill` in rows without a value. Requires: fill near the mean, and equal to it if constant().
  Standardisation filled(const Tally& missing, double fill) const;

 private:
  void add_weighted(double value, double weight);
  double centre() const;  // the mean, or nearly

  WideSum sum_, squares_;
  Tally count_;
  double least_ = std::numeric_limits<double>::infinity();
  double most_ = -std::numeric_limits<double>::infinity();
  double lightest_ = 1.0;  // weight, or 1 when all are heavier
};

// Of a column that is 1 in a part of the rows and 0 in the others.
Standardisation share_of(const Tally& part, const Tally& rows);

}  // namespace direct
