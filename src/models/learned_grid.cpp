// SPDX-License-Identifier: MIT
#include <direct/error.h>
#include <direct/model.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "algebra/categorical.h"
#include "models/cell_density.h"

namespace direct {
namespace {

constexpr double largest_centre = std::numeric_limits<std::int16_t>::max();
constexpr int largest_shift = 12;

// As many bits behind the step as leave the centre within 16.
int shift_for(double centre, double step) {
  const double steps_away = std::abs(centre) / step;
  int shift = 0;
  while (shift < largest_shift && std::ldexp(steps_away, shift + 1) <= largest_centre) ++shift;
  return shift;
}

double reachable(double centre, double step) { return std::max(step, std::abs(centre) / largest_centre); }

Matrix grid_levels(const LearnedGrid& grid, std::size_t num_levels) {
  Matrix levels(num_levels, grid.steps.size());
  const auto half = static_cast<double>(num_levels / 2);
  for (std::size_t j = 0; j < levels.cols(); ++j) {
    const double step = grid.steps[j] > 0.0 ? grid.steps[j] : 1.0;
    const double unit = std::ldexp(step, -int{grid.shifts[j]}), codes = std::ldexp(1.0, grid.shifts[j]);
    for (std::size_t k = 0; k < num_levels; ++k)
      levels(k, j) = unit * (grid.centres[j] + (static_cast<double>(k) - half) * codes);
  }
  return levels;
}

// log(step) + the mean of log p over each cell
Matrix cell_table(const Matrix& levels, const std::vector<double>& steps, PriorKind kind,
                  const std::vector<double>& variances, double spike) {
  Matrix table(levels.rows(), levels.cols());
  for (std::size_t j = 0; j < levels.cols(); ++j) {
    if (steps[j] == 0.0) {
      for (std::size_t k = 0; k < levels.rows(); ++k) table(k, j) = levels(k, j) == 0.0 ? 0.0 : log_impossible;
      continue;
    }
    const WeightDensity density{.kind = kind, .variance = variances[j], .spike = spike};
    for (std::size_t k = 0; k < levels.rows(); ++k)
      table(k, j) = std::log(steps[j]) + mean_log_density(density, levels(k, j), steps[j]).value;
  }
  return table;
}

// The largest magnitude of any weight of any cell.
double grid_reach(const Matrix& levels, const std::vector<double>& steps) {
  double largest = 0.0;
  for (std::size_t j = 0; j < levels.cols(); ++j)
    for (const double level : {levels.column(j).front(), levels.column(j).back()})
      if (steps[j] > 0.0) largest = std::max(largest, std::abs(level) + 0.5 * steps[j]);
  return largest;
}

double unit_of(const LearnedGrid& grid, std::size_t j) {
  return std::ldexp(grid.steps[j] > 0.0 ? grid.steps[j] : 1.0, -int{grid.shifts[j]});
}

void widen_uniform(WeightPrior& prior, double end) {
  prior.means.assign(prior.means.size(), 0.0);
  for (double& variance : prior.variances) variance = std::max(variance, end * end / 3.0);
}

}  // namespace

LearnedGrid learned_grid(std::span<const double> centres, std::span<const double> steps, bool shared) {
  LearnedGrid grid{.steps = std::vector<double>(centres.size())};
  std::vector<int> shifts;
  for (std::size_t j = 0; j < centres.size(); ++j) grid.steps[j] = reachable(centres[j], steps[shared ? 0 : j]);
  if (shared) std::ranges::fill(grid.steps, std::ranges::max(grid.steps));
  for (std::size_t j = 0; j < centres.size(); ++j) shifts.push_back(shift_for(centres[j], grid.steps[j]));
  if (shared) std::ranges::fill(shifts, std::ranges::min(shifts));
  for (std::size_t j = 0; j < centres.size(); ++j) {
    const double rounded = std::round(std::ldexp(centres[j] / grid.steps[j], shifts[j]));
    grid.centres.push_back(static_cast<std::int16_t>(std::clamp(rounded, -largest_centre, largest_centre)));
    grid.shifts.push_back(static_cast<std::uint8_t>(shifts[j]));
  }
  return grid;
}

WeightPrior on_grid(const WeightPrior& prior, LearnedGrid grid) {
  WeightPrior result = prior;
  result.levels = grid_levels(grid, prior.num_levels());
  if (prior.kind == PriorKind::uniform) widen_uniform(result, grid_reach(result.levels, grid.steps));
  result.log_prior = cell_table(result.levels, grid.steps, prior.kind, result.variances, prior.spike);
  std::vector<double> log_weights;
  std::vector<const Matrix*> tables;
  for (PriorComponent& component : result.components) {
    component.log_prior = cell_table(result.levels, grid.steps, prior.kind, component.variances, prior.spike);
    log_weights.push_back(component.log_weight);
    tables.push_back(&component.log_prior);
  }
  if (!tables.empty()) result.log_prior = log_mixture(log_weights, tables);
  result.learned = std::move(grid);
  return result;
}

std::vector<double> centre_weights(const LearnedGrid& grid) {
  std::vector<double> weights(grid.steps.size());
  for (std::size_t j = 0; j < weights.size(); ++j) weights[j] = unit_of(grid, j) * grid.centres[j];
  return weights;
}

WeightPrior about_centres(const WeightPrior& prior, LearnedGrid grid, std::size_t reach) {
  WeightPrior result = prior;
  result.levels = result.log_prior = Matrix(0, grid.steps.size());
  for (PriorComponent& component : result.components) component.log_prior = Matrix(0, grid.steps.size());
  if (prior.kind == PriorKind::uniform) {
    const std::vector<double> centres = centre_weights(grid);
    double end = 0.0;
    for (std::size_t j = 0; j < centres.size(); ++j)
      if (grid.steps[j] > 0.0)
        end = std::max(end, std::abs(centres[j]) + (static_cast<double>(reach) + 0.5) * grid.steps[j]);
    widen_uniform(result, end);
  }
  result.learned = std::move(grid);
  return result;
}

std::vector<double> log_cell_prior(const WeightPrior& prior, std::span<const double> weights) {
  const std::vector<double>& steps = prior.learned->steps;
  const auto sum = [&](const std::vector<double>& variances) {
    double total = 0.0;
    for (std::size_t j = 0; j < weights.size(); ++j)
      if (steps[j] > 0.0)
        total +=
            std::log(steps[j]) +
            mean_log_density({.kind = prior.kind, .variance = variances[j], .spike = prior.spike}, weights[j], steps[j])
                .value;
    return total;
  };
  if (prior.components.empty()) return {sum(prior.variances)};
  std::vector<double> result;
  for (const PriorComponent& component : prior.components) result.push_back(sum(component.variances));
  return result;
}

std::vector<double> cell_variances(const WeightPrior& prior) {
  std::vector<double> result(prior.num_features(), 0.0);
  if (prior.learned)
    for (std::size_t j = 0; j < result.size(); ++j)
      result[j] = prior.learned->steps[j] * prior.learned->steps[j] / 12.0;
  return result;
}

}  // namespace direct
