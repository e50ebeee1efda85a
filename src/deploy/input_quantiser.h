// SPDX-License-Identifier: MIT
// What the 16-bit codes of the inputs stand for.
#pragma once

#include <cstdint>
#include <vector>

#include <direct/deploy.h>

#include "features/input_scale.h"

namespace direct {

// What a code of each input stands for: standardised input = centre + step * code.
struct InputCodes {
  std::vector<double> centres, steps;
  std::vector<std::int16_t> least, most;  // the ends of the range of each
};

// Throws Error(usage) for features that the device cannot compute, and for more than 1024 inputs.
InputCodes input_codes(const TrainedModel& model);

// The quantisers that turn readings into these codes. Throws Error(usage) for an input whose values are too far from
// zero for their spread.
std::vector<InputQuantiser> input_quantisers(const TrainedModel& model, const InputCodes& codes);

// The device's code of an input in units of the data.
std::int16_t device_code(const InputQuantiser& quantiser, double input);

}  // namespace direct
