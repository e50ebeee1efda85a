// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>

#include <direct/fit_options.h>

namespace direct {

// In nats: what a step must gain not to be the last.
inline double least_gain(const FitOptions& options, double num_rows) {
  return options.tolerance * std::max(1.0, num_rows);
}

// Of a derivative by a logit, in nats: what Adam takes for zero.
inline constexpr double smallest_logit_derivative = 1e-3;

}  // namespace direct
