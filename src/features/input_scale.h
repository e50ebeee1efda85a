// SPDX-License-Identifier: MIT
// How inputs become codes. An input whose values lie on a lattice, as counts, years and readings of a converter do,
// gets codes that are exact on it.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include <direct/features.h>

namespace direct {

constexpr double codes_of_unit = 32768.0;  // an input of 1, scaled, is the code 2^15
constexpr double largest_code = 32767.0;   // beyond it an input saturates

// `point`, and whole multiples of `step` from there.
struct Lattice {
  double point = 0.0, step = 0.0;
};

// The coarsest lattice with all the values on it, but for the rounding of standardised inputs, unless its step is below
// `least_step`. Requires: increasing values.
std::optional<Lattice> lattice_of(std::span<const double> values, double least_step);

// Codes that are exact on a lattice: (input - centre) / step, where the lattice has `lattice_step`.
struct LatticeCodes {
  double centre = 0.0, step = 0.0, lattice_step = 0.0;
};
// For an input between `least` and `most`, all within the codes, that takes these values, among others; of the steps no
// smaller than `least_step` the smallest. Nothing where the values have no lattice, or one too fine.
std::optional<LatticeCodes> lattice_codes(std::span<const double> values, double least, double most, double least_step);

// Of an input between `least` and `most` that takes these values, among others.
InputScale input_scale(double least, double most, std::span<const double> values);
// Of each column.
std::vector<InputScale> input_scales(const Matrix& sample, std::span<const double> least, std::span<const double> most);

}  // namespace direct
