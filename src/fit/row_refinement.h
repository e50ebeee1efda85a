// SPDX-License-Identifier: MIT
// From a posterior that was fitted to the companion's weighted moments to the best one for the rows themselves, on the
// same grids.
#pragma once

#include "fit/fitted_posterior.h"
#include "fit/hyperparameters.h"
#include "fit/row_model.h"

namespace direct {

struct RowProblem {
  const RowModel& model;
  const Preparation& preparation;
  const FitOptions& options;
  const FitOptions& moments_options;             // of fits to weighted moments
  std::vector<double> noise_log_posterior = {};  // where it is known already
};

// `noise` is the prior of the dispersion that the result has. Draws stay what they are. `chosen` are the variances of
// the fit and become those of the result.
FittedPosterior refined(const RowProblem& problem, FittedPosterior fitted, NoisePrior noise, ChosenVariances& chosen);

}  // namespace direct
