// SPDX-License-Identifier: MIT
// The numbers of a device: steps, centres and output in integers, and the bounds that exclude overflow.
#pragma once

#include <direct/deploy.h>

#include "deploy/device_features.h"
#include "deploy/drawn_weights.h"

namespace direct {

// What 1 of the sum of a draw and 1 of the sum of the centres stand for, of the standardised target.
struct SumUnits {
  double draw = 1.0, centre = 0.0;
};

// Fills what `result` has beside inputs and features. Throws Error(usage) where a sum may leave its integer.
SumUnits set_scales(const TrainedModel& model, const DeviceFeatures& features, const DrawnWeights& weights,
                    const IntegerOptions& options, IntegerModel& result);

}  // namespace direct
