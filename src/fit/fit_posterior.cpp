// SPDX-License-Identifier: MIT
#include "fit/fit_posterior.h"

#include <direct/elbo.h>
#include <direct/error.h>

#include "algebra/parallel.h"
#include "fit/draw_ensemble.h"
#include "fit/mixture.h"
#include "fit/mixture_prior.h"

namespace direct {
namespace {

bool needs_companion(Optimizer optimizer) { return optimizer == Optimizer::automatic || optimizer == Optimizer::best; }

PosteriorFit fit_ensemble(const SecondMoments& statistics, const WeightPrior& prior, const NoisePrior& noise,
                          const FitOptions& options, const CompanionStart& companion) {
  const LinearRegression model(statistics);
  const auto mean_field = [&] { return fit_product(model, prior, noise, options, companion).posterior; };
  if (prior.components.empty()) {
    const bool known = prior.kind != PriorKind::uniform;  // whose variances depend on its support
    return fit_draws(statistics, prior, noise, options,
                     {.product = prior, .known = known ? companion : CompanionStart{}, .mean_field = mean_field});
  }
  const Posterior fitted = mean_field();
  const WeightPrior product = effective_prior(prior, fitted);
  return fit_draws(statistics, prior, noise, options,
                   {.product = product, .known = {}, .mean_field = [&] { return fitted; }});
}

}  // namespace

PosteriorFit fit_posterior(const SecondMoments& statistics, const WeightPrior& prior, const NoisePrior& noise,
                           const FitOptions& options, const CompanionStart& companion) {
  const LinearRegression model(statistics);
  const auto product = [&] { return fit_product(model, prior, noise, options, companion); };
  if (options.posterior == PosteriorKind::draws) return fit_ensemble(statistics, prior, noise, options, companion);
  if (options.posterior == PosteriorKind::mixture || samples_prior(prior, options))
    return fit_mixture(model, prior, noise, options, product());
  return product();
}

PosteriorFit fit_posterior(const SecondMoments& statistics, const WeightPrior& prior, const NoisePrior& noise,
                           const FitOptions& options) {
  if (prior.num_features() != statistics.num_features())
    throw Error(ErrorKind::usage, "a prior over " + std::to_string(prior.num_features()) +
                                      " weights does not fit statistics of " +
                                      std::to_string(statistics.num_features()) + " features");
  return with_threads(options.threads, [&] {
    CompanionStart companion;
    if (needs_companion(options.optimizer))
      companion = companion_start(statistics, prior, prior_noise_precision(noise));
    return fit_posterior(statistics, prior, noise, options, companion);
  });
}

}  // namespace direct
