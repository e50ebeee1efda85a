// SPDX-License-Identifier: MIT
#include "features/input_scale.h"

#include <algorithm>
#include <cmath>

namespace direct {
namespace {

// Standardised inputs are multiples of 2^-24, so the step is known the better the farther the values are apart.
std::optional<Lattice> lattice_with(std::span<const double> values, double step) {
  constexpr double rounding = 0x1p-22, most_share = 0.02;
  const double first = values.front();
  for (const double value : values.subspan(1)) {
    const double distance = value - first, steps = std::nearbyint(distance / step);
    if (steps < 1.0 || std::abs(distance - steps * step) > rounding + most_share * step) return std::nullopt;
    step = distance / steps;
  }
  return Lattice{first, step};
}

std::vector<double> distinct(std::span<const double> values) {
  std::vector<double> result(values.begin(), values.end());
  std::ranges::sort(result);
  const auto [begin, end] = std::ranges::unique(result);
  result.erase(begin, end);
  return result;
}

// With which all inputs are within the codes, and a quarter of their distance from the centre beyond.
double step_to_reach(double centre, double least, double most) {
  constexpr double reach_beyond = 1.25;
  return reach_beyond * std::max(most - centre, centre - least) / largest_code;
}

}  // namespace

std::optional<Lattice> lattice_of(std::span<const double> values, double least_step) {
  constexpr double most_parts = 16.0;  // of the least distance of two values
  if (values.size() < 2) return std::nullopt;
  double least = values[1] - values[0];
  for (std::size_t i = 2; i < values.size(); ++i) least = std::min(least, values[i] - values[i - 1]);
  for (double parts = 1.0; parts <= most_parts && least / parts >= least_step; ++parts)
    if (const std::optional<Lattice> lattice = lattice_with(values, least / parts)) return lattice;
  return std::nullopt;
}

std::optional<LatticeCodes> lattice_codes(std::span<const double> values, double least, double most,
                                          double least_step) {
  const std::optional<Lattice> lattice = lattice_of(distinct(values), least_step);
  if (!lattice) return std::nullopt;
  const double steps = std::nearbyint((0.5 * (least + most) - lattice->point) / lattice->step);
  const double centre = lattice->point + steps * lattice->step;
  const double codes = std::floor(lattice->step / std::max(least_step, step_to_reach(centre, least, most)));
  if (codes < 1.0) return std::nullopt;
  return LatticeCodes{.centre = centre, .step = lattice->step / codes, .lattice_step = lattice->step};
}

InputScale input_scale(double least, double most, std::span<const double> values) {
  const double middle = 0.5 * (least + most);
  if (!(most > least)) return {.centre = middle};
  const double step = step_to_reach(middle, least, most);
  if (const auto codes = lattice_codes(values, least, most, step))
    return {.centre = codes->centre, .scale = codes->step * codes_of_unit, .lattice_step = codes->lattice_step};
  return {.centre = middle, .scale = step * codes_of_unit};
}

std::vector<InputScale> input_scales(const Matrix& sample, std::span<const double> least,
                                     std::span<const double> most) {
  std::vector<InputScale> result;
  for (std::size_t j = 0; j < sample.cols(); ++j) result.push_back(input_scale(least[j], most[j], sample.column(j)));
  return result;
}

}  // namespace direct
