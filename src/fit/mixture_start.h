// SPDX-License-Identifier: MIT
// Where the components of a mixture start: around a mean-field posterior, apart along directions that cost little.
#pragma once

#include <direct/fit_options.h>
#include <direct/posterior.h>

namespace direct {

// Equal weights, and at most the logarithm of their number below the ELBO of `mean_field`, which is what one component
// gives.
Posterior mixture_start(const LinearRegression& model, const WeightPrior& prior, const NoisePrior& noise,
                        const FitOptions& options, const Posterior& mean_field);

}  // namespace direct
