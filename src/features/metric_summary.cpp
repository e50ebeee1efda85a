// SPDX-License-Identifier: MIT
#include <cmath>
#include <limits>
#include <numbers>

#include <direct/error.h>
#include <direct/features.h>

#include "algebra/dense.h"
#include "algebra/symmetric_eigen.h"

namespace direct {
namespace {

constexpr std::size_t most_inputs_with_directions = 64;

// A direction and its negative are the same: the largest weight is positive.
MetricDirection direction_of(const SymmetricEigen& eigen, std::size_t index, double trace) {
  const std::span<const double> vector = eigen.vectors.column(index);
  MetricDirection result{eigen.values[index] / trace, {vector.begin(), vector.end()}};
  Eigen::Index largest = 0;
  view(result.weights).cwiseAbs().maxCoeff(&largest);
  if (view(result.weights)[largest] < 0.0) view(result.weights) *= -1.0;
  return result;
}

}  // namespace

// Angles per unit of the inputs have mean square 1 / lengthscale^2.
MetricSummary metric_summary(const FeatureMap& fourier) {
  if (fourier.kind != FeatureKind::fourier && fourier.kind != FeatureKind::trained)
    throw Error(ErrorKind::usage, "only Fourier and trained features have lengthscales");
  const Matrix frequencies = fourier.integer ? float_features(fourier).frequencies : fourier.frequencies;
  const double count = static_cast<double>(frequencies.cols());
  Matrix moments(frequencies.rows(), frequencies.rows());
  MetricSummary result;
  for (std::size_t j = 0; j < frequencies.rows(); ++j) {
    const double square = view(frequencies).row(static_cast<Eigen::Index>(j)).squaredNorm() / count;
    result.lengthscales.push_back(square > 0.0 ? 1.0 / (2.0 * std::numbers::pi * std::sqrt(square))
                                               : std::numeric_limits<double>::infinity());
  }
  if (frequencies.rows() > most_inputs_with_directions) return result;
  view(moments) = view(frequencies) * view(frequencies).transpose();
  const double trace = view(moments).trace();
  const SymmetricEigen eigen = symmetric_eigen(std::move(moments));
  for (std::size_t i = 0; trace > 0.0 && i < eigen.values.size(); ++i)
    result.directions.push_back(direction_of(eigen, i, trace));
  return result;
}

}  // namespace direct
