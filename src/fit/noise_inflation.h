// SPDX-License-Identifier: MIT
// An automatic noise grid lies around what full precision leaves unexplained. A grid of few levels leaves more, and
// predictions must own up to it: the noise moves to what a fit leaves, and again where the next fit leaves something
// else.
#pragma once

#include <functional>

#include "fit/fitted_posterior.h"

namespace direct {

struct NoiseInflation {
  std::function<FittedPosterior(const Variances&)> fit;
  std::function<double(const FittedPosterior&)> noise;  // the variance that a fit asks for
  int max_moves = 1;
  bool keeps_highest_elbo = false;  // otherwise the last fit
};

// Starts from the fit `first`, and ends where the noise that a fit asks for lies within its grid. `variances` become
// those of the result.
FittedPosterior fit_inflating_noise(FittedPosterior first, Variances& variances, const NoiseInflation& inflation);

bool holds(const NoisePrior& noise, double variance);

// unexplained_variance(), but not below the noise grid of the fit, which then stays where it is.
double raised_noise(const SecondMoments& statistics, const FittedPosterior& fitted);

}  // namespace direct
