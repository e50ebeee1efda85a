// SPDX-License-Identifier: MIT
// Which points of a tuning are worth a look.
#pragma once

#include <direct/tune.h>

namespace direct {

bool beats(const TunePoint& one, const TunePoint& other);  // as good in rmse, nll and bytes, and better in one of them

// Sorts the points by bytes and fills in what Tuning says of the frontier. Requires: at least one point.
void find_frontier(Tuning& tuning);

}  // namespace direct
