// SPDX-License-Identifier: MIT
// The features that the device computes, in its order: those that no draw uses are left out.
#pragma once

#include <vector>

#include <direct/deploy.h>

#include "deploy/drawn_weights.h"
#include "deploy/input_quantiser.h"

namespace direct {

struct DeviceFeatures {
  int value_bits = 8;  // of Fourier and trained features
  std::size_t num_pairs = 0, num_singles = 0;
  std::vector<std::uint32_t> words;
  bool is_trained = false;
  IntegerCosines cosines;
  bool is_wide = false;
  std::int16_t constant = 0;
  std::vector<std::uint16_t> columns;  // of inputs as features; none: all of them
  std::vector<std::size_t> features;   // of the model
  std::vector<double> units;           // of each: what 1 of its integer stands for
  std::vector<double> largest;         // of each: the largest magnitude of its integer
  double centre_units = 1.0;           // of these, in one of what the centres are multiplied by
};

DeviceFeatures device_features(const TrainedModel& model, const InputCodes& codes, const DrawnWeights& weights);

}  // namespace direct
