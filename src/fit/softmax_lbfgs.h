// SPDX-License-Identifier: MIT
// The paper's optimiser: L-BFGS over the logits of every factor, started at the prior.
#pragma once

#include <direct/fit.h>

namespace direct {

PosteriorFit fit_softmax_lbfgs(const LinearRegression& model, const WeightPrior& prior, const NoisePrior& noise,
                               const FitOptions& options);

}  // namespace direct
