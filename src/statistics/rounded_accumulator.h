// SPDX-License-Identifier: MIT
// Rows of any features and weights -> SecondMoments in floating point, in blocks of a fixed number of rows: the bytes
// depend on the rows and their order, never on how they arrive or on threads.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <direct/statistics.h>

namespace direct {

struct RoundedSeconds {
  double features = 0.0, sums = 0.0;
};

class RoundedAccumulator {
 public:
  // Requires: `map` and `seconds` outlive the accumulator.
  RoundedAccumulator(const FeatureMap& map, RoundedSeconds& seconds)
      : map_(&map), seconds_(&seconds), sums_(map.num_features()) {}

  void add(std::span<const double> inputs, double target, double weight);  // standardised
  SecondMoments finish() &&;

 private:
  void flush();

  const FeatureMap* map_;
  RoundedSeconds* seconds_;
  MomentAccumulator sums_;
  Matrix inputs_, features_;
  std::vector<double> targets_, weights_;
};

}  // namespace direct
