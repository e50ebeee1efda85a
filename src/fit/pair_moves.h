// SPDX-License-Identifier: MIT
// Out of an optimum in which no weight can gain alone: two weights at a time, each about one level further. On a coarse
// grid weights that are correlated hold each other where they are; a pair of moves that nearly cancel sets them free.
#pragma once

#include "fit/coordinate_ascent.h"

namespace direct {

// Moves pairs as long as one gains more than `least` nats. Returns what the ELBO gained, which is never negative.
// Requires: the weights moved last, not the noise.
double move_pairs(CoordinateAscent& ascent, double least);

}  // namespace direct
