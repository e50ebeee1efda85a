// SPDX-License-Identifier: MIT
// From rows to statistics, for options that were checked.
#pragma once

#include <direct/fit.h>

namespace direct {

Prepared prepare_checked(const Dataset& dataset, const FitOptions& options);

// `like`, or what rank 0 learns from one pass over the data, on every rank. `ranks` may be none.
void prepare_on(const Ranks* ranks, const Dataset& dataset, const FitOptions& options, const Preparation* like,
                Gathered& gathered);

Gathered gather_checked(const Dataset& dataset, const FitOptions& options, const Preparation* like, const Ranks* ranks);

}  // namespace direct
