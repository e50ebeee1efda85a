// SPDX-License-Identifier: MIT
// The posterior as a mixture of point masses: exact draws of the Gaussian companion, each rounded to the grid. It has
// the companion's means, variances and correlations as well as so many draws and the grid can.
#pragma once

#include <functional>

#include <direct/fit.h>

#include "fit/starts.h"

namespace direct {

// Draws that the grid does not hold are replaced by the mean-field posterior, which is fitted when first needed: one
// component, the last, with the weight of all of them.
// `known` saves a factorisation: a start at prior_noise_precision(noise) for the same means and variances of the prior.
PosteriorFit fit_draws(const SecondMoments& statistics, const WeightPrior& prior, const NoisePrior& noise,
                       const FitOptions& options, const std::function<Posterior()>& mean_field,
                       const CompanionStart& known = {});

}  // namespace direct
