// SPDX-License-Identifier: MIT
#include "laws/spectrum_nodes.h"

#include <algorithm>
#include <cmath>

#include "algebra/constants.h"
#include "algebra/vector_math.h"
#include "laws/spectrum_plan.h"

namespace direct {
namespace {

constexpr double max_nodes = 65536.0;

}  // namespace

void reserve_nodes(double cut, NoiseTerms& noise, Spectrum& spectrum) {
  const double needed = std::ceil(cut / spectrum.step()) + 1.0;
  if (needed > max_nodes) {
    const double added = noise_variance_for(max_nodes * spectrum.step());
    for (double& variance : noise.variances) variance += added;
    spectrum.resolution = std::sqrt(added) * spectrum.scale;
  }
  const auto count = static_cast<std::size_t>(std::min(needed, max_nodes));
  spectrum.real.assign(count, 0.0);
  spectrum.imaginary.assign(count, 0.0);
}

std::vector<double> node_positions(std::size_t count) {
  std::vector<double> positions(count);
  for (std::size_t m = 0; m < count; ++m) positions[m] = static_cast<double>(m) + 0.5;
  return positions;
}

void multiply_noise(const NoiseTerms& noise, Spectrum& spectrum) {
  const std::size_t count = spectrum.real.size();
  const std::vector<double> positions = node_positions(count);
  std::vector<double> real(count), imaginary(count), modulus(count), turns(count), cosine(count), sine(count);
  for (std::size_t l = 0; l < noise.variances.size(); ++l) {
    for (std::size_t m = 0; m < count; ++m) {
      const double t = positions[m] * spectrum.step();
      modulus[m] = -0.5 * t * t * noise.variances[l];
      turns[m] = t * noise.offsets[l] / two_pi;
    }
    exp_in_place(modulus);
    cos_sin_turns(turns, cosine, sine);
    for (std::size_t m = 0; m < count; ++m) {
      real[m] += noise.probabilities[l] * modulus[m] * cosine[m];
      imaginary[m] += noise.probabilities[l] * modulus[m] * sine[m];
    }
  }
  for (std::size_t m = 0; m < count; ++m) {
    const double x = spectrum.real[m], y = spectrum.imaginary[m];
    spectrum.real[m] = x * real[m] - y * imaginary[m];
    spectrum.imaginary[m] = x * imaginary[m] + y * real[m];
  }
}

}  // namespace direct
