// SPDX-License-Identifier: MIT
#include "deploy/distortion.h"

#include "algebra/blas.h"
#include "algebra/dense.h"

namespace direct {
namespace {

// What the device makes of the weight of a feature, less what it was meant to be.
double change(const IntegerModel& integer, const DeviceFeatures& features, const DrawnWeights& weights,
              const SumUnits& units, std::size_t draw, std::size_t j) {
  const std::size_t feature = features.features[j];
  const double code = integer.codes[draw * integer.num_features() + j];
  const double step = integer.steps.empty() ? 1.0 : integer.steps[j] / (integer.is_wide ? 65536.0 : 256.0);
  const double centre = integer.centres.empty() ? 0.0 : integer.centres[j] * units.centre / features.centre_units;
  const double found = (centre + code * step * units.draw) / features.units[j];
  return found - (weights.centres[feature] + code * weights.steps[feature]);
}

}  // namespace

std::optional<double> distortion(const TrainedModel& model, const IntegerModel& integer, const DeviceFeatures& features,
                                 const DrawnWeights& weights, const SumUnits& units) {
  if (!model.statistics || num_rows(*model.statistics) <= 0.0) return std::nullopt;
  use_single_threaded_blas();
  const SecondMoments moments = second_moments(*model.statistics);
  Matrix changes(moments.num_features(), integer.num_draws);
  for (std::size_t s = 0; s < integer.num_draws; ++s)
    for (std::size_t j = 0; j < integer.num_features(); ++j)
      changes(features.features[j], s) = change(integer, features, weights, units, s, j);
  Matrix products(changes.rows(), changes.cols());
  view(products).noalias() = view(moments.gram) * view(changes);
  const double sum = (view(products).array() * view(changes).array()).sum();
  return sum /
         (moments.num_rows * noise_variance(model.posterior, model.noise) * static_cast<double>(integer.num_draws));
}

}  // namespace direct
