// SPDX-License-Identifier: MIT
// One product of distributions under a product prior.
#pragma once

#include <direct/fit.h>

#include "fit/starts.h"

namespace direct {

// The prior need not be normalised.
PosteriorFit fit_mean_field(const LinearRegression& model, const WeightPrior& prior, const NoisePrior& noise,
                            const FitOptions& options, const CompanionStart& companion);

}  // namespace direct
