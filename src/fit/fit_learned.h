// SPDX-License-Identifier: MIT
// Posteriors on learned grids: --support learned and learned-shared.
#pragma once

#include "fit/fitted_posterior.h"

namespace direct {

// `first` is the prior on any grid of as many levels; `rows` are features of training rows, num_features x rows, on
// which the cost of few levels is judged. Deviations take the posterior of the noise from the caller, if it is not
// empty.
FittedPosterior fit_learned(const SecondMoments& statistics, const WeightPrior& first, const NoisePrior& noise,
                            const FitOptions& options, const Matrix* rows = nullptr,
                            std::vector<double> noise_log_posterior = {});

}  // namespace direct
