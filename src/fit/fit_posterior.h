// SPDX-License-Identifier: MIT
// fit_posterior() for callers that have the companion already.
#pragma once

#include <direct/fit.h>

#include "fit/lattice.h"

namespace direct {

OrderedCompanion companion_at_prior_noise(const SecondMoments& statistics, const WeightPrior& prior,
                                          const NoisePrior& noise);

PosteriorFit fit_posterior(const SecondMoments& statistics, const WeightPrior& prior, const NoisePrior& noise,
                           const FitOptions& options, const OrderedCompanion* companion);

}  // namespace direct
