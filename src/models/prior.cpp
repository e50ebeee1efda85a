// SPDX-License-Identifier: MIT
#include <direct/error.h>
#include <direct/model.h>

#include <algorithm>
#include <string>

#include "algebra/categorical.h"
#include "models/level_masses.h"

namespace direct {
namespace {

WeightPrior empty_prior(const Density& density, std::size_t num_levels, std::size_t num_features) {
  return {.kind = density.kind,
          .levels = Matrix(num_levels, num_features),
          .log_prior = Matrix(num_levels, num_features),
          .means = std::vector<double>(num_features),
          .variances = std::vector<double>(num_features),
          .spike = density.kind == PriorKind::spike_slab ? density.spike : 0.0};
}

void set_weight(WeightPrior& prior, std::size_t j, std::span<const double> levels,
                const std::vector<double>& log_masses, const MeanVariance& continuous) {
  std::copy(levels.begin(), levels.end(), prior.levels.column(j).begin());
  std::copy(log_masses.begin(), log_masses.end(), prior.log_prior.column(j).begin());
  prior.means[j] = continuous.mean;
  prior.variances[j] = continuous.variance;
}

// One table for all weights, and one for each.
WeightPrior product_on(std::span<const double> levels, const Density& all, std::span<const double> variances) {
  const double variance = variances.empty() ? all.variance : variances.front();
  return make_prior(all.kind, levels, variance, variances.size(), all.spike);
}

WeightPrior product_on(const Matrix& levels, const Density& all, std::span<const double> variances) {
  WeightPrior result = empty_prior(all, levels.rows(), levels.cols());
  for (std::size_t j = 0; j < levels.cols(); ++j) {
    const Density density{.kind = all.kind, .variance = variances[j], .spike = all.spike};
    check_levels(density.kind, levels.column(j));
    set_weight(result, j, levels.column(j), log_masses(density, levels.column(j)),
               continuous_moments(density, levels.column(j)));
  }
  return result;
}

template <typename Levels>
WeightPrior moved_to(const Levels& levels, const WeightPrior& prior) {
  const Density all{.kind = prior.kind, .spike = prior.spike};
  WeightPrior result = product_on(levels, all, prior.variances);
  if (prior.components.empty()) return result;
  result.components = prior.components;
  std::vector<double> log_weights;
  std::vector<const Matrix*> tables;
  for (PriorComponent& component : result.components) {
    component.log_prior = product_on(levels, all, component.variances).log_prior;
    log_weights.push_back(component.log_weight);
    tables.push_back(&component.log_prior);
  }
  result.log_prior = log_mixture(log_weights, tables);
  return result;
}

}  // namespace

WeightPrior make_prior(PriorKind kind, std::span<const double> levels, double variance, std::size_t num_features,
                       double spike) {
  const Density density{.kind = kind, .variance = variance, .spike = spike};
  check_levels(kind, levels);
  check_density(density);
  const std::vector<double> masses = log_masses(density, levels);
  const MeanVariance continuous = continuous_moments(density, levels);
  WeightPrior prior = empty_prior(density, levels.size(), num_features);
  for (std::size_t j = 0; j < num_features; ++j) set_weight(prior, j, levels, masses, continuous);
  return prior;
}

WeightPrior on_levels(const WeightPrior& prior, std::span<const double> levels) { return moved_to(levels, prior); }

WeightPrior on_levels(const WeightPrior& prior, const Matrix& levels) {
  if (levels.cols() != prior.num_features())
    throw Error(ErrorKind::usage, "the levels of " + std::to_string(levels.cols()) +
                                      " weights do not fit a prior over " + std::to_string(prior.num_features()));
  return moved_to(levels, prior);
}

}  // namespace direct
