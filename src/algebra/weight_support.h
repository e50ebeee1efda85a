// SPDX-License-Identifier: MIT
// How the levels of one weight lie, and how far powers of exponentials of them go.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

namespace direct {

enum class LevelSpacing { even, uneven };

struct WeightSupport {
  LevelSpacing spacing;
  bool is_certain;     // one level has probability 1
  std::size_t center;  // the level that others are seen from: the certain one, or one near the middle
  double step;         // from level to level, where they are even
  double half_cell;
  // Of |x|: up to these, exp(x w) of two levels differ by a factor of exp(64) at most, and |x half_cell| is up to 1e5.
  double level_limit, cell_limit;

  bool is_factor() const { return !is_certain || half_cell > 0.0; }  // its moment is not just exp(x w)
  double limit() const { return is_certain ? cell_limit : std::min(level_limit, cell_limit); }
};

// Requires: as many probabilities as levels, which sum to 1, nearly.
WeightSupport weight_support(std::span<const double> levels, std::span<const double> probabilities, double cell_step);

}  // namespace direct
