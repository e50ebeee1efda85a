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

namespace direct {
namespace {

constexpr double largest_feature_code = 32767.0;
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

// A phase is wrong by f step / sqrt(12), for the input is rounded, and by |input| / (step 65536 sqrt(12)), for the
// frequency is. At inputs of one deviation the two are equal, and their sum least, at step = 1 / (256 sqrt(f)). The
// codes must also reach the extremes of the inputs and a quarter of their distance beyond.
double input_step(double frequency, double half_width) {
  const double balanced = frequency > 0.0 ? 1.0 / std::sqrt(frequency * phases_per_turn) : 1.0;
  return std::max(balanced, 1.25 * half_width / largest_feature_code);
}

// The table over 128, as numbers of the features.
std::array<double, 256> table_of_features() {
  std::array<double, 256> table{};
  for (std::size_t i = 0; i < table.size(); ++i) table[i] = cosine_table()[i] * integer_feature_unit;
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

FeatureMap integer_features(const FeatureMap& fourier, std::span<const double> least, std::span<const double> most) {
  const Matrix& frequencies = fourier.frequencies;
  if (fourier.kind != FeatureKind::fourier || fourier.integer)
    throw Error(ErrorKind::usage, "integer features come from Fourier features in floating point");
  if (least.size() != fourier.num_inputs || most.size() != fourier.num_inputs)
    throw Error(ErrorKind::usage, "expected extremes of " + std::to_string(fourier.num_inputs) + " inputs");
  IntegerFourier integer{.num_frequencies = frequencies.cols()};
  for (std::size_t j = 0; j < fourier.num_inputs; ++j) {
    const double step = input_step(root_mean_square(frequencies, j), 0.5 * (most[j] - least[j]));
    integer.centres.push_back(0.5 * (least[j] + most[j]));
    integer.steps.push_back(step);
    for (std::size_t k = 0; k < frequencies.cols(); k += 2) {
      const double high = k + 1 < frequencies.cols() ? frequencies(j, k + 1) : 0.0;
      integer.words.push_back(phase_word(frequencies(j, k) * step, high * step));
    }
  }
  return {.kind = FeatureKind::fourier, .num_inputs = fourier.num_inputs, .integer = std::move(integer)};
}

std::size_t quantise(const IntegerFourier& map, std::span<const double> inputs, std::span<std::int16_t> codes) {
  std::size_t saturated = 0;
  for (std::size_t j = 0; j < inputs.size(); ++j) {
    const double code = std::nearbyint((inputs[j] - map.centres[j]) / map.steps[j]);
    saturated += std::abs(code) > largest_feature_code ? 1 : 0;
    codes[j] = static_cast<std::int16_t>(std::clamp(code, -largest_feature_code, largest_feature_code));
  }
  return saturated;
}

void sum_words(const IntegerFourier& map, std::span<const std::int16_t> codes, std::span<std::uint32_t> sums) {
  assert(map.words.size() == codes.size() * sums.size());
  multiply_modulo(map.words, codes, sums);
}

IntegerRow::IntegerRow(const IntegerFourier& map)
    : map_(map), values_(map.steps.size()), codes_(map.steps.size()), sums_((map.num_frequencies + 1) / 2) {}

void IntegerRow::evaluate(const Matrix& inputs, std::size_t row, std::span<double> features) {
  for (std::size_t j = 0; j < values_.size(); ++j) values_[j] = inputs(row, j);
  quantise(map_, values_, codes_);
  sum_words(map_, codes_, sums_);
  const auto& cosine = feature_table();
  for (std::size_t k = 0; k < map_.num_frequencies; ++k) {
    const std::uint8_t index = table_index(sums_, k);
    features[2 * k] = cosine[index];
    features[2 * k + 1] = cosine[sine_index(index)];
  }
}

}  // namespace direct
