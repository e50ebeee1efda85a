// SPDX-License-Identifier: MIT
#include <direct/model.h>

#include <algorithm>
#include <cmath>

namespace direct {

std::vector<double> linear_grid(double low, double high, std::size_t count) {
  if (count < 2) return {low};
  std::vector<double> grid(count);
  const double last = static_cast<double>(count - 1);
  // Weighted from both ends, so that a symmetric grid is symmetric to the bit and has an exact zero.
  for (std::size_t k = 0; k < count; ++k) {
    const double from_low = static_cast<double>(count - 1 - k), from_high = static_cast<double>(k);
    grid[k] = (low * from_low + high * from_high) / last;
  }
  grid.front() = low;
  grid.back() = high;
  return grid;
}

std::vector<double> logarithmic_grid(double low, double high, std::size_t count) {
  if (count < 2) return {low};
  std::vector<double> grid = linear_grid(std::log(low), std::log(high), count);
  std::transform(grid.begin(), grid.end(), grid.begin(), [](double value) { return std::exp(value); });
  grid.front() = low;
  grid.back() = high;
  return grid;
}

}  // namespace direct
