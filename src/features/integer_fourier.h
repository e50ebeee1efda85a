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

constexpr double device_feature_unit = 1.0 / 128.0;  // a chip holds features of 8 bits

// What a map can have.
inline bool is_value_bits(int bits) { return bits == 8 || bits == 12; }
// A feature is its integer over 2^7 or 2^11, and no larger than 127 or 2032.
inline int fraction_bits(int value_bits) { return value_bits - 1; }
inline int largest_feature(int value_bits) { return value_bits == 8 ? 127 : 2032; }

// round(127 cos(2 pi (i + 1/2) / 256)): the middle of what phases with the upper bits i stand for. The sine is the
// cosine 64 entries before.
const std::array<std::int8_t, 256>& cosine_table();

// What features of 12 bits are interpolated in: the sine of entry i of the other, as 25536
// times the sine, and 107; the cosine 64 entries later.
const std::array<std::int16_t, 320>& interpolation_table();
inline constexpr int interpolation_rounding = 107;  // in every entry: see integer_fourier.cpp

inline std::uint8_t sine_index(std::uint8_t index) { return static_cast<std::uint8_t>(index + 192); }

// The codes of one row of standardised inputs; returns how many saturated.
std::size_t quantise(const IntegerFourier& map, std::span<const double> inputs, std::span<std::int16_t> codes);

// The sums of words of one row: the phases of frequencies 2w and 2w + 1 are the halves of sums[w]; of trained features
// the phase of frequency k is sums[k], 2^32 to a turn.
void sum_words(const IntegerFourier& map, std::span<const std::int16_t> codes, std::span<std::uint32_t> sums);

// The trained features of one row, over 2^11, from its codes and sums.
void trained_row(const IntegerFourier& map, std::span<const std::int16_t> codes, std::span<const std::uint32_t> sums,
                 std::span<std::int16_t> features);

struct PhasePair {
  std::int16_t cosine = 0, sine = 0;
};

// Of a phase, 2^16 to a turn, in 12 bits. From the middle of an entry of the table to the phase it is an angle a of at
// most pi / 256, and cos(t + a) is cos t - a sin t, but for a^2 / 2 < 0.0001.
PhasePair interpolated_pair(std::uint16_t phase);

inline std::uint16_t phase_of(std::span<const std::uint32_t> sums, std::size_t frequency) {
  return static_cast<std::uint16_t>(sums[frequency / 2] >> (frequency % 2 == 0 ? 0 : 16));
}

inline std::uint8_t table_index(std::span<const std::uint32_t> sums, std::size_t frequency) {
  return static_cast<std::uint8_t>(sums[frequency / 2] >> (frequency % 2 == 0 ? 8 : 24));
}

// The features of one row after another.
class IntegerRow {
 public:
  explicit IntegerRow(const IntegerFourier& map);
  void evaluate(const Matrix& inputs, std::size_t row, std::span<double> features);

 private:
  void look_up(std::span<double> features) const;  // of 8 bits, at the sums

  const IntegerFourier& map_;
  std::vector<double> values_;
  std::vector<std::int16_t> codes_;
  std::vector<std::uint32_t> sums_;
  std::vector<std::int16_t> numbers_;  // of trained features
};

}  // namespace direct
