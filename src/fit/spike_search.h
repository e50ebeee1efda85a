// SPDX-License-Identifier: MIT
// The least spike of a spike-and-slab prior with which at least so many weights are zero.
#pragma once

#include "fit/sparse_fit.h"

namespace direct {

// From the prior's own spike on, if it has one. The sparsest, and a note, where no spike leaves enough zeros.
FittedPosterior fit_with_spike(const SparseProblem& problem, Variances& variances);

}  // namespace direct
