// SPDX-License-Identifier: MIT
#include "features/integer_fourier.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include <direct/error.h>

#include "algebra/vector_math.h"
#include "features/input_scale.h"
#include "features/trained_features.h"

namespace direct {
namespace {

constexpr double phases_per_turn = 65536.0;

std::array<std::int8_t, 256> table_of_cosines() {
  std::array<std::int8_t, 256> table{};
  for (std::size_t i = 0; i < table.size(); ++i) {
    const double angle = 2.0 * std::numbers::pi * (static_cast<double>(i) + 0.5) / 256.0;
    table[i] = static_cast<std::int8_t>(std::lround(127.0 * std::cos(angle)));
  }
  return table;
}

double root_mean_square(const Matrix& frequencies, std::size_t input) {
  double sum = 0.0;
  for (std::size_t k = 0; k < frequencies.cols(); ++k) sum += frequencies(input, k) * frequencies(input, k);
  return std::sqrt(sum / static_cast<double>(std::max<std::size_t>(frequencies.cols(), 1)));
}

// An input is rounded for all features alike, so its steps are stairs in the predictions: they should be small. A
// frequency is rounded to a multiple of 1 / (65536 step), which makes it another random frequency and is harmless, as
// long as these multiples are fine beside the frequencies and their common period, 65536 steps, is long beside the
// inputs. The codes must also reach the extremes of the inputs and a quarter of their distance beyond.
double input_step(double frequency, double half_width) {
  constexpr double least_periods = 16.0, least_multiples = 4.0;
  const double reach = 1.25 * half_width / largest_code;
  if (frequency <= 0.0) return std::max(1.0, reach);
  // Where both roundings change the phase of an input of one deviation by the same: never coarser, for heavy tails and
  // for inputs that hardly count.
  const double balanced = 1.0 / std::sqrt(frequency * phases_per_turn);
  const double by_period = std::min(least_periods * 2.0 * half_width / phases_per_turn, balanced);
  const double by_lattice = std::min(least_multiples / (frequency * phases_per_turn), balanced);
  return std::max({by_period, by_lattice, reach});
}

// 25536 cos(2 pi (i - 64 + 1/2) / 256), rounded, and 107: the cosine of entry i is entry i + 64. 10430 times 107 is
// half of what an interpolated value is divided by, and 8 times all of it, which make the upper bits of the result a
// rounded feature of 8 bits.
std::array<std::int16_t, 320> table_to_interpolate() {
  std::array<std::int16_t, 320> table{};
  for (std::size_t i = 0; i < table.size(); ++i) {
    const double angle = 2.0 * std::numbers::pi * (static_cast<double>(i) - 63.5) / 256.0;
    table[i] = static_cast<std::int16_t>(std::lround(25536.0 * std::cos(angle)) + interpolation_rounding);
  }
  return table;
}

// The table over 128, as numbers of the features.
std::array<double, 256> table_of_features() {
  std::array<double, 256> table{};
  for (std::size_t i = 0; i < table.size(); ++i) table[i] = cosine_table()[i] * device_feature_unit;
  return table;
}

const std::array<double, 256>& feature_table() {
  static const std::array<double, 256> table = table_of_features();
  return table;
}

std::uint32_t modulo_32_bits(double value) {
  constexpr double period = 4294967296.0;
  const double wrapped = std::round(value) - period * std::floor(std::round(value) / period);
  return static_cast<std::uint32_t>(static_cast<std::uint64_t>(wrapped));
}

// The lower half holds one frequency, in phases per code. The upper half is a second one, less what the carries of the
// lower half add to it.
std::uint32_t phase_word(double low, double high) {
  const std::uint32_t low_half = modulo_32_bits(low * phases_per_turn) & 0xFFFFU;
  const double carried = static_cast<double>(low_half) / phases_per_turn;
  return modulo_32_bits(high * phases_per_turn - carried) << 16 | low_half;
}

}  // namespace

const std::array<std::int8_t, 256>& cosine_table() {
  static const std::array<std::int8_t, 256> table = table_of_cosines();
  return table;
}

const std::array<std::int16_t, 320>& interpolation_table() {
  static const std::array<std::int16_t, 320> table = table_to_interpolate();
  return table;
}

// 10430 phases are an angle of 1; 10430 * 25536 / 2^17 is 2032.
PhasePair interpolated_pair(std::uint16_t phase) {
  const auto& table = interpolation_table();
  const int angle = static_cast<int>(phase & 255U) - 128;
  const int sine = table[phase >> 8], cosine = table[(phase >> 8) + 64U];
  return {.cosine = static_cast<std::int16_t>(((cosine * 10430 - sine * angle) >> 17) - 8),
          .sine = static_cast<std::int16_t>(((sine * 10430 + cosine * angle) >> 17) - 8)};
}

FeatureMap integer_features(const FeatureMap& fourier, std::span<const double> least, std::span<const double> most,
                            int value_bits, const Matrix& sample) {
  assert(is_value_bits(value_bits));
  const Matrix& frequencies = fourier.frequencies;
  if (fourier.kind != FeatureKind::fourier || fourier.integer)
    throw Error(ErrorKind::usage, "integer features come from Fourier features in floating point");
  if (least.size() != fourier.num_inputs || most.size() != fourier.num_inputs)
    throw Error(ErrorKind::usage, "expected extremes of " + std::to_string(fourier.num_inputs) + " inputs");
  IntegerFourier integer{.num_frequencies = frequencies.cols(), .value_bits = value_bits};
  for (std::size_t j = 0; j < fourier.num_inputs; ++j) {
    const double least_step = input_step(root_mean_square(frequencies, j), 0.5 * (most[j] - least[j]));
    LatticeCodes codes{.centre = 0.5 * (least[j] + most[j]), .step = least_step};
    if (!sample.values().empty())
      codes = lattice_codes(sample.column(j), least[j], most[j], least_step).value_or(codes);
    const double step = codes.step;
    integer.centres.push_back(codes.centre);
    integer.steps.push_back(step);
    for (std::size_t k = 0; k < frequencies.cols(); k += 2) {
      const double high = k + 1 < frequencies.cols() ? frequencies(j, k + 1) : 0.0;
      integer.words.push_back(phase_word(frequencies(j, k) * step, high * step));
    }
  }
  return {.kind = FeatureKind::fourier, .num_inputs = fourier.num_inputs, .integer = std::move(integer)};
}

namespace {

FeatureMap float_trained_features(const IntegerFourier& map) {
  const std::size_t num_inputs = map.steps.size();
  FeatureMap result{.kind = FeatureKind::trained,
                    .num_inputs = num_inputs,
                    .frequencies = Matrix(num_inputs, map.num_frequencies),
                    .centres = map.centres};
  for (std::size_t j = 0; j < num_inputs; ++j) {
    result.scales.push_back(std::ldexp(map.steps[j], 15));
    for (std::size_t k = 0; k < map.num_frequencies; ++k) {
      const auto word = static_cast<std::int32_t>(map.words[j * map.num_frequencies + k]);
      result.frequencies(j, k) = std::ldexp(word, -32) / map.steps[j];
    }
  }
  for (const std::uint32_t phase : map.phases) result.phases.push_back(std::ldexp(phase, -32));
  return result;
}

}  // namespace

// In turns per code a half of a word is from -1/2 to 1/2.
FeatureMap float_features(const FeatureMap& integer) {
  if (!integer.integer) throw Error(ErrorKind::usage, "only integer features stand for others in floating point");
  const IntegerFourier& map = *integer.integer;
  if (integer.kind == FeatureKind::trained) return float_trained_features(map);
  const std::size_t words_per_input = (map.num_frequencies + 1) / 2;
  FeatureMap result{.kind = FeatureKind::fourier, .num_inputs = integer.num_inputs};
  result.frequencies = Matrix(integer.num_inputs, map.num_frequencies);
  for (std::size_t j = 0; j < integer.num_inputs; ++j)
    for (std::size_t k = 0; k < map.num_frequencies; ++k) {
      const std::uint32_t word = map.words[j * words_per_input + k / 2];
      const double turns = k % 2 == 0 ? std::ldexp(static_cast<std::int16_t>(word & 0xFFFFU), -16)
                                      : std::ldexp(static_cast<std::int32_t>(word), -32);
      result.frequencies(j, k) = turns / map.steps[j];
    }
  return result;
}

std::size_t quantise(const IntegerFourier& map, std::span<const double> inputs, std::span<std::int16_t> codes) {
  std::size_t saturated = 0;
  for (std::size_t j = 0; j < inputs.size(); ++j) {
    const double code = std::nearbyint((inputs[j] - map.centres[j]) / map.steps[j]);
    saturated += std::abs(code) > largest_code ? 1 : 0;
    codes[j] = static_cast<std::int16_t>(std::clamp(code, -largest_code, largest_code));
  }
  return saturated;
}

void sum_words(const IntegerFourier& map, std::span<const std::int16_t> codes, std::span<std::uint32_t> sums) {
  assert(map.words.size() == codes.size() * sums.size());
  multiply_modulo(map.words, codes, sums);
  for (std::size_t k = 0; k < map.phases.size(); ++k) sums[k] += map.phases[k];
}

void trained_row(const IntegerFourier& map, std::span<const std::int16_t> codes, std::span<const std::uint32_t> sums,
                 std::span<std::int16_t> features) {
  features[0] = integer_trained_constant;
  for (std::size_t j = 0; j < codes.size(); ++j) features[1 + j] = trained_input(codes[j]);
  for (std::size_t k = 0; k < map.num_frequencies; ++k)
    features[1 + codes.size() + k] = interpolated_pair(static_cast<std::uint16_t>(sums[k] >> 16)).cosine;
}

IntegerRow::IntegerRow(const IntegerFourier& map)
    : map_(map), values_(map.steps.size()), codes_(map.steps.size()), sums_(map.num_words()) {
  if (map.is_trained()) numbers_.resize(map.num_features());
}

void IntegerRow::evaluate(const Matrix& inputs, std::size_t row, std::span<double> features) {
  for (std::size_t j = 0; j < values_.size(); ++j) values_[j] = inputs(row, j);
  quantise(map_, values_, codes_);
  sum_words(map_, codes_, sums_);
  if (map_.is_trained()) {
    trained_row(map_, codes_, sums_, numbers_);
    for (std::size_t j = 0; j < numbers_.size(); ++j) features[j] = std::ldexp(numbers_[j], -fraction_bits(12));
    return;
  }
  if (map_.value_bits == 8) return look_up(features);
  for (std::size_t k = 0; k < map_.num_frequencies; ++k) {
    const PhasePair pair = interpolated_pair(phase_of(sums_, k));
    features[2 * k] = std::ldexp(pair.cosine, -fraction_bits(12));
    features[2 * k + 1] = std::ldexp(pair.sine, -fraction_bits(12));
  }
}

void IntegerRow::look_up(std::span<double> features) const {
  const auto& cosine = feature_table();
  for (std::size_t k = 0; k < map_.num_frequencies; ++k) {
    const std::uint8_t index = table_index(sums_, k);
    features[2 * k] = cosine[index];
    features[2 * k + 1] = cosine[sine_index(index)];
  }
}

}  // namespace direct
