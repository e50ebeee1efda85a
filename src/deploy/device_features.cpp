// SPDX-License-Identifier: MIT
#include "deploy/device_features.h"

#include <algorithm>
#include <cmath>

#include "features/integer_fourier.h"

namespace direct {
namespace {

constexpr double largest_device_feature = 127.0;  // of the table of cosines

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
  return fourier_on_device(*map.integer, device_value_bits(model), used);
}

}  // namespace direct
