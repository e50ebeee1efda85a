// SPDX-License-Identifier: MIT
#pragma once

#include <direct/model.h>

#include "likelihoods/expectation.h"

namespace direct {

// One component of a posterior on the grids of its prior, which must outlive it, as a likelihood sees it.
WeightLaw weight_law(const WeightPrior& prior, const Matrix& log_probabilities);

}  // namespace direct
