// SPDX-License-Identifier: MIT
#pragma once

#include <direct/fit.h>

namespace direct {

struct FittedPosterior {
  WeightPrior prior;
  NoisePrior noise;
  PosteriorFit fit;
};

}  // namespace direct
