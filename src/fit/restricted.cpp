// SPDX-License-Identifier: MIT
#include "fit/restricted.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "algebra/categorical.h"
#include "posterior/weight_table.h"

namespace direct {
namespace {

Matrix columns(const Matrix& table, std::span<const std::size_t> features) {
  Matrix result(table.rows(), features.size());
  for (std::size_t j = 0; j < features.size(); ++j)
    std::ranges::copy(table.column(features[j]), result.column(j).begin());
  return result;
}

// The columns of the features in a table of all of them.
Matrix expanded_part(const Matrix& table, std::span<const std::size_t> features, Matrix whole) {
  for (std::size_t j = 0; j < features.size(); ++j)
    std::ranges::copy(table.column(j), whole.column(features[j]).begin());
  return whole;
}

std::vector<double> expanded_part(const std::vector<double>& values, std::span<const std::size_t> features,
                                  std::vector<double> whole) {
  for (std::size_t j = 0; j < features.size(); ++j) whole[features[j]] = values[j];
  return whole;
}

// Of the weights that are left out: the grid of all others, or, where each has its own, that of the whole prior. Where
// grids are learned, any with a zero in the middle, since on_grid() lays another.
Matrix levels_of_rest(const WeightPrior& prior, const WeightPrior& whole) {
  if (!prior.learned && !same_for_all(prior.levels)) return whole.levels;
  const auto first = prior.levels.column(0);
  std::vector<double> levels(first.begin(), first.end());
  const double middle = static_cast<double>(levels.size() / 2);
  for (std::size_t k = 0; prior.learned && k < levels.size(); ++k) levels[k] = static_cast<double>(k) - middle;
  Matrix result(levels.size(), whole.num_features());
  for (std::size_t j = 0; j < result.cols(); ++j) std::ranges::copy(levels, result.column(j).begin());
  return result;
}

// Logarithms of what is certain to be zero, and has `elsewhere` where it is not.
Matrix certain_zeros(const Matrix& levels, double elsewhere) {
  Matrix result(levels.rows(), levels.cols(), elsewhere);
  for (std::size_t j = 0; j < levels.cols(); ++j)
    for (std::size_t k = 0; k < levels.rows(); ++k)
      if (levels(k, j) == 0.0) result(k, j) = 0.0;
  return result;
}

LearnedGrid expanded_part(const LearnedGrid& grid, std::span<const std::size_t> features, std::size_t num_features) {
  LearnedGrid result{.centres = std::vector<std::int16_t>(num_features, 0),
                     .shifts = std::vector<std::uint8_t>(num_features, 0),
                     .steps = std::vector<double>(num_features, 0.0)};
  for (std::size_t j = 0; j < features.size(); ++j) {
    result.centres[features[j]] = grid.centres[j];
    result.shifts[features[j]] = grid.shifts[j];
    result.steps[features[j]] = grid.steps[j];
  }
  return result;
}

std::vector<PriorComponent> expanded_part(const std::vector<PriorComponent>& components,
                                          std::span<const std::size_t> features, const WeightPrior& whole,
                                          const Matrix& certain) {
  std::vector<PriorComponent> result;
  for (std::size_t c = 0; c < components.size(); ++c)
    result.push_back({.log_weight = components[c].log_weight,
                      .log_prior = expanded_part(components[c].log_prior, features, certain),
                      .variances = expanded_part(components[c].variances, features, whole.components[c].variances)});
  return result;
}

FittedPosterior expanded_ensemble(FittedPosterior fitted, std::span<const std::size_t> features,
                                  const WeightPrior& whole) {
  const std::size_t b = whole.num_features();
  const WeightPrior& prior = fitted.prior;
  Deviations& deviations = *fitted.fit.posterior.deviations;
  std::vector<std::int16_t> codes(deviations.count() * b, 0);
  for (std::size_t k = 0; k < deviations.count(); ++k)
    for (std::size_t j = 0; j < features.size(); ++j) codes[k * b + features[j]] = deviations.deviation(k)[j];
  deviations.num_features = b;
  deviations.codes = std::move(codes);
  const Matrix no_table(0, b);
  fitted.prior = {.kind = prior.kind,
                  .levels = no_table,
                  .log_prior = no_table,
                  .means = expanded_part(prior.means, features, whole.means),
                  .variances = expanded_part(prior.variances, features, whole.variances),
                  .components = expanded_part(prior.components, features, whole, no_table),
                  .spike = prior.spike,
                  .learned = expanded_part(*prior.learned, features, b)};
  return fitted;
}

}  // namespace

SecondMoments restricted(const SecondMoments& statistics, std::span<const std::size_t> features) {
  SecondMoments result(features.size());
  result.num_rows = statistics.num_rows;
  result.target_square = statistics.target_square;
  for (std::size_t j = 0; j < features.size(); ++j) {
    result.feature_target[j] = statistics.feature_target[features[j]];
    for (std::size_t i = 0; i < features.size(); ++i) result.gram(i, j) = statistics.gram(features[i], features[j]);
  }
  return result;
}

FitOptions restricted(const FitOptions& options, std::span<const std::size_t> features) {
  FitOptions result = options;
  if (options.support_levels.cols() > 0) result.support_levels = columns(options.support_levels, features);
  return result;
}

FittedPosterior expanded(FittedPosterior fitted, std::span<const std::size_t> features, const WeightPrior& whole) {
  if (fitted.fit.posterior.deviations) return expanded_ensemble(std::move(fitted), features, whole);
  const WeightPrior& prior = fitted.prior;
  const Matrix levels = levels_of_rest(prior, whole), certain = certain_zeros(levels, log_impossible);
  WeightPrior all{.kind = prior.kind,
                  .levels = expanded_part(prior.levels, features, levels),
                  .log_prior = expanded_part(prior.log_prior, features, certain),
                  .means = expanded_part(prior.means, features, whole.means),
                  .variances = expanded_part(prior.variances, features, whole.variances),
                  .components = expanded_part(prior.components, features, whole, certain),
                  .spike = prior.spike};
  if (prior.learned) all = on_grid(all, expanded_part(*prior.learned, features, whole.num_features()));
  const Matrix point_masses = certain_zeros(levels, -HUGE_VAL);
  for (Matrix& component : fitted.fit.posterior.log_probabilities)
    component = expanded_part(component, features, point_masses);
  fitted.prior = std::move(all);
  return fitted;
}

}  // namespace direct
