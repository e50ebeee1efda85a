// SPDX-License-Identifier: MIT
#pragma once

#include <direct/draws.h>

namespace direct {

// Throws Error(usage) unless the draws are of so many weights with so many levels each.
void check_shape(const Draws& draws, std::size_t num_features, std::size_t num_levels);
void check_shape(const Draws& draws, const WeightPrior& prior);  // whose grid may have no table of levels

}  // namespace direct
