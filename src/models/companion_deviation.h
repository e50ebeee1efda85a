// SPDX-License-Identifier: MIT
// Draws of the Gaussian companion, less its mean.
#pragma once

#include <cstdint>
#include <vector>

#include <direct/matrix.h>

#include "algebra/random.h"

namespace direct {

// Deviation `index` of a sequence of its own for each seed and stream; `factor` is the Cholesky factor of the
// precision.
std::vector<double> companion_deviation(const Matrix& factor, std::uint64_t seed, RandomStream stream,
                                        std::size_t index);

}  // namespace direct
