// SPDX-License-Identifier: MIT
// The paper's optimiser: L-BFGS over the logits of every distribution of a posterior.
#pragma once

#include <direct/elbo.h>
#include <direct/fit.h>

#include "fit/logits.h"

namespace direct {

// From the prior, one component.
PosteriorFit fit_softmax_lbfgs(const LinearRegression& model, const WeightPrior& prior, const NoisePrior& noise,
                               const FitOptions& options);

// From any point, with bounds that are not sampled: never ends below its start. Calls itself `name` in the report. Ten
// iterations that gain less than `least` nats, or the tolerance of the options, end it.
PosteriorFit climb_softmax_lbfgs(const SearchProblem& problem, LogitPoint start, const ElboTerms& terms,
                                 const std::string& name, double least, const FitOptions& options);

}  // namespace direct
