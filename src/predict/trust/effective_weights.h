// SPDX-License-Identifier: MIT
// How many weights the data determine: 1 - posterior / prior variance, summed over the weights.
#pragma once

#include <direct/posterior.h>

namespace direct {

// Against the variances of the prior on the grid, so that a weight of which nothing was learned counts 0.
double effective_weights(const Posterior& posterior, const WeightPrior& prior);

double effective_weights(const Companion& companion, const WeightPrior& prior);

}  // namespace direct
