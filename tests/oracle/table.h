// SPDX-License-Identifier: MIT
// Numbers as the text of a CSV file that is read back to the bit: columns x0, x1, ..., y, and w if there are weights.
#pragma once

#include <span>
#include <string>

#include <direct/matrix.h>

namespace direct::oracle {

std::string csv_text(const Matrix& inputs, std::span<const double> targets, std::span<const double> weights = {});

}  // namespace direct::oracle
