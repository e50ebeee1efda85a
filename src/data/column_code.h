// SPDX-License-Identifier: MIT
// Between the text of a cell and the inputs it becomes there is one double, its code: the number itself, or the number
// of a level; NaN where the value is missing; -1 for a level that training has not seen.
#pragma once

#include <cmath>
#include <cstddef>
#include <limits>

#include <direct/data.h>

namespace direct {

constexpr double missing_code = std::numeric_limits<double>::quiet_NaN();
constexpr double unseen_level_code = -1.0;

inline bool is_missing(double code) { return std::isnan(code); }

std::size_t num_inputs(const Column& column);

// Writes the num_inputs(column) inputs that `code` stands for.
void encode(const Column& column, double code, double* inputs);

}  // namespace direct
