// SPDX-License-Identifier: MIT
#include "models/level_masses.h"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>

#include <direct/error.h>

namespace direct {
namespace {

[[noreturn]] void refuse(const std::string& message) { throw Error(ErrorKind::usage, message); }

std::vector<double> log_densities(PriorKind kind, double variance, std::span<const double> levels) {
  std::vector<double> result;
  const double laplace_scale = std::sqrt(0.5 * variance);
  for (const double level : levels)
    result.push_back(kind == PriorKind::laplace ? -std::abs(level) / laplace_scale : -0.5 * level * level / variance);
  return result;
}

// Twice over, which is all the same once the masses are normalised. A cell ends half-way to the neighbours; that of an
// end reaches as far outwards as inwards.
double double_width(std::span<const double> levels, std::size_t k) {
  const std::size_t last = levels.size() - 1;
  if (k == 0) return 2.0 * (levels[1] - levels[0]);
  if (k == last) return 2.0 * (levels[last] - levels[last - 1]);
  return levels[k + 1] - levels[k - 1];
}

std::vector<double> log_cell_masses(PriorKind kind, double variance, std::span<const double> levels) {
  std::vector<double> result = log_densities(kind, variance, levels);
  for (std::size_t k = 0; k < levels.size(); ++k) {
    if (!std::isfinite(result[k]))
      refuse(fmt::format("the level {} is too far out for a prior of deviation {}", levels[k], std::sqrt(variance)));
    result[k] += std::log(double_width(levels, k));
  }
  normalise_log(result);
  return result;
}

void add_spike(double spike, std::span<const double> levels, std::span<double> log_slab) {
  for (std::size_t k = 0; k < levels.size(); ++k) {
    log_slab[k] += std::log1p(-spike);
    if (levels[k] == 0.0) log_slab[k] = std::log(spike + std::exp(log_slab[k]));
  }
}

}  // namespace

double slab_variance(double variance, double spike) { return variance / (1.0 - spike); }

void check_density(const Density& density) {
  if (!(density.variance > 0.0) || !std::isfinite(density.variance))
    refuse("the variance of a prior must be positive, found " + std::to_string(density.variance));
  if (density.kind == PriorKind::spike_slab && !(density.spike > 0.0 && density.spike < 1.0))
    refuse(fmt::format("the spike of a prior must be above 0 and below 1, found {}", density.spike));
}

void check_levels(PriorKind kind, std::span<const double> levels) {
  if (levels.size() < 2) refuse(fmt::format("a support needs at least 2 levels, found {}", levels.size()));
  for (const double level : levels)
    if (!std::isfinite(level)) refuse(fmt::format("the levels of a support must be finite, found {}", level));
  for (std::size_t k = 1; k < levels.size(); ++k) {
    if (levels[k] == levels[k - 1])
      refuse(fmt::format("the levels of a support must differ, found {} twice", levels[k]));
    if (levels[k] < levels[k - 1])
      refuse(fmt::format("the levels of a support must increase, found {} after {}", levels[k], levels[k - 1]));
  }
  if (kind == PriorKind::spike_slab && !std::binary_search(levels.begin(), levels.end(), 0.0))
    refuse(fmt::format("a spike-slab prior needs a level that is zero, found none among {} from {} to {}",
                       levels.size(), levels.front(), levels.back()));
}

std::vector<double> log_masses(const Density& density, std::span<const double> levels) {
  switch (density.kind) {
    case PriorKind::uniform:
      return std::vector<double>(levels.size(), -std::log(static_cast<double>(levels.size())));
    case PriorKind::gaussian:
    case PriorKind::laplace:
      return log_cell_masses(density.kind, density.variance, levels);
    case PriorKind::spike_slab:
      break;
  }
  std::vector<double> result =
      log_cell_masses(PriorKind::gaussian, slab_variance(density.variance, density.spike), levels);
  add_spike(density.spike, levels, result);
  return result;
}

// A uniform prior is one over the list of its levels; the others are densities that the levels relax.
MeanVariance continuous_moments(const Density& density, std::span<const double> levels) {
  if (density.kind != PriorKind::uniform) return {0.0, density.variance};
  return moments(levels, exponentials(log_masses(density, levels)));
}

}  // namespace direct
