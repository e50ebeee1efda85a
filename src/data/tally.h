// SPDX-License-Identifier: MIT
// How many rows there are, and what they weigh.
#pragma once

#include <cstddef>

#include "data/wide_sum.h"

namespace direct {

class Tally {
 public:
  void add(double weight = 1.0) {
    ++num_rows_;
    if (weight == 1.0)
      ++num_ones_;
    else
      others_.add(weight);
  }
  void merge(const Tally& other) {
    num_rows_ += other.num_rows_;
    num_ones_ += other.num_ones_;
    others_.add(other.others_);
  }

  std::size_t num_rows() const { return num_rows_; }
  WideSum weight() const {
    WideSum sum = others_;
    sum.add(static_cast<long double>(num_ones_));
    return sum;
  }

 private:
  std::size_t num_rows_ = 0;
  std::size_t num_ones_ = 0;  // rows of weight 1, which most are
  WideSum others_;            // the weights of the others
};

}  // namespace direct
