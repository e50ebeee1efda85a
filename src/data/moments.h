// SPDX-License-Identifier: MIT
// Mean and standard deviation of a column, rounded so that they do not depend on the order of the rows: the scale to
// 48 bits, the mean to a 2^-46th of the scale. Multiplying a column by a power of two does the same to both, exactly.
#pragma once

#include <cstddef>
#include <limits>

#include "data/wide_sum.h"

namespace direct {

struct Standardisation {
  double mean = 0.0;
  double scale = 1.0;  // 1 for a constant column
};

class ColumnMoments {
 public:
  void add(double value);
  void merge(const ColumnMoments& other);

  std::size_t count() const { return count_; }
  bool constant() const { return !(least_ < most_); }  // also without values
  Standardisation standardisation() const { return filled(0, centre()); }
  // The same with `fill` in `num_missing` more rows. Requires: fill near the mean, and equal to it if constant().
  Standardisation filled(std::size_t num_missing, double fill) const;

 private:
  double centre() const;  // the mean, or nearly

  WideSum sum_, squares_;
  std::size_t count_ = 0;
  double least_ = std::numeric_limits<double>::infinity();
  double most_ = -std::numeric_limits<double>::infinity();
};

// Of a column that is 1 in `count` of `num_rows` rows and 0 in the others.
Standardisation share_of(std::size_t count, std::size_t num_rows);

}  // namespace direct
