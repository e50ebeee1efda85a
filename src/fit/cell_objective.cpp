// SPDX-License-Identifier: MIT
#include "fit/cell_objective.h"

#include <cmath>

#include "algebra/categorical.h"

namespace direct {
namespace {

CellMean mean_cell_density(const std::vector<WeightedDensity>& prior, double level, double step) {
  CellMean sum;
  for (const WeightedDensity& part : prior) {
    const CellMean mean = direct::mean_log_density(part.density, level, step);
    sum.value += part.responsibility * mean.value;
    sum.by_level += part.responsibility * mean.by_level;
    sum.by_step += part.responsibility * mean.by_step;
  }
  return sum;
}

}  // namespace

// log sum_k exp(log step + E log p + slope w_k - curvature w_k^2 / 2) - curvature step^2 / 24
CellObjective::Value CellObjective::operator()(double centre, double step) const {
  std::vector<double> logits(num_levels), by_level(num_levels), by_step(num_levels);
  const auto offset = [&](std::size_t k) { return static_cast<double>(k) - static_cast<double>(num_levels / 2); };
  for (std::size_t k = 0; k < num_levels; ++k) {
    const double level = centre + offset(k) * step;
    const CellMean log_prior = mean_cell_density(prior, level, step);
    logits[k] = std::log(step) + log_prior.value + (slope - 0.5 * curvature * level) * level;
    by_level[k] = log_prior.by_level + slope - curvature * level;
    by_step[k] = log_prior.by_step + by_level[k] * offset(k);
  }
  Value result{.value = log_sum_exp(logits) - curvature * step * step / 24.0,
               .by_log_step = 1.0 - curvature * step * step / 12.0};
  normalise_log(logits);
  for (std::size_t k = 0; k < num_levels; ++k) {
    const double q = std::exp(logits[k]);
    result.by_centre += q * by_level[k];
    result.by_log_step += q * by_step[k] * step;
    result.mean += q * (centre + offset(k) * step);
  }
  return result;
}

}  // namespace direct
