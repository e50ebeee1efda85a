// SPDX-License-Identifier: MIT
// The Gaussian companion of a likelihood beyond Gaussian noise: full-precision weights with a Gaussian prior. Newton's
// method to the mode, then rounds in which every row knows how uncertain its z is; the prior's variance is that of the
// most evidence at each. What is left is a model of Gaussian noise in weighted second moments, from which any posterior
// on any grid is fitted.
#pragma once

#include "fit/hyperparameters.h"
#include "fit/row_source.h"

namespace direct {

struct CompanionSearch {
  SecondMoments statistics;  // of noise variances.noise
  ChosenVariances chosen;
  int rounds = 0;
  bool converged = false;
};

CompanionSearch find_companion(RowSource& source, const Preparation& preparation, const FitOptions& options,
                               const GivenNoise& noise);

}  // namespace direct
