// SPDX-License-Identifier: MIT
// One cell: what its text stands for in a file, or a number or a category in memory.
#pragma once

#include <array>
#include <string_view>

namespace direct {

enum class CellKind { number, missing, not_finite, text };

struct Cell {
  CellKind kind = CellKind::text;
  double value = 0.0;          // of a number; never -0
  std::string_view text = {};  // as it stands in the file; empty for a number in memory
};

// Numbers are decimal, with a point, whatever the locale; spaces around them and a leading + are allowed. Missing: the
// empty cell, NA, N/A, n/a, NaN, NULL, null, None, ?. Too large a number is not finite, too small a one is 0.
Cell parsed_cell(std::string_view text);

// Cells in memory. NaN is missing, and so is a text that is missing in a file; a number in a text is a category.
Cell number_cell(double value);
Cell category_cell(std::string_view text);

// The text of a cell without the spaces around it; of a number in memory the shortest decimal that reads back.
class CellText {
 public:
  explicit CellText(const Cell& cell);
  CellText(const CellText&) = delete;
  CellText& operator=(const CellText&) = delete;

  std::string_view view() const { return text_; }

 private:
  std::array<char, 32> digits_;
  std::string_view text_;
};

}  // namespace direct
