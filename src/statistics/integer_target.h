// SPDX-License-Identifier: MIT
// Targets in fixed point, as digits small enough to be columns beside the features.
#pragma once

#include <array>
#include <cassert>
#include <cstdint>

#include <direct/statistics.h>

namespace direct {

constexpr int target_fraction_bits = 24;  // standardised targets are multiples of 2^-24 anyway
constexpr double most_target = 0x1p20;    // in scales from the mean
constexpr std::int64_t target_base = 128;

// Products of two columns are at most 127^2 < 2^14 a row, or 2032^2 < 2^22, so 64 bits hold the sums of so many rows.
constexpr int most_row_bits(int value_bits) { return value_bits == 8 ? 49 : 41; }

// Throws Error(data) if the sums cannot hold rows of this weight besides their own.
void require_rows(std::uint64_t more, const IntegerMoments& moments);

using TargetDigits = std::array<std::int16_t, IntegerMoments::target_digits>;

// Digits between -64 and 63, the least first. Requires: |value| < 2^47.
inline TargetDigits target_digits(std::int64_t value) {
  TargetDigits digits{};
  for (std::int16_t& digit : digits) {
    const std::int64_t rest = (value + target_base / 2) >> 7;
    digit = static_cast<std::int16_t>(value - rest * target_base);
    value = rest;
  }
  assert(value == 0);
  return digits;
}

}  // namespace direct
