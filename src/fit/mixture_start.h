// SPDX-License-Identifier: MIT
// Where the components of a mixture start: around a mean-field posterior, apart along directions that cost little.
#pragma once

#include <functional>

#include <direct/fit_options.h>
#include <direct/posterior.h>

namespace direct {

struct MixtureProblem {
  const SecondMoments& statistics;  // of a model that is linear in the weights, or nearly so about `mean_field`
  const WeightPrior& prior;
  const NoisePrior& noise;
  const Posterior& mean_field;
  std::function<double(const Posterior&)> elbo;
};

// Equal weights, and at most the logarithm of their number below the ELBO of `mean_field`, which is what one component
// gives.
Posterior mixture_start(const MixtureProblem& problem, const FitOptions& options);

}  // namespace direct
