// SPDX-License-Identifier: MIT
// Fourier features in the integers a microcontroller computes: see IntegerFourier in <direct/features.h>.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <direct/features.h>

namespace direct {

constexpr int integer_feature_bits = 7;  // a feature is its integer over 128
constexpr double integer_feature_unit = 1.0 / 128.0;

// round(127 cos(2 pi (i + 1/2) / 256)): the middle of what phases with the upper bits i stand for. The sine is the
// cosine 64 entries before.
const std::array<std::int8_t, 256>& cosine_table();

inline std::uint8_t sine_index(std::uint8_t index) { return static_cast<std::uint8_t>(index + 192); }

// The codes of one row of standardised inputs; returns how many saturated.
std::size_t quantise(const IntegerFourier& map, std::span<const double> inputs, std::span<std::int16_t> codes);

// The sums of words of one row: the phases of frequencies 2w and 2w + 1 are the halves of sums[w].
void sum_words(const IntegerFourier& map, std::span<const std::int16_t> codes, std::span<std::uint32_t> sums);

inline std::uint8_t table_index(std::span<const std::uint32_t> sums, std::size_t frequency) {
  return static_cast<std::uint8_t>(sums[frequency / 2] >> (frequency % 2 == 0 ? 8 : 24));
}

// The features of one row after another.
class IntegerRow {
 public:
  explicit IntegerRow(const IntegerFourier& map);
  void evaluate(const Matrix& inputs, std::size_t row, std::span<double> features);

 private:
  const IntegerFourier& map_;
  std::vector<double> values_;
  std::vector<std::int16_t> codes_;
  std::vector<std::uint32_t> sums_;
};

}  // namespace direct
