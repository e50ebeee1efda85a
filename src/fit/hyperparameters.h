// SPDX-License-Identifier: MIT
// From the options and the statistics to the variances, the grid of the weights and that of the noise.
#pragma once

#include <string>

#include <direct/fit.h>

namespace direct {

struct ChosenVariances {
  Variances variances;
  std::string protocol;  // "evidence", "pilot" or "given"
};

ChosenVariances chosen_variances(const SecondMoments& statistics, const Preparation& preparation,
                                 const FitOptions& options);

NoisePrior noise_prior(const Preparation& preparation, const Variances& variances, const FitOptions& options);

struct ChosenPrior {
  WeightPrior prior;
  std::string note;  // empty unless the support was widened
};

// `companion_mean` must fit on an automatic support.
ChosenPrior weight_prior(const std::vector<double>& companion_mean, const Variances& variances,
                         const FitOptions& options);

// What the companion sees of the prior: it does not depend on the grid unless the prior is that of a list.
WeightPrior prior_before_widening(std::size_t num_features, const Variances& variances, const FitOptions& options);

}  // namespace direct
