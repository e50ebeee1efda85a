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

}  // namespace

// The spectral density of exp(-x^2 / (2 l^2)) is normal with deviation 1 / (2 pi l), in turns.
FeatureMap fourier_features(const Matrix& directions, std::size_t num_features, std::uint64_t seed) {
  check_even(num_features);
  const std::size_t num_inputs = directions.rows();
  FeatureMap map{
      .kind = FeatureKind::fourier, .num_inputs = num_inputs, .frequencies = Matrix(num_inputs, num_features / 2)};
  std::vector<double> normals(num_inputs);
  for (std::size_t k = 0; k < map.frequencies.cols(); ++k) {
    for (std::size_t j = 0; j < num_inputs; ++j)
      normals[j] = random_normal(seed, RandomStream::frequencies, k * num_inputs + j) / (2.0 * std::numbers::pi);
    auto frequency = view(map.frequencies.column(k));
    if (directions.cols() == 1)
      frequency = view(directions.column(0)).cwiseProduct(view(normals));
    else
      frequency.noalias() = view(directions) * view(normals);
  }
  return map;
}

FeatureMap fourier_features(std::span<const double> lengthscales, std::size_t num_features, std::uint64_t seed) {
  Matrix directions(lengthscales.size(), 1);
  for (std::size_t j = 0; j < lengthscales.size(); ++j) {
    if (!(lengthscales[j] > 0.0))
      throw Error(ErrorKind::usage, "expected a positive lengthscale, found " + std::to_string(lengthscales[j]));
    directions(j, 0) = 1.0 / lengthscales[j];
  }
  return fourier_features(directions, num_features, seed);
}

}  // namespace direct
