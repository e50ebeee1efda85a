// SPDX-License-Identifier: MIT
#include <numbers>
#include <string>

#include <direct/error.h>
#include <direct/features.h>

#include "algebra/random.h"

namespace direct {
namespace {

void check_fourier(std::span<const double> lengthscales, std::size_t num_features) {
  if (num_features % 2 != 0) {
    throw Error(ErrorKind::usage,
                "Fourier features are pairs of a cosine and a sine: expected an even number of them, found " +
                    std::to_string(num_features));
  }
  for (const double lengthscale : lengthscales) {
    if (lengthscale > 0.0) continue;
    throw Error(ErrorKind::usage, "expected a positive lengthscale, found " + std::to_string(lengthscale));
  }
}

}  // namespace

// The spectral density of exp(-x^2 / (2 l^2)) is normal with deviation 1 / (2 pi l), in turns.
FeatureMap fourier_features(std::span<const double> lengthscales, std::size_t num_features, std::uint64_t seed) {
  check_fourier(lengthscales, num_features);
  const std::size_t num_inputs = lengthscales.size();
  FeatureMap map{
      .kind = FeatureKind::fourier, .num_inputs = num_inputs, .frequencies = Matrix(num_inputs, num_features / 2)};
  for (std::size_t k = 0; k < map.frequencies.cols(); ++k) {
    for (std::size_t j = 0; j < num_inputs; ++j) {
      const double normal = random_normal(seed, RandomStream::frequencies, k * num_inputs + j);
      map.frequencies(j, k) = normal / (2.0 * std::numbers::pi * lengthscales[j]);
    }
  }
  return map;
}

}  // namespace direct
