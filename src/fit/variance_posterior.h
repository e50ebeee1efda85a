// SPDX-License-Identifier: MIT
// The posterior of noise and weight variance under weak priors, the weights integrated out, by sums over a grid.
#pragma once

#include <direct/statistics.h>

namespace direct {

// What the priors are in units of.
struct VarianceUnits {
  double target = 1.0;    // the mean square of the target
  double features = 1.0;  // that of the features of a row together
};
VarianceUnits variance_units(const SecondMoments& statistics);

struct VariancePosterior {
  Variances variances;              // at the means of their logarithms
  double log_noise_variance = 0.0;  // the variance of the logarithm of the noise
};

// `is_centred`: a mean was subtracted from the target, which took one row's worth of what they tell of the noise.
VariancePosterior variance_posterior(const SecondMoments& statistics, bool is_centred, double least_ratio);

}  // namespace direct
