// SPDX-License-Identifier: MIT
#include "fit/network/fit_network.h"

#include <fmt/format.h>
#include <algorithm>
#include <bit>
#include <cmath>
#include <iterator>

#include <direct/error.h>

#include "fit/mixture.h"
#include "fit/network/network_mixture.h"
#include "fit/network/network_prior.h"
#include "fit/network/network_search.h"
#include "fit/noise_inflation.h"

namespace direct {
namespace {

// What stays the same whatever the noise is.
struct NetworkFit {
  const SecondMoments& statistics;
  const FitOptions& options;
  const GivenNoise& given_noise;
  double weight_variance;  // of a regression on the monomials
  QuadraticNetwork model;
  PointNetwork point;
  WeightPrior prior;
};

NetworkProblem problem_of(const NetworkFit& fit, const NoisePrior& noise) {
  return {fit.model, fit.point, fit.statistics, fit.prior, noise, fit.options};
}

FittedPosterior fit_at(const NetworkFit& fit, const Variances& variances) {
  NoisePrior noise = noise_prior(fit.statistics, variances, fit.given_noise);
  const NetworkProblem problem = problem_of(fit, noise);
  PosteriorFit found = search_network(problem, fit.weight_variance);
  if (fit.options.posterior == PosteriorKind::mixture || samples_prior(fit.prior, fit.options))
    found = fit_network_mixture(problem, found);
  return {fit.prior, std::move(noise), std::move(found)};
}

// Of the component that weighs most, each weight at its most probable level. (Not at its mean: a weight of either sign
// may do as well, and then the mean is zero.)
std::vector<double> most_probable_weights(const FittedPosterior& fitted) {
  const Posterior& q = fitted.fit.posterior;
  const auto heaviest = std::ranges::max_element(q.log_component_weights) - q.log_component_weights.begin();
  const Matrix& log_q = q.log_probabilities[static_cast<std::size_t>(heaviest)];
  std::vector<double> weights;
  for (std::size_t j = 0; j < log_q.cols(); ++j) {
    const auto column = log_q.column(j);
    const auto level = static_cast<std::size_t>(std::ranges::max_element(column) - column.begin());
    weights.push_back(fitted.prior.levels(level, j));
  }
  return weights;
}

// What the network leaves unexplained, per row.
double network_residual_variance(const NetworkFit& fit, const FittedPosterior& fitted) {
  return fit.point.square_error(fit.statistics, most_probable_weights(fitted)) / fit.statistics.num_rows;
}

// The noise grid is laid around what the network leaves unexplained in full precision, or, if that is more, a
// regression on all monomials. On its own grid the network leaves more.
FittedPosterior fit_with_network_noise(const NetworkFit& fit, Variances& variances) {
  constexpr int max_moves = 3;
  const double least = variances.noise;
  if (!fit.given_noise)
    variances.noise =
        std::max(least, full_precision_error(problem_of(fit, make_noise_prior({least})), fit.weight_variance));
  return fit_inflating_noise(
      fit_at(fit, variances), variances,
      {.fit = [&](const Variances& at) { return fit_at(fit, at); },
       .noise = [&](const FittedPosterior& fitted) { return std::max(least, network_residual_variance(fit, fitted)); },
       .max_moves = fit.given_noise ? 0 : max_moves,
       .keeps_highest_elbo = true});
}

double target_variance(const SecondMoments& statistics) {
  const double mean = statistics.feature_target.front() / statistics.num_rows;
  return statistics.target_square / statistics.num_rows - mean * mean;
}

// What a user should know of the fit.
std::vector<std::string> notes_of(const NetworkFit& fit, const FittedPosterior& fitted) {
  constexpr double hardly_anything = 0.05, few_rows_per_weight = 5.0;
  std::vector<std::string> notes;
  const double variance = target_variance(fit.statistics), unexplained = network_residual_variance(fit, fitted);
  if (variance > 0.0 && unexplained > (1.0 - hardly_anything) * variance)
    notes.push_back(
        fmt::format("the network explains {:.0f} % of the variance of the target; more `levels`, another `prior_scale` "
                    "or another `hidden` may help",
                    100.0 * std::max(0.0, 1.0 - unexplained / variance)));
  const auto num_weights = static_cast<double>(fit.prior.num_features());
  if (fit.statistics.num_rows < few_rows_per_weight * num_weights)
    notes.push_back(fmt::format("{} rows are few for {} weights: intervals may be too narrow; see cv, and calibrate",
                                std::round(fit.statistics.num_rows), num_weights));
  return notes;
}

}  // namespace

void check_network_features(const FeatureMap& features, const FitOptions& options) {
  const std::size_t expected = degree({.num_inputs = features.num_inputs, .hidden = options.hidden});
  if (features.degree == expected) return;
  if (features.degree == 1)
    throw Error(ErrorKind::usage,
                "`model` network: the statistics are those of a linear model; expected ones made with `model` network");
  throw Error(ErrorKind::usage,
              fmt::format("`hidden`: the statistics are those of networks with as many hidden layers as they were made "
                          "for, which is {}; found {}",
                          std::countr_zero(features.degree), options.hidden.size()));
}

FittedPosterior fit_network(const SecondMoments& statistics, const Preparation& preparation, ChosenVariances& chosen,
                            const FitOptions& options, const GivenNoise& noise) {
  const Network network{.num_inputs = preparation.features.num_inputs, .hidden = options.hidden};
  const std::vector<double> scales = layer_scales(network, statistics, options);
  const NetworkFit fit{.statistics = statistics,
                       .options = options,
                       .given_noise = noise,
                       .weight_variance = chosen.variances.weight,
                       .model = QuadraticNetwork(network, statistics, options.memory.bytes),
                       .point = PointNetwork(network),
                       .prior = network_prior(network, scales, options)};
  FittedPosterior fitted = fit_with_network_noise(fit, chosen.variances);
  std::ranges::copy(notes_of(fit, fitted), std::back_inserter(fitted.fit.report.notes));
  chosen.variances.weight = scales.front() * scales.front();
  return fitted;
}

}  // namespace direct
