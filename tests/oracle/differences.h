// SPDX-License-Identifier: MIT
// Gradients by central differences.
#pragma once

#include <functional>
#include <span>
#include <vector>

namespace direct::oracle {

inline std::vector<double> central_differences(const std::function<double(std::span<const double>)>& function,
                                               std::vector<double> x, double step = 1e-5) {
  std::vector<double> gradient(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double at = x[i];
    x[i] = at + step;
    const double above = function(x);
    x[i] = at - step;
    const double below = function(x);
    x[i] = at;
    gradient[i] = (above - below) / (2.0 * step);
  }
  return gradient;
}

}  // namespace direct::oracle
