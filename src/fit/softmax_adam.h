// SPDX-License-Identifier: MIT
// Adam over the logits of every distribution of a posterior, for an ELBO of which a term is sampled.
#pragma once

#include <direct/elbo.h>
#include <direct/fit.h>

#include "fit/logits.h"

namespace direct {

// The ELBO of the report is an estimate, and a note gives its standard error. Never ends below its start.
PosteriorFit climb_softmax_adam(const SearchProblem& problem, LogitPoint start, const ElboTerms& terms,
                                const std::string& name, const FitOptions& options);

}  // namespace direct
