// SPDX-License-Identifier: MIT
#include "fit/restricted.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "algebra/categorical.h"

namespace direct {
namespace {

Matrix columns(const Matrix& table, std::span<const std::size_t> features) {
  Matrix result(table.rows(), features.size());
  for (std::size_t j = 0; j < features.size(); ++j)
    std::ranges::copy(table.column(features[j]), result.column(j).begin());
  return result;
}

// All columns are `rest` but those of the features.
Matrix embedded(const Matrix& table, std::span<const std::size_t> features, std::size_t num_features,
                std::span<const double> rest) {
  Matrix result(table.rows(), num_features);
  for (std::size_t j = 0; j < num_features; ++j) std::ranges::copy(rest, result.column(j).begin());
  for (std::size_t j = 0; j < features.size(); ++j)
    std::ranges::copy(table.column(j), result.column(features[j]).begin());
  return result;
}

std::vector<double> embedded(const std::vector<double>& values, std::span<const std::size_t> features,
                             std::vector<double> whole) {
  for (std::size_t j = 0; j < features.size(); ++j) whole[features[j]] = values[j];
  return whole;
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + std::ssize(values) / 2;
  std::ranges::nth_element(values, middle);
  return *middle;
}

bool is_shared(const Matrix& levels) {
  for (std::size_t j = 1; j < levels.cols(); ++j)
    if (!std::ranges::equal(levels.column(j), levels.column(0))) return false;
  return true;
}

double median_step(const WeightPrior& prior) {
  std::vector<double> steps;
  for (std::size_t j = 0; j < prior.num_features(); ++j) {
    const auto levels = prior.levels.column(j);
    steps.push_back((levels.back() - levels.front()) / static_cast<double>(levels.size() - 1));
  }
  return median(std::move(steps));
}

// Of a weight that is left out: the grid of all others, or where each has its own, one about zero.
std::vector<double> levels_about_zero(const WeightPrior& prior) {
  const auto first = prior.levels.column(0);
  std::vector<double> levels(first.begin(), first.end());
  if (is_shared(prior.levels)) return levels;
  const double step = median_step(prior), middle = static_cast<double>(levels.size() / 2);
  for (std::size_t k = 0; k < levels.size(); ++k) levels[k] = step * (static_cast<double>(k) - middle);
  return levels;
}

LearnedGrid embedded(const LearnedGrid& grid, std::span<const std::size_t> features, std::size_t num_features) {
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

// The variances of the components of a mixture prior, where the whole prior has as many.
std::vector<PriorComponent> embedded(const std::vector<PriorComponent>& components,
                                     std::span<const std::size_t> features, const WeightPrior& whole,
                                     std::span<const double> certain) {
  std::vector<PriorComponent> result;
  for (std::size_t c = 0; c < components.size(); ++c)
    result.push_back({.log_weight = components[c].log_weight,
                      .log_prior = embedded(components[c].log_prior, features, whole.num_features(), certain),
                      .variances = embedded(components[c].variances, features, whole.components[c].variances)});
  return result;
}

// Tables of levels, of a prior and of a posterior for a weight that is left out.
struct LeftOut {
  std::vector<double> levels, log_prior, log_q;
};

LeftOut left_out(const WeightPrior& prior) {
  LeftOut result{.levels = levels_about_zero(prior)};
  const std::size_t num_levels = result.levels.size();
  const auto zero = prior.learned
                        ? num_levels / 2
                        : static_cast<std::size_t>(std::ranges::find(result.levels, 0.0) - result.levels.begin());
  result.log_prior.assign(num_levels, log_impossible);
  result.log_q.assign(num_levels, -HUGE_VAL);
  result.log_prior[zero] = result.log_q[zero] = 0.0;
  return result;
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

FittedPosterior embedded(FittedPosterior fitted, std::span<const std::size_t> features, const WeightPrior& whole) {
  const WeightPrior& prior = fitted.prior;
  const LeftOut rest = left_out(prior);
  const std::size_t b = whole.num_features();
  WeightPrior all{.kind = prior.kind,
                  .levels = embedded(prior.levels, features, b, rest.levels),
                  .log_prior = embedded(prior.log_prior, features, b, rest.log_prior),
                  .means = embedded(prior.means, features, whole.means),
                  .variances = embedded(prior.variances, features, whole.variances),
                  .components = embedded(prior.components, features, whole, rest.log_prior),
                  .spike = prior.spike};
  if (prior.learned) all = on_grid(all, embedded(*prior.learned, features, b));
  for (Matrix& component : fitted.fit.posterior.log_probabilities)
    component = embedded(component, features, b, rest.log_q);
  fitted.prior = std::move(all);
  return fitted;
}

}  // namespace direct
