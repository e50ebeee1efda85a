// SPDX-License-Identifier: MIT
#include "fit/level_grids.h"

#include <algorithm>
#include <cmath>

namespace direct {
namespace {

// The index of zero: as near as can be to where it lies between the ends, and inside where it lies inside.
std::size_t zero_index(double low, double high, std::size_t count) {
  const double last = static_cast<double>(count - 1);
  if (low == 0.0) return 0;
  if (high == 0.0) return count - 1;
  const double share = -0.5 * low / (0.5 * high - 0.5 * low);  // halves: the width itself may be too large a number
  return static_cast<std::size_t>(std::clamp(std::round(last * share), 1.0, last - 1.0));
}

double step_to_hold(double low, double high, std::size_t below, std::size_t above) {
  if (below == 0) return high / static_cast<double>(above);
  if (above == 0) return -low / static_cast<double>(below);
  return std::max(-low / static_cast<double>(below), high / static_cast<double>(above));
}

}  // namespace

std::vector<double> even_levels(double low, double high, std::size_t count) {
  if (low > 0.0 || high < 0.0 || count < 3) return linear_grid(low, high, count);
  const std::size_t zero = zero_index(low, high, count);
  const double step = step_to_hold(low, high, zero, count - 1 - zero);
  std::vector<double> levels;
  for (std::size_t k = 0; k < count; ++k) levels.push_back((static_cast<double>(k) - static_cast<double>(zero)) * step);
  return levels;
}

std::vector<double> power_levels(double end, std::size_t count) {
  const std::size_t middle = count / 2;
  std::vector<double> levels(count, 0.0);
  double magnitude = std::exp2(std::round(std::log2(end)));
  for (std::size_t k = 0; k < middle; ++k, magnitude *= 0.5) {
    levels[k] = -magnitude;
    levels[count - 1 - k] = magnitude;
  }
  return levels;
}

std::optional<std::vector<double>> given_levels(const Support& support, std::size_t num_levels) {
  if (support.kind == Support::Kind::range) return even_levels(support.low, support.high, num_levels);
  if (support.kind == Support::Kind::list) return support.levels;
  return std::nullopt;
}

std::vector<double> automatic_levels(const FitOptions& options, double end) {
  return options.support.kind == Support::Kind::pow2 ? power_levels(end, num_levels(options))
                                                     : even_levels(-end, end, num_levels(options));
}

}  // namespace direct
