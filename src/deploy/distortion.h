// SPDX-License-Identifier: MIT
// What rounding to the device's integers changes in predictions.
#pragma once

#include <optional>

#include <direct/deploy.h>

#include "deploy/device_features.h"
#include "deploy/drawn_weights.h"
#include "deploy/integer_scales.h"

namespace direct {

// The mean square change of the draws' predictions on the training rows, over the variance of the noise; nothing where
// the model has no statistics.
std::optional<double> distortion(const TrainedModel& model, const IntegerModel& integer, const DeviceFeatures& features,
                                 const DrawnWeights& weights, const SumUnits& units);

}  // namespace direct
