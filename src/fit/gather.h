// SPDX-License-Identifier: MIT
// The first half of gather(): what turns rows into features.
#pragma once

#include <direct/fit.h>

namespace direct {

// `like`, or what rank 0 learns from one pass over the data, on every rank. `ranks` may be none.
void prepare_on(const Ranks* ranks, const Dataset& dataset, const FitOptions& options, const Preparation* like,
                Gathered& gathered);

}  // namespace direct
