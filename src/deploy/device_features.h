// SPDX-License-Identifier: MIT
// The features that the device computes, in its order: those that no draw uses are left out.
#pragma once

#include <vector>

#include <direct/deploy.h>

#include "deploy/drawn_weights.h"

namespace direct {

struct DeviceFeatures {
  std::size_t num_pairs = 0, num_singles = 0;
  std::vector<std::uint32_t> words;
  bool is_wide = false;
  std::int16_t constant = 0;
  std::vector<std::uint16_t> columns;  // none: all inputs
  std::vector<std::size_t> features;   // of the model
  std::vector<double> units;           // of each: what 1 of its integer stands for
  std::vector<double> largest;         // of each: the largest magnitude of its integer
};

inline constexpr double largest_code = 32767.0;

// What a code of each input stands for: standardised input = centre + step * code.
struct InputCodes {
  std::vector<double> centres, steps;
  std::vector<std::int16_t> least, most;  // the ends of the range of each
};

// Throws Error(usage) for features that the device cannot compute, and for more than 1024 inputs.
InputCodes input_codes(const TrainedModel& model);
DeviceFeatures device_features(const TrainedModel& model, const InputCodes& codes, const DrawnWeights& weights);

// The quantisers that turn readings into these codes. Throws Error(usage) for an input whose values are too far from
// zero for their spread.
std::vector<InputQuantiser> input_quantisers(const TrainedModel& model, const InputCodes& codes);

}  // namespace direct
