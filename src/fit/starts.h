// SPDX-License-Identifier: MIT
// What coordinate ascent starts from.
#pragma once

#include <optional>
#include <vector>

#include <direct/model.h>

#include "fit/lattice.h"

namespace direct {

// A grid is coarse when some weight's conditional deviation is smaller than a step of its grid: the weights are then
// all but certain, every start ends in an optimum of its own, and rounding must be done with care. On a fine grid q is
// nearly Gaussian, the ELBO has one optimum, and the companion's mean is next to it.
bool is_coarse(const SecondMoments& statistics, const WeightPrior& prior, double noise_precision);

struct CompanionStart {
  std::vector<double> mean;                  // exact, or good to a start's needs
  std::optional<OrderedCompanion> ordered;   // always there on a coarse grid
};

CompanionStart companion_start(const SecondMoments& statistics, const WeightPrior& prior, double noise_precision);

}  // namespace direct
