// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>

namespace direct {

// log(exp(one) + exp(other)), for any finite two.
inline double log_sum(double one, double other) {
  return std::max(one, other) + std::log1p(std::exp(-std::abs(one - other)));
}

}  // namespace direct
