// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cassert>
#include <cmath>
#include <span>

#include <direct/data.h>

namespace direct {
namespace {

// A value so far out means nothing. It must not become infinite, here or in a product later, nor lose its phase:
// Fourier features of a million deviations are still as good as random, those of 1e20 are all the same.
constexpr double most_deviations = 0x1p20;

// To a multiple of 2^-24, if it is small enough to have one: adding and subtracting this leaves no finer bits.
double rounded_scale(double value) {
  constexpr double shift = 0x1.8p28;
  return std::abs(value) < 0x1p26 ? (value + shift) - shift : value;
}

void standardise(std::span<double> values, double mean, double scale) {
  if (mean == 0.0 && scale == 1.0) return;
  for (double& value : values) {
    const double half = (0.5 * value - 0.5 * mean) / scale;  // halves: the difference of huge numbers overflows
    value = rounded_scale(std::clamp(2.0 * half, -most_deviations, most_deviations));
  }
}

}  // namespace

Scaling identity_scaling(std::size_t num_inputs) {
  return {.input_means = std::vector<double>(num_inputs, 0.0), .input_scales = std::vector<double>(num_inputs, 1.0)};
}

void standardise_inputs(const Scaling& scaling, Matrix& inputs) {
  assert(inputs.cols() == scaling.input_means.size());
  for (std::size_t j = 0; j < inputs.cols(); ++j) {
    standardise(inputs.column(j), scaling.input_means[j], scaling.input_scales[j]);
  }
}

void standardise_targets(const Scaling& scaling, std::vector<double>& targets) {
  standardise(targets, scaling.target_mean, scaling.target_scale);
}

}  // namespace direct
