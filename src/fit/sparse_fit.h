// SPDX-License-Identifier: MIT
// A fit that is asked for zeros: with some of the features only, or with a prior that wants a weight to be zero as
// firmly as it takes. What the zeros cost against the fit without is part of its report.
#pragma once

#include <cstddef>
#include <functional>
#include <span>

#include <direct/fit.h>

#include "fit/fitted_posterior.h"
#include "fit/hyperparameters.h"

namespace direct {

// Fits at these variances, which may change on the way, with some of the features, or all where none are named.
using FitProblem = std::function<FittedPosterior(const SecondMoments&, Variances&, const FitOptions&,
                                                 std::span<const std::size_t> features)>;

struct SparseProblem {
  const SecondMoments& statistics;
  const Preparation& preparation;
  const FitOptions& options;
  const GivenNoise& noise;
  const FitProblem& fit;
};

// `chosen` are the variances chosen for all features, and become those of the fit. Requires:
// asks_for_sparsity(options).
FittedPosterior fit_sparse(const SparseProblem& problem, ChosenVariances& chosen);

}  // namespace direct
