// SPDX-License-Identifier: MIT
#include <numbers>
#include <string>
#include <vector>

#include <direct/error.h>
#include <direct/features.h>

#include "algebra/dense.h"
#include "algebra/random.h"

namespace direct {
namespace {

void check_even(std::size_t num_features) {
  if (num_features % 2 == 0) return;
  throw Error(ErrorKind::usage,
              "Fourier features are pairs of a cosine and a sine: expected an even number of them, found " +
                  std::to_string(num_features));
}

template <typename Frequency>
FeatureMap fourier_map(std::size_t num_inputs, std::size_t num_features, std::uint64_t seed, Frequency frequency) {
  check_even(num_features);
  FeatureMap map{
      .kind = FeatureKind::fourier, .num_inputs = num_inputs, .frequencies = Matrix(num_inputs, num_features / 2)};
  std::vector<double> normals(num_inputs);
  for (std::size_t k = 0; k < map.frequencies.cols(); ++k) {
    for (std::size_t j = 0; j < num_inputs; ++j)
      normals[j] = random_normal(seed, RandomStream::frequencies, k * num_inputs + j);
    for (std::size_t j = 0; j < num_inputs; ++j) map.frequencies(j, k) = frequency(normals, j);
  }
  return map;
}

}  // namespace

// The spectral density of exp(-x^2 / (2 l^2)) is normal with deviation 1 / (2 pi l), in turns.
FeatureMap fourier_features(std::span<const double> lengthscales, std::size_t num_features, std::uint64_t seed) {
  for (const double lengthscale : lengthscales) {
    if (lengthscale > 0.0) continue;
    throw Error(ErrorKind::usage, "expected a positive lengthscale, found " + std::to_string(lengthscale));
  }
  return fourier_map(lengthscales.size(), num_features, seed, [&](const std::vector<double>& normals, std::size_t j) {
    return normals[j] / (2.0 * std::numbers::pi * lengthscales[j]);
  });
}

FeatureMap fourier_features(const Matrix& directions, std::size_t num_features, std::uint64_t seed) {
  return fourier_map(directions.rows(), num_features, seed, [&](const std::vector<double>& normals, std::size_t j) {
    const double sum = directions.cols() == 1 ? directions(j, 0) * normals[j]
                                              : view(directions).row(static_cast<Eigen::Index>(j)).dot(view(normals));
    return sum / (2.0 * std::numbers::pi);
  });
}

}  // namespace direct
