// SPDX-License-Identifier: MIT
// The features of many rows, a few at a time.
#pragma once

#include <algorithm>
#include <cstddef>

#include <direct/features.h>

#include "algebra/parallel.h"
#include "features/row_features.h"

namespace direct {

// The features of so many rows stay in the second-level cache.
inline constexpr std::size_t rows_per_task = 16;

// Calls use(first row, features) for every block of rows, from several threads at once; a column per row.
template <typename Use>
void for_each_block(const FeatureMap& map, const Matrix& standardised, const Use& use) {
  parallel_for((standardised.rows() + rows_per_task - 1) / rows_per_task, [&](std::size_t task) {
    const std::size_t first = task * rows_per_task, count = std::min(rows_per_task, standardised.rows() - first);
    Matrix features;
    evaluate_rows(map, standardised, first, count, features);
    use(first, features);
  });
}

}  // namespace direct
