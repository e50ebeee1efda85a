// SPDX-License-Identifier: MIT
// The least spike at zero with which at least so many weights are zero (docs/mathematics.md, "Sparsity by choice").
#pragma once

#include "fit/sparse_fit.h"

namespace direct {

// The same prior with a spike: its odds against what it was. The continuous moments stay those of the slab.
WeightPrior with_spike(const WeightPrior& prior, double log_odds);

// On the grids of `plain`, which is not sparse enough, with spikes on its prior. The sparsest, and a note, where none
// leaves enough zeros.
FittedPosterior fit_with_spike(const SparseProblem& problem, const FittedPosterior& plain, Variances& variances);

}  // namespace direct
