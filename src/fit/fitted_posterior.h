// SPDX-License-Identifier: MIT
// A posterior with the grids it lives on.
#pragma once

#include <direct/fit.h>

namespace direct {

struct FittedPosterior {
  WeightPrior prior;
  NoisePrior noise;
  PosteriorFit fit;
};

}  // namespace direct
