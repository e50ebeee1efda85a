// SPDX-License-Identifier: MIT
// What coordinate ascent starts from: the companion's mean, and on a coarse grid its lattice point.
#pragma once

#include <optional>
#include <vector>

#include <direct/model.h>

#include "fit/lattice.h"

namespace direct {

// The expected precision of the noise before any data are seen: where the companion is taken.
double prior_noise_precision(const NoisePrior& noise);

// The largest square of a step of a grid in units of the weight's conditional deviation. Where a step is
// more than three deviations the grid is coarse: the weights are all but certain and every start ends in an optimum of
// its own. Elsewhere q is nearly Gaussian, the ELBO has one optimum that matters, and the companion's mean is next to
// it.
double coarseness(const SecondMoments& statistics, const WeightPrior& prior, double noise_precision);
inline bool is_coarse(double coarseness) { return coarseness > 9.0; }
inline bool is_coarse(const SecondMoments& statistics, const WeightPrior& prior, double noise_precision) {
  return is_coarse(coarseness(statistics, prior, noise_precision));
}

// Up to here no two optima were ever found: a step of two deviations.
inline constexpr double most_coarse_with_one_optimum = 4.0;

struct CompanionStart {
  std::vector<double> mean;                 // exact, or good to a start's needs
  bool fits = true;                         // on the grids of the prior
  std::optional<OrderedCompanion> ordered;  // on a coarse grid
  double temperature = 1.0;                 // of the noise of `ordered`: above 1 when the mean does not fit
};

CompanionStart companion_start(const SecondMoments& statistics, const WeightPrior& prior, double noise_precision);

}  // namespace direct
