// SPDX-License-Identifier: MIT
// The parts of trained features: see FeatureMap in <direct/features.h>.
#pragma once

#include <cstdint>

namespace direct {

// An integer feature of 12 bits cannot be 2048, so the constant is a little less than 1.
constexpr double trained_constant = 127.0 / 128.0;
constexpr std::int16_t integer_trained_constant = 2032;

// A code of 16 bits as a feature of 12.
inline std::int16_t trained_input(std::int16_t code) {
  const int rounded = (code + 8) >> 4;
  return static_cast<std::int16_t>(rounded > 2032 ? 2032 : rounded < -2032 ? -2032 : rounded);
}

}  // namespace direct
