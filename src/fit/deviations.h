// SPDX-License-Identifier: MIT
// The posterior as an ensemble about a centre: exact deviations of the Gaussian companion, rounded to codes on learned
// grids, with as many bits as their cost on unseen rows asks for (docs/mathematics.md, "Deviations").
#pragma once

#include <vector>

#include "fit/fitted_posterior.h"

namespace direct {

struct DeviationProblem {
  const SecondMoments& statistics;
  const WeightPrior& prior;              // on any grid
  std::vector<double> responsibilities;  // of the components of a mixture prior
  const NoisePrior& noise;
  const FitOptions& options;
  const Matrix* rows = nullptr;  // features of training rows, num_features x rows, on which costs are judged
  std::vector<double> noise_log_posterior = {};  // where it is known already; empty: from the deviations
};

FittedPosterior fit_deviations(const DeviationProblem& problem);

}  // namespace direct
