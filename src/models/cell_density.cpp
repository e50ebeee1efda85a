// SPDX-License-Identifier: MIT
#include "models/cell_density.h"

#include <cmath>
#include <numbers>

namespace direct {
namespace {

CellMean gaussian_mean(double variance, double level, double step) {
  const double log_scale = -0.5 * std::log(2.0 * std::numbers::pi * variance);
  return {.value = log_scale - 0.5 * (level * level + step * step / 12.0) / variance,
          .by_level = -level / variance,
          .by_step = -step / (12.0 * variance)};
}

// The mean of |w| over a cell is |level|, unless zero is inside.
CellMean laplace_mean(double variance, double level, double step) {
  const double scale = std::sqrt(0.5 * variance), magnitude = std::abs(level);
  const double log_scale = -std::log(2.0 * scale);
  if (magnitude >= 0.5 * step)
    return {.value = log_scale - magnitude / scale, .by_level = std::copysign(1.0, -level) / scale};
  const double share = level / step;
  return {.value = log_scale - (share * level + 0.25 * step) / scale,
          .by_level = -2.0 * share / scale,
          .by_step = (share * share - 0.25) / scale};
}

CellMean spike_slab_mean(const WeightDensity& density, double level, double step) {
  constexpr double spike_width = 0.01;  // in deviations of the slab
  const double slab_variance = density.variance / (1.0 - density.spike);
  const CellMean spike = gaussian_mean(spike_width * spike_width * slab_variance, level, step);
  const CellMean slab = gaussian_mean(slab_variance, level, step);
  const double odds = std::log(density.spike / (1.0 - density.spike)) + spike.value - slab.value;
  const double share = 1.0 / (1.0 + std::exp(-odds));
  const double excess = odds > 0.0 ? odds + std::log1p(std::exp(-odds)) : std::log1p(std::exp(odds));
  return {.value = std::log1p(-density.spike) + slab.value + excess,
          .by_level = share * spike.by_level + (1.0 - share) * slab.by_level,
          .by_step = share * spike.by_step + (1.0 - share) * slab.by_step};
}

}  // namespace

CellMean mean_log_density(const WeightDensity& density, double level, double step) {
  switch (density.kind) {
    case PriorKind::gaussian:
      return gaussian_mean(density.variance, level, step);
    case PriorKind::laplace:
      return laplace_mean(density.variance, level, step);
    case PriorKind::spike_slab:
      return spike_slab_mean(density, level, step);
    case PriorKind::uniform:
      break;
  }
  return {.value = -0.5 * std::log(12.0 * density.variance)};
}

}  // namespace direct
