// SPDX-License-Identifier: MIT
#include <direct/draws.h>
#include <direct/error.h>
#include <direct/posterior.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include <fmt/format.h>

#include "algebra/categorical.h"

namespace direct {
namespace {

// Sum over the components of alpha_i times the mean over the weights of the probability of the levels for which
// `counts` holds.
double expected_share(const Posterior& posterior, const WeightPrior& prior,
                      const std::function<bool(std::size_t level, double value)>& counts) {
  double sum = 0.0;
  for (std::size_t i = 0; i < posterior.num_components(); ++i) {
    double component = 0.0;
    for (std::size_t j = 0; j < prior.num_features(); ++j)
      for (std::size_t k = 0; k < prior.num_levels(); ++k)
        if (counts(k, prior.levels(k, j))) component += std::exp(posterior.log_probabilities[i](k, j));
    sum += std::exp(posterior.log_component_weights[i]) * component;
  }
  return sum / static_cast<double>(prior.num_features());
}

// The same share for an ensemble, from its codes.
double code_share(const Posterior& posterior, const std::function<bool(std::size_t feature, int code)>& counts) {
  const Deviations& all = *posterior.deviations;
  std::size_t count = 0;
  for (std::size_t k = 0; k < all.count(); ++k)
    for (std::size_t j = 0; j < all.num_features; ++j)
      for (const int sign : {1, -1}) count += counts(j, sign * all.deviation(k)[j]) ? 1 : 0;
  return static_cast<double>(count) / static_cast<double>(2 * all.codes.size());
}

WeightMoments moments_of_deviations(const Posterior& posterior, const WeightPrior& prior) {
  WeightMoments result{centre_weights(*prior.learned), std::vector<double>(prior.num_features())};
  const Matrix deviations = deviation_weights(posterior, prior);
  for (std::size_t k = 0; k < deviations.cols(); ++k)
    for (std::size_t j = 0; j < result.variances.size(); ++j)
      result.variances[j] += deviations(j, k) * deviations(j, k) / static_cast<double>(deviations.cols());
  return result;
}

bool is_active(const Posterior& posterior, const WeightPrior& prior, std::size_t feature) {
  if (prior.learned->centres[feature] != 0) return true;
  const Deviations& all = *posterior.deviations;
  for (std::size_t k = 0; k < all.count(); ++k)
    if (all.deviation(k)[feature] != 0 && prior.learned->steps[feature] > 0.0) return true;
  return false;
}

bool may_differ_from_zero(const Matrix& log_probabilities, const Matrix& levels, std::size_t feature) {
  for (std::size_t k = 0; k < levels.rows(); ++k)
    if (levels(k, feature) != 0.0 && std::exp(log_probabilities(k, feature)) > 0.0) return true;
  return false;
}

}  // namespace

bool is_point_mass(const Matrix& log_probabilities) {
  for (std::size_t j = 0; j < log_probabilities.cols(); ++j) {
    const auto column = log_probabilities.column(j);
    if (std::ranges::count(column, 0.0) != 1 || std::ranges::count(column, -HUGE_VAL) + 1 != std::ssize(column))
      return false;
  }
  return true;
}

Matrix deviation_weights(const Posterior& posterior, const WeightPrior& prior) {
  const Deviations& all = *posterior.deviations;
  Matrix result(all.num_features, all.count());
  for (std::size_t k = 0; k < all.count(); ++k)
    for (std::size_t j = 0; j < all.num_features; ++j) result(j, k) = prior.learned->steps[j] * all.deviation(k)[j];
  return result;
}

Matrix component_points(const Posterior& posterior, const WeightPrior& prior) {
  const Matrix deviations = deviation_weights(posterior, prior);
  const std::vector<double> centres = centre_weights(*prior.learned);
  Matrix points(deviations.rows(), 2 * deviations.cols());
  for (std::size_t k = 0; k < deviations.cols(); ++k)
    for (std::size_t j = 0; j < deviations.rows(); ++j) {
      points(j, 2 * k) = centres[j] + deviations(j, k);
      points(j, 2 * k + 1) = centres[j] - deviations(j, k);
    }
  return points;
}

Posterior ensemble_posterior(Deviations deviations, std::vector<double> noise_log_probabilities) {
  const std::size_t count = 2 * deviations.count();
  return {.log_component_weights = std::vector<double>(count, -std::log(static_cast<double>(count))),
          .log_probabilities = {},
          .noise_log_probabilities = std::move(noise_log_probabilities),
          .deviations = std::move(deviations)};
}

std::size_t num_levels(const Posterior& posterior, const WeightPrior& prior) {
  return posterior.deviations ? posterior.deviations->num_levels : prior.num_levels();
}

// On a learned grid, which holds a part of the prior only, that part.
Posterior prior_as_posterior(const WeightPrior& prior, const NoisePrior& noise) {
  Posterior result{.noise_log_probabilities = noise.log_prior};
  for (const PriorComponent& component : prior.components) {
    result.log_component_weights.push_back(component.log_weight);
    result.log_probabilities.push_back(component.log_prior);
  }
  if (prior.components.empty())
    result = {.log_component_weights = {0.0},
              .log_probabilities = {prior.log_prior},
              .noise_log_probabilities = noise.log_prior};
  if (prior.learned)
    for (Matrix& component : result.log_probabilities)
      for (std::size_t j = 0; j < component.cols(); ++j) normalise_log(component.column(j));
  return result;
}

// Law of total variance over the components.
WeightMoments weight_moments(const Posterior& posterior, const WeightPrior& prior) {
  if (posterior.deviations) return moments_of_deviations(posterior, prior);
  WeightMoments result{std::vector<double>(prior.num_features()), std::vector<double>(prior.num_features())};
  std::vector<MeanVariance> parts(posterior.num_components());
  std::vector<Matrix> probabilities;
  for (const Matrix& log_probabilities : posterior.log_probabilities)
    probabilities.push_back(exponentials(log_probabilities));
  for (std::size_t j = 0; j < prior.num_features(); ++j) {
    for (std::size_t i = 0; i < parts.size(); ++i) {
      parts[i] = moments(prior.levels.column(j), probabilities[i].column(j));
      result.means[j] += std::exp(posterior.log_component_weights[i]) * parts[i].mean;
    }
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const double deviation = parts[i].mean - result.means[j];
      result.variances[j] += std::exp(posterior.log_component_weights[i]) * (parts[i].variance + deviation * deviation);
    }
  }
  return result;
}

double noise_variance(const Posterior& posterior, const NoisePrior& noise) {
  return moments(noise.variances, exponentials(posterior.noise_log_probabilities)).mean;
}

double noise_precision(const Posterior& posterior, const NoisePrior& noise) {
  return noise_moments(noise, exponentials(posterior.noise_log_probabilities)).precision;
}

double sparsity(const Posterior& posterior, const WeightPrior& prior) {
  if (posterior.deviations) {
    const std::vector<double> centres = centre_weights(*prior.learned);
    return code_share(posterior,
                      [&](std::size_t j, int code) { return centres[j] + prior.learned->steps[j] * code == 0.0; });
  }
  return expected_share(posterior, prior, [](std::size_t, double value) { return value == 0.0; });
}

double zero_codes(const Posterior& posterior, const WeightPrior& prior) {
  if (posterior.deviations) return code_share(posterior, [](std::size_t, int code) { return code == 0; });
  const std::size_t middle = prior.num_levels() / 2;
  return expected_share(posterior, prior, [&](std::size_t level, double) { return level == middle; });
}

std::vector<std::size_t> active_features(const Posterior& posterior, const WeightPrior& prior) {
  std::vector<std::size_t> features;
  for (std::size_t j = 0; j < prior.num_features(); ++j)
    if (posterior.deviations ? is_active(posterior, prior, j)
                             : std::ranges::any_of(posterior.log_probabilities, [&](const Matrix& table) {
                                 return may_differ_from_zero(table, prior.levels, j);
                               }))
      features.push_back(j);
  return features;
}

std::optional<LevelsReport> levels_report(const TrainedModel& model) {
  if (!model.posterior.deviations) return std::nullopt;
  const std::size_t num_levels = model.posterior.deviations->num_levels;
  return LevelsReport{code_bits(num_levels), num_levels, model.summary.rounding_cost.value_or(0.0)};
}

namespace {

std::string levels_warning(const TrainedModel& model) {
  const std::string advice = model.options.levels == 0
                                 ? "the noise is too small for codes of weights; give a larger `noise`"
                                 : "fit with `levels` auto";
  return fmt::format("{} levels cost {:.2g} nats per row on unseen rows: intervals cannot be trusted; {}",
                     num_levels(model.posterior, model.prior), *model.summary.rounding_cost, advice);
}

}  // namespace

std::vector<std::string> interval_warnings(const TrainedModel& model, bool use_calibration) {
  std::vector<std::string> warnings;
  const Posterior& q = model.posterior;
  if (model.summary.rounding_cost && *model.summary.rounding_cost > largest_trusted_cost)
    warnings.push_back(levels_warning(model));
  if (model.options.posterior == PosteriorKind::draws && !q.deviations &&
      !std::ranges::all_of(q.log_probabilities, is_point_mass))
    warnings.push_back(
        "the levels do not hold all draws and independent weights take their place: intervals may be far too narrow; "
        "fit with `support` learned `levels` auto");
  if (use_calibration && model.calibration && model.calibration->on_training_rows)
    warnings.push_back(
        "the intervals are calibrated on rows that the model was trained on, and may be too narrow; calibrate on rows "
        "that it has not seen");
  return warnings;
}

Network network_of(const TrainedModel& model) {
  if (model.options.model != ModelKind::network)
    throw Error(ErrorKind::usage, "the model is no network; expected one fitted with `model` network");
  return {.num_inputs = model.preparation.features.num_inputs, .hidden = model.options.hidden};
}

std::size_t num_weights(const TrainedModel& model) {
  return model.options.model == ModelKind::network ? num_weights(network_of(model))
                                                   : model.preparation.features.num_features();
}

}  // namespace direct
