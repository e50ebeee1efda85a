// SPDX-License-Identifier: MIT
#include "fit/mixture.h"

#include "fit/logits.h"
#include "fit/mixture_start.h"
#include "fit/softmax_adam.h"
#include "fit/softmax_lbfgs.h"
#include "posterior/fit_words.h"

namespace direct {
namespace {

// What bounds a mixture is exact for one component, and needs no samples there.
Entropy entropy_of(const FitOptions& options) {
  return num_components(options) == 1 ? Entropy::exact : options.entropy;
}

bool is_sampled(const ElboTerms& terms, const WeightPrior& prior) {
  return terms.entropy == Entropy::sampled || (terms.prior == PriorBound::sampled && !prior.components.empty());
}

}  // namespace

PosteriorFit fit_mixture(const LinearRegression& model, const WeightPrior& prior, const NoisePrior& noise,
                         const FitOptions& options, const PosteriorFit& mean_field) {
  const ElboTerms terms{.entropy = entropy_of(options), .prior = options.prior_bound};
  LogitPoint start{.posterior = mixture_start(model, prior, noise, options, mean_field.posterior)};
  if (terms.entropy == Entropy::taylor) start.log_center = mean_field.posterior.log_probabilities.front();
  const auto climb = is_sampled(terms, prior) ? climb_softmax_adam : climb_softmax_lbfgs;
  return climb(model, prior, noise, std::move(start), terms, nlohmann::json(terms.entropy).get<std::string>(), options);
}

}  // namespace direct
