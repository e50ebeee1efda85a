// SPDX-License-Identifier: MIT
#include "laws/spectrum.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "algebra/constants.h"
#include "algebra/vector_math.h"

namespace direct {
namespace {

// psi(t_m) exp(-i t_m x), node by node.
template <typename Use>
void for_each_rotated(const Spectrum& spectrum, double x, const Use& use) {
  constexpr std::size_t block = 64;
  double turns[block], cosine[block], sine[block];
  const double turns_per_node = x / (2.0 * spectrum.radius);
  for (std::size_t first = 0; first < spectrum.real.size(); first += block) {
    const std::size_t count = std::min(block, spectrum.real.size() - first);
    for (std::size_t i = 0; i < count; ++i) turns[i] = (static_cast<double>(first + i) + 0.5) * turns_per_node;
    cos_sin_turns(std::span(turns, count), std::span(cosine, count), std::span(sine, count));
    for (std::size_t i = 0; i < count; ++i) {
      const double real = spectrum.real[first + i], imaginary = spectrum.imaginary[first + i];
      use(static_cast<double>(first + i) + 0.5, real * cosine[i] + imaginary * sine[i],
          imaginary * cosine[i] - real * sine[i]);
    }
  }
}

// E of the triangle wave |x|, from the sum of E[cos(t_m x)] / (2m + 1)^2.
double from_triangle_wave(const Spectrum& spectrum, double sum) {
  const double half_period = 2.0 * spectrum.radius;
  return spectrum.scale * half_period * (0.5 - 4.0 / (pi * pi) * sum);
}

}  // namespace

double Spectrum::step() const { return pi / radius; }

CdfAndDensity cdf_and_density(const Spectrum& spectrum, double y) {
  const double x = (y - spectrum.mean) / spectrum.scale;
  if (!(std::abs(x) < spectrum.radius)) return {.cdf = x < 0.0 ? 0.0 : 1.0, .density = 0.0};
  double square_wave = 0.0, derivative = 0.0;
  for_each_rotated(spectrum, x, [&](double node, double real, double imaginary) {
    square_wave += imaginary / node;
    derivative += real;
  });
  return {.cdf = std::clamp(0.5 - square_wave / pi, 0.0, 1.0),
          .density = std::max(0.0, derivative / (spectrum.radius * spectrum.scale))};
}

double mean_distance(const Spectrum& spectrum, double y) {
  const double x = (y - spectrum.mean) / spectrum.scale;
  if (!(std::abs(x) < spectrum.radius)) return std::abs(y - spectrum.mean);
  double sum = 0.0;
  for_each_rotated(spectrum, x, [&](double node, double real, double) { sum += real / (4.0 * node * node); });
  return from_triangle_wave(spectrum, sum);
}

double mean_difference(const Spectrum& spectrum) {
  double sum = 0.0;
  for (std::size_t m = 0; m < spectrum.real.size(); ++m) {
    const double node = static_cast<double>(m) + 0.5;
    sum += (spectrum.real[m] * spectrum.real[m] + spectrum.imaginary[m] * spectrum.imaginary[m]) / (4.0 * node * node);
  }
  return from_triangle_wave(spectrum, sum);
}

}  // namespace direct
