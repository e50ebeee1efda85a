// SPDX-License-Identifier: MIT
// A mixture of products, trained as in the paper: components perturbed from a mean-field posterior, L-BFGS on bounds of
// the ELBO, and Adam where a term of it is sampled.
#pragma once

#include <direct/fit.h>

#include "fit/logits.h"

namespace direct {

PosteriorFit fit_mixture(const LinearRegression& model, const WeightPrior& prior, const NoisePrior& noise,
                         const FitOptions& options, const PosteriorFit& mean_field);

// Whether the expected logarithm of the prior is left to samples, which one component needs no less than several.
bool samples_prior(const WeightPrior& prior, const FitOptions& options);

// From a mixture that is there already, for any likelihood. `log_center` is where Taylor's bound starts.
PosteriorFit search_mixture(const SearchProblem& problem, const WeightPrior& prior, Posterior start,
                            const Matrix& log_center, const FitOptions& options);

}  // namespace direct
