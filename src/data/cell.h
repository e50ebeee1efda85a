// SPDX-License-Identifier: MIT
// What the text of one cell stands for.
#pragma once

#include <string_view>

namespace direct {

enum class CellKind { number, missing, not_finite, text };

struct Cell {
  CellKind kind = CellKind::text;
  double value = 0.0;  // of a number; never -0
};

// Numbers are decimal, with a point, whatever the locale; spaces around them and a leading + are allowed. Missing: the
// empty cell, NA, N/A, n/a, NaN, NULL, null, None, ?. Too large a number is not finite, too small a one is 0.
Cell parsed_cell(std::string_view text);

}  // namespace direct
