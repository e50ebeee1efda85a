// SPDX-License-Identifier: MIT
// Rows with integer features and whole weights -> IntegerMoments. Rows wait until there are enough for a block; then
// their features are computed and the block's Gram matrix is added, both on all threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <direct/statistics.h>

#include "algebra/integer_gram.h"

namespace direct {

// What the accumulators of several groups take turns to use.
struct IntegerWorkspace {
  explicit IntegerWorkspace(const IntegerFourier& fourier);

  const IntegerFourier& map;
  IntegerBlock block, weighted_block;  // the second is made when there are weights
  double features_seconds = 0.0, sums_seconds = 0.0;
};

class IntegerAccumulator {
 public:
  // Requires: the workspace outlives the accumulator.
  explicit IntegerAccumulator(IntegerWorkspace& workspace);

  // Requires: `target` is standardised, |target| <= most_target.
  void add(std::span<const std::int16_t> codes, double target, std::uint64_t weight);
  IntegerMoments finish() &&;

 private:
  // A weight is written to base 32 (of features of 12 bits, to base 2), and a row waits once for each digit that is not
  // zero, with others of the same place.
  struct WaitingRows {
    std::vector<std::int16_t> codes;  // of the inputs, row-major
    std::vector<std::int64_t> targets;
    std::vector<std::int16_t> digits;
  };

  void add_digit(std::size_t place, std::span<const std::int16_t> codes, std::int64_t target, std::int16_t digit);
  void flush(std::size_t place);

  IntegerWorkspace* workspace_;
  IntegerMoments sums_;
  std::vector<WaitingRows> waiting_;  // by place
};

}  // namespace direct
