// SPDX-License-Identifier: MIT
#include "fit/mixture_prior.h"

#include <cmath>
#include <optional>

#include <direct/elbo.h>

namespace direct {
namespace {

PosteriorFit fit_given(const std::vector<double>& responsibilities, const LinearRegression& model,
                       const WeightPrior& prior, const NoisePrior& noise, const FitOptions& options) {
  const WeightPrior product = effective_prior(prior, responsibilities);
  const CompanionStart companion = companion_start(model.statistics(), product, prior_noise_precision(noise));
  return fit_mean_field(model, product, noise, options, companion);
}

std::vector<double> component_weights(const WeightPrior& prior) {
  std::vector<double> weights;
  for (const PriorComponent& component : prior.components) weights.push_back(std::exp(component.log_weight));
  return weights;
}

bool differ(const std::vector<double>& a, const std::vector<double>& b) {
  constexpr double noticeable = 1e-6;
  for (std::size_t c = 0; c < a.size(); ++c)
    if (std::abs(a[c] - b[c]) > noticeable) return true;
  return false;
}

// Alternates the posterior and the responsibilities as long as the bound grows.
PosteriorFit climb_from_given(std::vector<double> given, const LinearRegression& model, const WeightPrior& prior,
                              const NoisePrior& noise, const FitOptions& options) {
  constexpr int most_rounds = 20;
  std::optional<PosteriorFit> best;
  for (int round = 0; round < most_rounds; ++round) {
    PosteriorFit fit = fit_given(given, model, prior, noise, options);
    fit.report.elbo = elbo(model, prior, noise, fit.posterior);
    if (best && fit.report.elbo <= best->report.elbo) break;
    std::vector<double> found = responsibilities(fit.posterior, prior).front();
    best = std::move(fit);
    if (!differ(found, given)) break;
    given = std::move(found);
  }
  return std::move(*best);
}

// With many weights the responsibilities are all but certain after one round, and stay: every component of the prior
// is a start of its own.
PosteriorFit fit_with_responsibilities(const LinearRegression& model, const WeightPrior& prior, const NoisePrior& noise,
                                       const FitOptions& options) {
  std::optional<PosteriorFit> best;
  for (std::size_t c = 0; c < prior.components.size(); ++c) {
    std::vector<double> only(prior.components.size(), 0.0);
    only[c] = 1.0;
    PosteriorFit fit = climb_from_given(std::move(only), model, prior, noise, options);
    if (!best || fit.report.elbo > best->report.elbo) best = std::move(fit);
  }
  return std::move(*best);
}

}  // namespace

PosteriorFit fit_product(const LinearRegression& model, const WeightPrior& prior, const NoisePrior& noise,
                         const FitOptions& options, const CompanionStart& companion) {
  if (prior.components.empty()) return fit_mean_field(model, prior, noise, options, companion);
  if (options.prior_bound == PriorBound::jensen)
    return fit_given(component_weights(prior), model, prior, noise, options);
  return fit_with_responsibilities(model, prior, noise, options);
}

}  // namespace direct
