// SPDX-License-Identifier: MIT
// All weights at once: Newton's method in their means (Eq. 11), which takes tens of steps where sweeps take thousands
// because features are correlated.
#pragma once

#include <vector>

#include "fit/coordinate_ascent.h"

namespace direct {

// What to add to the means. Where the solution of the linear equations takes long, by a factorisation.
std::vector<double> newton_direction(const CoordinateAscent& ascent);

// Along newton_direction(), half as far until the ELBO gains; returns what it gained, zero if nothing did.
double newton_step(CoordinateAscent& ascent);

}  // namespace direct
