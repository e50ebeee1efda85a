// SPDX-License-Identifier: MIT
// Inner loops of ExponentialMoments for levels that stand for a uniform density about them: sinh(y) / y, y = x
// half_cell.
#pragma once

#include <span>

#include "algebra/exponential_kernels.h"

namespace direct {

void multiply_cells(std::span<const double> x, double half_cell, RowProducts& products);  // Requires: |y| <= 1e5
void add_cell_moments(double half_cell, const TiltedSums& sums);

}  // namespace direct
