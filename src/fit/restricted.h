// SPDX-License-Identifier: MIT
// A problem of some of the features, and its solution as one of all of them: what was left out is zero for certain.
#pragma once

#include <cstddef>
#include <span>

#include <direct/fit.h>

#include "fit/fitted_posterior.h"

namespace direct {

SecondMoments restricted(const SecondMoments& statistics, std::span<const std::size_t> features);
FitOptions restricted(const FitOptions& options, std::span<const std::size_t> features);  // a file's support

// `whole` is a prior of all features, whose continuous moments stay those of the features left out. Requires: fixed
// grids have a zero.
FittedPosterior expanded(FittedPosterior fitted, std::span<const std::size_t> features, const WeightPrior& whole);

}  // namespace direct
