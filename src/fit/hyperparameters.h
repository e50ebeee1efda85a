// SPDX-License-Identifier: MIT
// From the options and the statistics to the variances, the noise grid and the first grid of the weights.
#pragma once

#include <optional>
#include <string>

#include <direct/fit.h>

#include "fit/noise_belief.h"

namespace direct {

struct ChosenVariances {
  Variances variances;
  std::string protocol;              // "evidence", "pilot" or "given"
  std::optional<NoiseBelief> noise;  // of few rows, which do not settle its variance
  std::string note;                  // one sentence; empty: nothing to say
};

ChosenVariances chosen_variances(const SecondMoments& statistics, const Preparation& preparation,
                                 const FitOptions& options);

NoisePrior noise_prior(const SecondMoments& statistics, const Preparation& preparation, const Variances& variances,
                       const FitOptions& options);

// Throws Error(data) for a file of levels of another number of weights.
void check_num_weights(std::size_t num_weights, const FitOptions& options);

// On the support that was asked for; where that is left to us, on +-3 deviations. Throws Error(data) for levels of
// another number of weights.
WeightPrior first_prior(std::size_t num_features, const Variances& variances, const FitOptions& options);

}  // namespace direct
