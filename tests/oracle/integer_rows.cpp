// SPDX-License-Identifier: MIT
#include "oracle/integer_rows.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace direct::oracle {
namespace {

using Column = std::vector<std::int64_t>;

Column feature(const std::vector<IntegerRow>& rows, std::size_t j) {
  Column column;
  for (const IntegerRow& row : rows) column.push_back(row.features[j]);
  return column;
}

Column target(const std::vector<IntegerRow>& rows) {
  Column column;
  for (const IntegerRow& row : rows) column.push_back(row.target);
  return column;
}

Column target_digit(const std::vector<IntegerRow>& rows, std::size_t d) {
  Column column;
  for (const IntegerRow& row : rows) column.push_back(balanced_digits(row.target, IntegerMoments::target_digits)[d]);
  return column;
}

Wide weighted_sum(const std::vector<IntegerRow>& rows, const Column& a, const Column& b) {
  Wide sum = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) sum += static_cast<Wide>(rows[i].weight) * a[i] * b[i];
  return sum;
}

}  // namespace

double rounded(Wide value, int exponent) {
  __extension__ using Bits = unsigned __int128;
  Bits bits = value < 0 ? -static_cast<Bits>(value) : static_cast<Bits>(value);
  int dropped = 0;
  while (bits >> dropped >= (Bits{1} << 53)) ++dropped;
  const Bits rest = bits & ((Bits{1} << dropped) - 1), half = dropped == 0 ? 1 : Bits{1} << (dropped - 1);
  bits >>= dropped;
  if (rest > half || (rest == half && bits % 2 != 0)) ++bits;
  const double magnitude = std::ldexp(static_cast<double>(static_cast<std::uint64_t>(bits)), dropped + exponent);
  return value < 0 ? -magnitude : magnitude;
}

std::vector<int> integer_codes(const IntegerFourier& map, std::span<const double> inputs) {
  std::vector<int> codes;
  for (std::size_t j = 0; j < inputs.size(); ++j) {
    const double exact = (inputs[j] - map.centres[j]) / map.steps[j];
    codes.push_back(exact > 32767.0 ? 32767 : exact < -32767.0 ? -32767 : static_cast<int>(std::lrint(exact)));
  }
  return codes;
}

std::uint32_t phase(const IntegerFourier& map, std::span<const int> codes, std::size_t frequency) {
  if (map.is_trained()) {
    std::uint32_t sum = map.phases[frequency];
    for (std::size_t j = 0; j < codes.size(); ++j)
      sum += map.words[j * map.num_frequencies + frequency] * static_cast<std::uint32_t>(codes[j]);
    return sum / 65536;
  }
  const std::size_t num_words = (map.num_frequencies + 1) / 2;
  std::uint32_t sum = 0;
  for (std::size_t j = 0; j < codes.size(); ++j)
    sum += map.words[j * num_words + frequency / 2] * static_cast<std::uint32_t>(codes[j]);
  return frequency % 2 == 0 ? sum % 65536 : sum / 65536;
}

std::int64_t interpolation(std::uint32_t phase, bool sine) {
  const auto entry = [](std::int64_t index) {
    return std::llround(25536.0 * std::cos(2.0 * std::numbers::pi * (static_cast<double>(index) + 0.5) / 256.0)) + 107;
  };
  const std::int64_t whole = phase % 65536, index = whole / 256, angle = whole % 256 - 128;
  return sine ? entry(index - 64) * 10430 + entry(index) * angle : entry(index) * 10430 - entry(index - 64) * angle;
}

std::int64_t interpolated(std::uint32_t phase, bool sine) {
  return static_cast<std::int64_t>(std::floor(static_cast<double>(interpolation(phase, sine)) / 131072.0)) - 8;
}

std::vector<int> integer_features(const IntegerFourier& map, std::span<const double> inputs) {
  const std::vector<int> codes = integer_codes(map, inputs);
  std::vector<int> features;
  if (map.is_trained()) {
    features.push_back(2032);
    for (const int code : codes)
      features.push_back(std::clamp(static_cast<int>(std::floor(code / 16.0 + 0.5)), -2032, 2032));
    for (std::size_t k = 0; k < map.num_frequencies; ++k)
      features.push_back(static_cast<int>(interpolated(phase(map, codes, k), false)));
    return features;
  }
  for (std::size_t k = 0; k < map.num_frequencies; ++k) {
    if (map.value_bits == 12) {
      for (const bool sine : {false, true})
        features.push_back(static_cast<int>(interpolated(phase(map, codes, k), sine)));
      continue;
    }
    const double angle = 2.0 * std::numbers::pi * (phase(map, codes, k) / 256 + 0.5) / 256.0;
    features.push_back(static_cast<int>(std::lround(127.0 * std::cos(angle))));
    features.push_back(static_cast<int>(std::lround(127.0 * std::sin(angle))));
  }
  return features;
}

std::vector<std::int64_t> balanced_digits(std::int64_t value, std::size_t count) {
  std::vector<std::int64_t> digits;
  for (std::size_t d = 0; d < count; ++d) {
    std::int64_t digit = value % 128;
    if (digit >= 64) digit -= 128;
    if (digit < -64) digit += 128;
    digits.push_back(digit);
    value = (value - digit) / 128;
  }
  digits.push_back(value);
  return digits;
}

IntegerMoments integer_moments(const std::vector<IntegerRow>& rows, std::size_t num_features, int value_bits) {
  IntegerMoments moments(num_features, value_bits);
  for (const IntegerRow& row : rows) moments.num_rows += row.weight;
  std::vector<Column> columns;
  for (std::size_t j = 0; j < num_features; ++j) columns.push_back(feature(rows, j));
  for (std::size_t d = 0; d < IntegerMoments::target_digits; ++d) columns.push_back(target_digit(rows, d));
  auto next = moments.sums.begin();
  for (std::size_t i = 0; i < columns.size(); ++i)
    for (std::size_t j = 0; j <= i; ++j)
      *next++ = static_cast<std::int64_t>(weighted_sum(rows, columns[i], columns[j]));
  return moments;
}

SecondMoments second_moments(const std::vector<IntegerRow>& rows, std::size_t num_features) {
  SecondMoments moments(num_features);
  for (const IntegerRow& row : rows) moments.num_rows += static_cast<double>(row.weight);
  for (std::size_t i = 0; i < num_features; ++i) {
    for (std::size_t j = 0; j < num_features; ++j)
      moments.gram(i, j) = rounded(weighted_sum(rows, feature(rows, i), feature(rows, j)), -14);
    moments.feature_target[i] = rounded(weighted_sum(rows, feature(rows, i), target(rows)), -31);
  }
  moments.target_square = rounded(weighted_sum(rows, target(rows), target(rows)), -48);
  return moments;
}

}  // namespace direct::oracle
