// SPDX-License-Identifier: MIT
// A distribution by its characteristic function psi at t_m = (m + 1/2) step, m = 0, 1, ... Sums over them are the
// expectations of Fourier series of a square wave, its derivative and a triangle wave of period 4 pi / step: exact for
// a distribution within 2 pi / step of the point asked for, and past the last node psi is negligible.
#pragma once

#include <vector>

#include "laws/gaussian_mixture.h"

namespace direct {

// What is left out on either side of the radius, and of psi past the last node.
inline constexpr double negligible_mass_log = -32.0;  // e^-32 = 1.3e-14

struct Spectrum {
  double mean = 0.0;
  double scale = 1.0;       // lengths below are in units of it, and psi is that of (y - mean) / scale
  double radius = 0.0;      // y is within it but for a negligible probability
  double resolution = 0.0;  // deviation of the noise that was added, in units of y
  std::vector<double> real, imaginary;

  double step() const;  // pi / radius
};

CdfAndDensity cdf_and_density(const Spectrum& spectrum, double y);
double mean_distance(const Spectrum& spectrum, double y);  // E|Y - y|
double mean_difference(const Spectrum& spectrum);          // E|Y - Y'|

}  // namespace direct
