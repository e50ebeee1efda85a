// SPDX-License-Identifier: MIT
// Intervals of many rows at a few levels, and the scores that follow.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <string>

#include <direct/predict.h>

namespace direct {

struct NamedLevel {
  const char* name;
  double value;
};
inline constexpr std::array<NamedLevel, 3> interval_levels{{{"0.5", 0.5}, {"0.9", 0.9}, {"0.95", 0.95}}};

// Of one row: at each level.
struct RowIntervals {
  std::array<double, interval_levels.size()> width{}, outside{};  // the distance of a target outside; 0 inside
  std::array<bool, interval_levels.size()> calibrated{};

  void set(std::size_t level, const Bounds& bounds, double target) {
    width[level] = bounds.upper - bounds.lower;
    outside[level] = std::max({0.0, bounds.lower - target, target - bounds.upper});
  }
};

class IntervalSums {
 public:
  void add(const RowIntervals& row);
  std::map<std::string, IntervalScore> result(double num_rows) const;

 private:
  std::array<double, interval_levels.size()> width_{}, outside_{};
  std::array<std::size_t, interval_levels.size()> inside_{};
  std::array<bool, interval_levels.size()> calibrated_{};
};

}  // namespace direct
