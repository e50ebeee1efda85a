// SPDX-License-Identifier: MIT
// From the options and the statistics to the variances, the noise grid and the first grid of the weights.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include <direct/fit.h>

#include "fit/noise_belief.h"

namespace direct {

struct ChosenVariances {
  Variances variances;
  std::string protocol;              // "evidence", "pilot" or "given"
  std::optional<NoiseBelief> noise;  // of few rows, which do not settle its variance
  std::string note;                  // one sentence; empty: nothing to say
};

// The noise that is known before the fit: a variance or a grid of them, of the standardised target. None: automatic.
using GivenNoise = std::optional<std::vector<double>>;

// What --noise says. A likelihood without a dispersion has a noise of 1.
GivenNoise given_noise(const Preparation& preparation, const FitOptions& options);

ChosenVariances chosen_variances(const SecondMoments& statistics, const Preparation& preparation,
                                 const FitOptions& options, const GivenNoise& noise);

NoisePrior noise_prior(const SecondMoments& statistics, const Variances& variances, const GivenNoise& given);

// Throws Error(data) for a file of levels of another number of weights.
void check_num_weights(std::size_t num_weights, const FitOptions& options);

// The support that was asked for; where that is left to us, +-3 deviations. Of the first weight, where each has its
// own.
std::vector<double> first_levels(const Variances& variances, const FitOptions& options);

// The prior that was asked for, on the same levels for all weights.
WeightPrior prior_on_levels(std::span<const double> levels, std::size_t num_features, const Variances& variances,
                            const FitOptions& options);

// On first_levels(), or each weight on its own. Throws Error(data) for levels of another number of weights.
WeightPrior first_prior(std::size_t num_features, const Variances& variances, const FitOptions& options);

}  // namespace direct
