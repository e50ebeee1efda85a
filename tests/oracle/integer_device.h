// SPDX-License-Identifier: MIT
// What a device computes, by loops over 64-bit integers that know nothing of its code: words, tables and encodings are
// taken apart one feature at a time.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <direct/deploy.h>

namespace direct::oracle {

// value * 2^left * multiplier / 2^(16 + right): the product is cut off, the shift to the right is rounded.
std::int64_t scaled(std::int64_t value, const IntegerRatio& ratio);

struct DevicePrediction {
  std::int64_t centre = 0, mean = 0;
  std::vector<std::int64_t> sums, draws;  // of each draw
  double std_model = 0.0, std_total = 0.0;
  bool saturated = false;
};
DevicePrediction device_prediction(const IntegerModel& model, std::span<const std::int16_t> codes);

// The features that the device computes from the codes, before their steps.
std::vector<std::int64_t> device_features(const IntegerModel& model, std::span<const std::int16_t> codes);

}  // namespace direct::oracle
