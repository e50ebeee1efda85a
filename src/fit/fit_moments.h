// SPDX-License-Identifier: MIT
// From second moments and variances to a posterior on its grids, whatever was asked for.
#pragma once

#include "fit/fitted_posterior.h"
#include "fit/hyperparameters.h"

namespace direct {

// `chosen` becomes what the fit made of it.
FittedPosterior fit_moments(const SecondMoments& statistics, const Preparation& preparation, ChosenVariances& chosen,
                            const FitOptions& options, const GivenNoise& noise);

}  // namespace direct
