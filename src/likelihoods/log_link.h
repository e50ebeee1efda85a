// SPDX-License-Identifier: MIT
// What likelihoods of positive means exp(eta) share.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "likelihoods/family.h"

namespace direct {

// A row that says nothing keeps the weighted moments finite.
inline WorkingRow with_curvature(WorkingRow row) {
  constexpr double smallest = 1e-12;
  row.curvature = std::max(row.curvature, smallest);
  return row;
}

inline double exp_of_eta(double x) {
  constexpr double largest = 300.0;
  return std::exp(std::clamp(x, -largest, largest));
}

inline double mean_of_log(double eta) { return std::min(std::exp(eta), std::numeric_limits<double>::max()); }

}  // namespace direct
