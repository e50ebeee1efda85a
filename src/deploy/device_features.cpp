// SPDX-License-Identifier: MIT
#include "deploy/device_features.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>

#include "deploy/draw_encoding.h"
#include "features/integer_fourier.h"
#include "features/trained_features.h"

namespace direct {
namespace {

constexpr double largest_device_feature = 127.0;  // of the table of cosines
constexpr std::int16_t wide_constant = 16 * integer_trained_constant;
constexpr double largest_wide_feature = 32640.0;  // cosines of 16 bits: tangents go a little beyond
constexpr double wide_units = 256.0;              // in one of 8 bits
constexpr double largest_sum = 2147483648.0;

// The first one where no draw uses any: a device without features would be a special case everywhere.
std::vector<bool> used_features(const DrawnWeights& weights) {
  const std::size_t num_features = weights.steps.size();
  std::vector<bool> used(num_features);
  for (std::size_t j = 0; j < num_features; ++j) used[j] = weights.centres[j] != 0.0;
  for (std::size_t i = 0; i < weights.codes.size(); ++i)
    if (weights.codes[i] != 0) used[i % num_features] = true;
  if (std::ranges::find(used, true) == used.end()) used.front() = true;
  return used;
}

// The word of a pair of frequencies for every input; `shift` moves the lower frequency to the upper half.
void add_words(const IntegerFourier& map, std::size_t word, int shift, std::vector<std::uint32_t>& words) {
  const std::size_t per_input = (map.num_frequencies + 1) / 2;
  for (std::size_t i = 0; i < map.steps.size(); ++i) words.push_back(map.words[i * per_input + word] << shift);
}

// In planes, as the device writes them: first, second, ... of each word.
void add_planes(const std::vector<std::vector<std::size_t>>& groups, std::size_t planes, DeviceFeatures& result) {
  for (std::size_t plane = 0; plane < planes; ++plane)
    for (const std::vector<std::size_t>& group : groups) result.features.push_back(group[plane]);
}

// 12 bits are for the centre, and only learned grids have all of a mean there: others are as coarse as 8 bits.
int device_value_bits(const TrainedModel& model) {
  return model.prior.learned ? model.preparation.features.integer->value_bits : 8;
}

DeviceFeatures fourier_on_device(const IntegerFourier& map, int value_bits, const std::vector<bool>& used) {
  DeviceFeatures result{.value_bits = value_bits};
  std::vector<std::vector<std::size_t>> pairs, singles;
  std::vector<std::uint32_t> single_words;
  for (std::size_t word = 0; word < (map.num_frequencies + 1) / 2; ++word) {
    const std::size_t first = 4 * word;  // features of the lower frequency, then of the upper
    const auto is_used = [&](std::size_t j) { return j + 1 < used.size() && (used[j] || used[j + 1]); };
    const bool lower = is_used(first), upper = is_used(first + 2);
    if (lower && upper) {
      pairs.push_back({first, first + 1, first + 2, first + 3});
      add_words(map, word, 0, result.words);
    } else if (lower || upper) {
      singles.push_back(lower ? std::vector{first, first + 1} : std::vector{first + 2, first + 3});
      add_words(map, word, lower ? 16 : 0, single_words);
    }
  }
  result.words.insert(result.words.end(), single_words.begin(), single_words.end());
  add_planes(pairs, 4, result);
  add_planes(singles, 2, result);
  result.num_pairs = pairs.size();
  result.num_singles = singles.size();
  result.units.assign(result.features.size(), device_feature_unit);
  result.largest.assign(result.features.size(), largest_device_feature);
  return result;
}

// The words of one input, of some cosines.
std::vector<std::uint32_t> words_of(const IntegerFourier& map, std::size_t input,
                                    const std::vector<std::size_t>& cosines) {
  std::vector<std::uint32_t> words;
  for (const std::size_t k : cosines) words.push_back(map.words[input * map.num_frequencies + k]);
  return words;
}

// The least shift to the right, without loss, for which 16 bits hold all words; none where there is no such shift.
std::optional<int> short_shift(const std::vector<std::uint32_t>& words) {
  std::uint32_t bits = 0;
  for (const std::uint32_t word : words) bits |= word;
  for (int shift = 0; shift <= std::countr_zero(bits) && shift < 32; ++shift) {
    const auto fits = [&](std::uint32_t word) {
      const std::int32_t shifted = static_cast<std::int32_t>(word) >> shift;
      return shifted == static_cast<std::int16_t>(shifted);
    };
    if (std::ranges::all_of(words, fits)) return shift;
  }
  return std::nullopt;
}

// Inputs that turn none of these cosines are left out.
IntegerCosines cosines_on_device(const IntegerFourier& map, const std::vector<std::size_t>& cosines) {
  IntegerCosines result;
  std::vector<std::vector<std::uint32_t>> short_columns, long_columns;
  for (std::size_t i = 0; i < map.steps.size(); ++i) {
    const std::vector<std::uint32_t> words = words_of(map, i, cosines);
    if (std::ranges::all_of(words, [](std::uint32_t word) { return word == 0; })) continue;
    const std::optional<int> shift = short_shift(words);
    (shift ? result.short_inputs : result.long_inputs).push_back(static_cast<std::uint16_t>(i));
    (shift ? short_columns : long_columns).push_back(words);
    if (shift) result.shifts.push_back(static_cast<std::uint8_t>(*shift));
  }
  for (std::size_t k = 0; k < cosines.size(); ++k) {
    result.phases.push_back(map.phases[cosines[k]]);
    for (std::size_t i = 0; i < short_columns.size(); ++i)
      result.short_words.push_back(
          static_cast<std::int16_t>(static_cast<std::int32_t>(short_columns[i][k]) >> result.shifts[i]));
    for (const auto& words : long_columns) result.long_words.push_back(words[k]);
  }
  return result;
}

// What the sums of features of 16 bits may reach, as integer_scales.cpp bounds them.
double wide_sum(const DrawnWeights& weights) {
  const std::size_t num_features = weights.steps.size();
  const double step = std::ranges::max(weights.steps);
  double largest = 0.0;
  for (std::size_t s = 0; s < weights.num_draws; ++s) {
    double sum = 0.0;
    for (std::size_t j = 0; j < num_features; ++j)
      sum += std::abs(weights.codes[s * num_features + j]) * (largest_wide_feature * weights.steps[j] / step + 2.0);
    largest = std::max(largest, sum);
  }
  return weights.deviations ? largest : 2.0 * static_cast<double>(weights.num_draws) * largest;
}

// Codes of 4 bits are summed two at a time with features of 8 bits. Those of more bits are those of posteriors whose
// deviations nearly cancel, and need 16, as long as 32 hold their sums.
bool need_wide_features(const DrawnWeights& weights) {
  const auto is_long = [](std::int16_t code) { return std::abs(code) > largest_nibble; };
  return std::ranges::any_of(weights.codes, is_long) && wide_sum(weights) < largest_sum;
}

DeviceFeatures trained_on_device(const IntegerFourier& map, const DrawnWeights& weights,
                                 const std::vector<bool>& used) {
  DeviceFeatures result{.value_bits = 12, .is_trained = true, .is_wide = need_wide_features(weights)};
  const std::size_t num_inputs = map.steps.size();
  std::vector<std::size_t> cosines;
  for (std::size_t j = 0; j < used.size(); ++j) {
    if (!used[j]) continue;
    result.features.push_back(j);
    if (j == 0) result.constant = wide_constant;
    if (j > 0 && j <= num_inputs) result.columns.push_back(static_cast<std::uint16_t>(j - 1));
    if (j > num_inputs) cosines.push_back(j - 1 - num_inputs);
  }
  if (result.columns.size() == num_inputs) result.columns.clear();
  result.cosines = cosines_on_device(map, cosines);
  result.centre_units = result.is_wide ? wide_units : 1.0;
  result.units.assign(result.features.size(), device_feature_unit / result.centre_units);
  result.largest.assign(result.features.size(), result.is_wide ? largest_wide_feature : largest_device_feature);
  return result;
}

// The constant of linear features is as many codes as are 1.
DeviceFeatures inputs_on_device(const InputCodes& codes, const std::vector<bool>& used) {
  DeviceFeatures result{.is_wide = true};
  const std::size_t num_inputs = codes.steps.size();
  const std::size_t num_constants = used.size() - num_inputs;
  if (num_constants > 0 && used[0]) {
    result.constant = static_cast<std::int16_t>(std::lround(1.0 / codes.steps.front()));
    result.features.push_back(0);
    result.units.push_back(codes.steps.front());
    result.largest.push_back(result.constant);
  }
  for (std::size_t i = 0; i < num_inputs; ++i) {
    if (!used[num_constants + i]) continue;
    result.columns.push_back(static_cast<std::uint16_t>(i));
    result.features.push_back(num_constants + i);
    result.units.push_back(codes.steps[i]);
    result.largest.push_back(largest_code + 1.0);  // a caller's code may be -32768
  }
  if (result.columns.size() == num_inputs) result.columns.clear();
  return result;
}

}  // namespace

DeviceFeatures device_features(const TrainedModel& model, const InputCodes& codes, const DrawnWeights& weights) {
  const FeatureMap& map = model.preparation.features;
  const std::vector<bool> used = used_features(weights);
  if (!map.integer) return inputs_on_device(codes, used);
  if (map.integer->is_trained()) return trained_on_device(*map.integer, weights, used);
  return fourier_on_device(*map.integer, device_value_bits(model), used);
}

}  // namespace direct
