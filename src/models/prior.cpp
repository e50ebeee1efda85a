// SPDX-License-Identifier: MIT
#include <direct/error.h>
#include <direct/model.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "algebra/categorical.h"
#include "algebra/dense.h"

namespace direct {
namespace {

std::vector<double> log_prior_at(PriorKind kind, std::span<const double> levels, double variance) {
  std::vector<double> result(levels.size(), 0.0);
  if (kind == PriorKind::gaussian)
    for (std::size_t k = 0; k < levels.size(); ++k) result[k] = -0.5 * levels[k] * levels[k] / variance;
  normalise_log(result);
  return result;
}

// What the companion uses: the Gaussian's own moments, or those of the list of levels.
MeanVariance continuous_moments(PriorKind kind, std::span<const double> levels, double variance) {
  if (kind == PriorKind::gaussian) return {0.0, variance};
  return moments(levels, exponentials(log_prior_at(kind, levels, variance)));
}

void check(const ScaleMixture& scales) {
  const auto is_positive = [](double value) { return value > 0.0 && std::isfinite(value); };
  if (scales.weights.empty() || scales.weights.size() != scales.factors.size())
    throw Error(ErrorKind::usage, "a mixture prior needs as many weights as factors, and at least one; found " +
                                      std::to_string(scales.weights.size()) + " and " +
                                      std::to_string(scales.factors.size()));
  if (!std::all_of(scales.weights.begin(), scales.weights.end(), is_positive) ||
      !std::all_of(scales.factors.begin(), scales.factors.end(), is_positive))
    throw Error(ErrorKind::usage, "the weights and factors of a mixture prior must be positive");
}

// Components of mean zero.
WeightPrior gaussian_mixture(const std::vector<double>& log_weights, const std::vector<double>& variances,
                             std::span<const double> levels, std::size_t num_features) {
  std::vector<PriorComponent> components;
  double total_variance = 0.0;
  for (std::size_t c = 0; c < variances.size(); ++c) {
    WeightPrior product = make_prior(PriorKind::gaussian, levels, variances[c], num_features);
    components.push_back({.log_weight = log_weights[c],
                          .log_prior = std::move(product.log_prior),
                          .variances = std::move(product.variances)});
    total_variance += std::exp(log_weights[c]) * variances[c];
  }
  WeightPrior prior = make_prior(PriorKind::gaussian, levels, total_variance, num_features);
  std::vector<const Matrix*> tables;
  for (const PriorComponent& component : components) tables.push_back(&component.log_prior);
  prior.log_prior = log_mixture(log_weights, tables);
  prior.components = std::move(components);
  return prior;
}

}  // namespace

WeightPrior make_prior(PriorKind kind, std::span<const double> levels, double variance, std::size_t num_features) {
  if (levels.size() < 2)
    throw Error(ErrorKind::usage, "a support needs at least 2 levels, found " + std::to_string(levels.size()));
  if (!std::is_sorted(levels.begin(), levels.end(), std::less_equal<>()))
    throw Error(ErrorKind::usage, "the levels of a support must increase");
  if (!(variance > 0.0))
    throw Error(ErrorKind::usage, "the variance of a prior must be positive, found " + std::to_string(variance));
  const std::vector<double> log_prior = log_prior_at(kind, levels, variance);
  const MeanVariance continuous = continuous_moments(kind, levels, variance);
  WeightPrior prior{.kind = kind,
                    .levels = Matrix(levels.size(), num_features),
                    .log_prior = Matrix(levels.size(), num_features),
                    .means = std::vector<double>(num_features, continuous.mean),
                    .variances = std::vector<double>(num_features, continuous.variance)};
  for (std::size_t j = 0; j < num_features; ++j) {
    std::copy(levels.begin(), levels.end(), prior.levels.column(j).begin());
    std::copy(log_prior.begin(), log_prior.end(), prior.log_prior.column(j).begin());
  }
  return prior;
}

WeightPrior make_mixture_prior(const ScaleMixture& scales, std::span<const double> levels, double variance,
                               std::size_t num_features) {
  check(scales);
  const double total = std::accumulate(scales.weights.begin(), scales.weights.end(), 0.0);
  std::vector<double> log_weights, variances;
  for (std::size_t c = 0; c < scales.weights.size(); ++c) {
    log_weights.push_back(std::log(scales.weights[c] / total));
    variances.push_back(scales.factors[c] * scales.factors[c] * variance);
  }
  return gaussian_mixture(log_weights, variances, levels, num_features);
}

WeightPrior on_levels(const WeightPrior& prior, std::span<const double> levels) {
  if (prior.components.empty()) return make_prior(prior.kind, levels, prior.variances.front(), prior.num_features());
  std::vector<double> log_weights, variances;
  for (const PriorComponent& component : prior.components) {
    log_weights.push_back(component.log_weight);
    variances.push_back(component.variances.front());
  }
  return gaussian_mixture(log_weights, variances, levels, prior.num_features());
}

// Precisions of Gaussians add up in a product.
WeightPrior effective_prior(const WeightPrior& prior, std::span<const double> responsibilities) {
  if (prior.components.empty()) return prior;
  WeightPrior result = prior;
  result.components.clear();
  std::vector<double> precisions(prior.num_features(), 0.0);
  view(result.log_prior).setZero();
  for (std::size_t c = 0; c < prior.components.size(); ++c) {
    view(result.log_prior) += responsibilities[c] * view(prior.components[c].log_prior);
    for (std::size_t j = 0; j < precisions.size(); ++j)
      precisions[j] += responsibilities[c] / prior.components[c].variances[j];
  }
  for (std::size_t j = 0; j < precisions.size(); ++j) result.variances[j] = 1.0 / precisions[j];
  return result;
}

NoisePrior make_noise_prior(std::vector<double> variances) {
  if (variances.empty()) throw Error(ErrorKind::usage, "the noise needs at least one variance");
  if (!(variances.front() > 0.0) || !std::is_sorted(variances.begin(), variances.end(), std::less_equal<>()))
    throw Error(ErrorKind::usage, "noise variances must be positive and increase");
  const double log_share = -std::log(static_cast<double>(variances.size()));
  return {.variances = variances, .log_prior = std::vector<double>(variances.size(), log_share)};
}

std::vector<double> linear_grid(double low, double high, std::size_t count) {
  if (count < 2) return {low};
  std::vector<double> grid(count);
  const double last = static_cast<double>(count - 1);
  // Weighted from both ends, so that a symmetric grid is symmetric to the bit and has an exact zero.
  for (std::size_t k = 0; k < count; ++k) {
    const double from_low = static_cast<double>(count - 1 - k), from_high = static_cast<double>(k);
    grid[k] = (low * from_low + high * from_high) / last;
  }
  grid.front() = low;
  grid.back() = high;
  return grid;
}

std::vector<double> logarithmic_grid(double low, double high, std::size_t count) {
  if (count < 2) return {low};
  std::vector<double> grid = linear_grid(std::log(low), std::log(high), count);
  std::transform(grid.begin(), grid.end(), grid.begin(), [](double value) { return std::exp(value); });
  grid.front() = low;
  grid.back() = high;
  return grid;
}

NoiseMoments noise_moments(const NoisePrior& prior, std::span<const double> probabilities) {
  NoiseMoments result{0.0, 0.0};
  for (std::size_t l = 0; l < prior.variances.size(); ++l) {
    result.log_variance += probabilities[l] * std::log(prior.variances[l]);
    result.precision += probabilities[l] / prior.variances[l];
  }
  return result;
}

}  // namespace direct
