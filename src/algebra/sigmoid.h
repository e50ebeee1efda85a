// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>

namespace direct {

inline double sigmoid(double z) {
  const double e = std::exp(-std::abs(z));
  return z >= 0.0 ? 1.0 / (1.0 + e) : e / (1.0 + e);
}

// -log(1 + exp(-z)), for any z
inline double log_sigmoid(double z) { return std::min(z, 0.0) - std::log1p(std::exp(-std::abs(z))); }

}  // namespace direct
