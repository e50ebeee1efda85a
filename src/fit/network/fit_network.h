// SPDX-License-Identifier: MIT
// From the moments of the inputs to the posterior of a network.
#pragma once

#include "fit/fitted_posterior.h"
#include "fit/hyperparameters.h"

namespace direct {

// Throws Error(usage) for statistics of other features than a network of these hidden layers has.
void check_network_features(const FeatureMap& features, const FitOptions& options);

// `chosen` becomes what the fit made of it: the noise, and the variance of the prior of the first layer.
FittedPosterior fit_network(const SecondMoments& statistics, const Preparation& preparation, ChosenVariances& chosen,
                            const FitOptions& options, const GivenNoise& noise);

}  // namespace direct
