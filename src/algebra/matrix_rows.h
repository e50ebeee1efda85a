// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>

#include <direct/matrix.h>

namespace direct {

// Rows first ... first + count - 1.
inline Matrix rows_of(const Matrix& matrix, std::size_t first, std::size_t count) {
  Matrix rows(count, matrix.cols());
  for (std::size_t j = 0; j < matrix.cols(); ++j)
    std::copy_n(matrix.column(j).begin() + static_cast<std::ptrdiff_t>(first), count, rows.column(j).begin());
  return rows;
}

}  // namespace direct
