// SPDX-License-Identifier: MIT
// fit_posterior() for callers that have the companion already.
#pragma once

#include <direct/fit.h>

#include "fit/starts.h"

namespace direct {

PosteriorFit fit_posterior(const SecondMoments& statistics, const WeightPrior& prior, const NoisePrior& noise,
                           const FitOptions& options, const CompanionStart& companion);

}  // namespace direct
