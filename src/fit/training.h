// SPDX-License-Identifier: MIT
// What a fit leaves behind: the model and the report.
#pragma once

#include <direct/fit.h>

#include "fit/fitted_posterior.h"
#include "fit/hyperparameters.h"

namespace direct {

// `statistics` are what the model keeps unless it is slim; none where they are not enough to fit it again.
Training trained(FittedPosterior fitted, const Preparation& preparation, const FitOptions& options,
                 const ChosenVariances& chosen, double num_rows, const Statistics* statistics);

}  // namespace direct
