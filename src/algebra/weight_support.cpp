// SPDX-License-Identifier: MIT
#include "algebra/weight_support.h"

#include <cmath>

namespace direct {
namespace {

double support_step(std::span<const double> levels) {
  return levels.size() < 2 ? 0.0 : (levels.back() - levels.front()) / static_cast<double>(levels.size() - 1);
}

// To the last few digits of their range: powers of a step are as good as an exponential per level.
bool are_even(std::span<const double> levels) {
  const double step = support_step(levels), tolerance = 1e-14 * std::abs(levels.back() - levels.front());
  for (std::size_t k = 0; k < levels.size(); ++k)
    if (!(std::abs(levels[k] - levels.front() - static_cast<double>(k) * step) <= tolerance)) return false;
  return true;
}

// A power of two near the middle: its power of an exponential is at hand.
std::size_t even_center(std::size_t num_levels) {
  if (num_levels < 6) return 0;
  std::size_t center = 4;
  while (3 * 2 * center <= 2 * num_levels) center *= 2;
  return center;
}

std::size_t uneven_center(std::span<const double> levels) {
  const auto [low, high] = std::ranges::minmax(levels);
  const double middle = 0.5 * low + 0.5 * high;
  const auto distance = [&](double level) { return std::abs(level - middle); };
  return static_cast<std::size_t>(std::ranges::min_element(levels, {}, distance) - levels.begin());
}

bool one_is_certain(std::span<const double> probabilities) {
  return std::ranges::count(probabilities, 1.0) == 1 &&
         std::ranges::count(probabilities, 0.0) == static_cast<long>(probabilities.size()) - 1;
}

std::size_t center_of(const WeightSupport& support, std::span<const double> levels,
                      std::span<const double> probabilities) {
  if (support.is_certain)
    return static_cast<std::size_t>(std::ranges::find(probabilities, 1.0) - probabilities.begin());
  return support.spacing == LevelSpacing::even ? even_center(levels.size()) : uneven_center(levels);
}

}  // namespace

WeightSupport weight_support(std::span<const double> levels, std::span<const double> probabilities, double cell_step) {
  WeightSupport support{.spacing = are_even(levels) ? LevelSpacing::even : LevelSpacing::uneven,
                        .is_certain = one_is_certain(probabilities),
                        .step = support_step(levels),
                        .half_cell = 0.5 * cell_step};
  support.center = center_of(support, levels, probabilities);
  const auto [low, high] = std::ranges::minmax(levels);
  support.level_limit = 64.0 / (high - low);
  support.cell_limit = 1e5 / support.half_cell;
  return support;
}

}  // namespace direct
