// SPDX-License-Identifier: MIT
#include "fit/mixture.h"

#include "fit/logits.h"
#include "fit/mixture_start.h"
#include "fit/softmax_adam.h"
#include "fit/softmax_lbfgs.h"

namespace direct {
namespace {

// What bounds a mixture is exact for one component, and needs no samples there.
Entropy entropy_of(const FitOptions& options) {
  return num_components(options) == 1 ? Entropy::exact : options.entropy;
}

// A mixture can gain but the logarithm of its size: iterations that gain less are not worth waiting for.
constexpr double least_mixture_gain = 0.005;

}  // namespace

bool samples_prior(const WeightPrior& prior, const FitOptions& options) {
  return options.prior_bound == PriorBound::sampled && !prior.components.empty();
}

PosteriorFit search_mixture(const SearchProblem& problem, const WeightPrior& prior, Posterior start,
                            const Matrix& log_center, const FitOptions& options) {
  const ElboTerms terms{.entropy = entropy_of(options), .prior = options.prior_bound};
  LogitPoint point{.posterior = std::move(start)};
  if (terms.entropy == Entropy::taylor) point.log_center = log_center;
  const std::string name = word_of(terms.entropy);
  if (terms.entropy == Entropy::sampled || samples_prior(prior, options))
    return climb_softmax_adam(problem, std::move(point), terms, name, options);
  return climb_softmax_lbfgs(problem, std::move(point), terms, name, least_mixture_gain, options);
}

PosteriorFit fit_mixture(const LinearRegression& model, const WeightPrior& prior, const NoisePrior& noise,
                         const FitOptions& options, const PosteriorFit& mean_field) {
  const MixtureProblem problem{model.statistics(), prior, noise, mean_field.posterior,
                               [&](const Posterior& q) { return elbo(model, prior, noise, q); }};
  return search_mixture(search_problem(model, prior, noise), prior, mixture_start(problem, options),
                        mean_field.posterior.log_probabilities.front(), options);
}

}  // namespace direct
