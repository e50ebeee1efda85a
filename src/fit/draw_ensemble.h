// SPDX-License-Identifier: MIT
// The posterior as a mixture of point masses: exact draws of the Gaussian companion, each rounded to the grid. It has
// the companion's means, variances and correlations as well as so many draws and the grid can.
#pragma once

#include <functional>

#include <direct/fit.h>

#include "fit/starts.h"

namespace direct {

struct DrawSource {
  const WeightPrior& product;  // whose companion is drawn from: the prior, or what a mixture prior amounts to
  CompanionStart known;        // of `product`, at prior_noise_precision(noise): saves a factorisation
  // Replaces draws that the grid does not hold by one component, the last, with the weight of all of them. Called when
  // first needed. Without it they stay, and the report tells which they are.
  std::function<Posterior()> mean_field;
  double largest_distortion = 0.05;  // of a draw that the grid holds
};

std::size_t num_replaced(const std::vector<DrawReport>& draws);

PosteriorFit fit_draws(const SecondMoments& statistics, const WeightPrior& prior, const NoisePrior& noise,
                       const FitOptions& options, const DrawSource& source);

}  // namespace direct
