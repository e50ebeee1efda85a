// SPDX-License-Identifier: MIT
#include "oracle/integer_device.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "oracle/integer_rows.h"

namespace direct::oracle {
namespace {

std::int64_t floor_divided(std::int64_t value, std::int64_t divisor) {
  const std::int64_t quotient = value / divisor;
  return quotient * divisor > value ? quotient - 1 : quotient;
}

// cos(2 pi (index + 1/2) / 256), as an integer of 8 bits; the sine is a quarter of a turn behind.
std::int64_t looked_up(std::uint64_t phase, bool sine) {
  const auto index = static_cast<double>((phase / 256 + (sine ? 192 : 0)) % 256);
  return std::lround(127.0 * std::cos(2.0 * std::numbers::pi * (index + 0.5) / 256.0));
}

// Of 8 bits or 12.
std::int64_t feature_of(const IntegerModel& model, std::uint64_t phase, bool sine) {
  return model.value_bits == 8 ? looked_up(phase, sine) : interpolated(static_cast<std::uint32_t>(phase), sine);
}

std::int64_t modulo_32_bits(std::int64_t value) {
  return value - floor_divided(value, std::int64_t{1} << 32) * (std::int64_t{1} << 32);
}

// Of a word: its lower or upper half.
std::uint64_t phase_of(const IntegerModel& model, std::size_t word, std::span<const std::int16_t> codes, bool upper) {
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < codes.size(); ++i)
    sum += static_cast<std::int64_t>(model.words[word * codes.size() + i]) * codes[i];
  return static_cast<std::uint64_t>(modulo_32_bits(sum)) >> (upper ? 16 : 0) & 65535U;
}

std::vector<std::int64_t> fourier(const IntegerModel& model, std::span<const std::int16_t> codes) {
  std::vector<std::int64_t> result;
  for (const bool upper : {false, true})
    for (const bool sine : {false, true})
      for (std::size_t w = 0; w < model.num_pairs; ++w)
        result.push_back(feature_of(model, phase_of(model, w, codes, upper), sine));
  for (const bool sine : {false, true})
    for (std::size_t w = 0; w < model.num_singles; ++w)
      result.push_back(feature_of(model, phase_of(model, model.num_pairs + w, codes, true), sine));
  return result;
}

std::vector<std::int64_t> inputs(const IntegerModel& model, std::span<const std::int16_t> codes) {
  std::vector<std::int64_t> result;
  if (model.constant != 0) result.push_back(model.constant);
  if (model.columns.empty()) result.insert(result.end(), codes.begin(), codes.end());
  for (const std::uint16_t column : model.columns) result.push_back(codes[column]);
  return result;
}

// What a cosine of trained features is of, 2^32 to a turn.
std::int64_t trained_sum(const IntegerCosines& cosines, std::size_t k, std::span<const std::int16_t> codes) {
  std::int64_t sum = cosines.phases[k];
  const std::size_t num_short = cosines.short_inputs.size(), num_long = cosines.long_inputs.size();
  for (std::size_t i = 0; i < num_short; ++i)
    sum += (static_cast<std::int64_t>(cosines.short_words[k * num_short + i]) << cosines.shifts[i]) *
           codes[cosines.short_inputs[i]];
  for (std::size_t i = 0; i < num_long; ++i)
    sum +=
        modulo_32_bits(static_cast<std::int64_t>(cosines.long_words[k * num_long + i]) * codes[cosines.long_inputs[i]]);
  return modulo_32_bits(sum);
}

// 16 times 12 bits, and as many bits again behind them.
std::vector<std::int64_t> trained(const IntegerModel& model, std::span<const std::int16_t> codes) {
  std::vector<std::int64_t> result = inputs(model, codes);
  result.resize(model.num_features() - model.cosines.count());
  for (std::int64_t& feature : result) feature = std::clamp<std::int64_t>(feature, -32512, 32512);
  for (std::size_t k = 0; k < model.cosines.count(); ++k) {
    const auto phase = static_cast<std::uint32_t>(trained_sum(model.cosines, k, codes) >> 16);
    result.push_back(floor_divided(interpolation(phase, false), 8192) - 136);
  }
  return result;
}

}  // namespace

std::int64_t scaled(std::int64_t value, const IntegerRatio& ratio) {
  const std::int64_t product = floor_divided((value << ratio.left) * ratio.multiplier, 65536);
  if (ratio.right == 0) return product;
  return floor_divided(product + (std::int64_t{1} << (ratio.right - 1)), std::int64_t{1} << ratio.right);
}

namespace {

std::vector<std::int64_t> full_features(const IntegerModel& model, std::span<const std::int16_t> codes) {
  if (model.is_trained) {
    std::vector<std::int64_t> features = trained(model, codes);
    for (std::int64_t& feature : features) feature = floor_divided(feature + 8, 16);
    return features;
  }
  return model.is_wide ? inputs(model, codes) : fourier(model, codes);
}

// How many units of a full feature are one of the device's.
std::int64_t units_of(const IntegerModel& model) { return model.value_bits == 8 ? 1 : 16; }

}  // namespace

// Of 12 bits: rounded to 8. Of trained features, 16 bits where these are wide.
std::vector<std::int64_t> device_features(const IntegerModel& model, std::span<const std::int16_t> codes) {
  if (model.is_trained && model.is_wide) return trained(model, codes);
  std::vector<std::int64_t> features = full_features(model, codes);
  const std::int64_t units = units_of(model);
  for (std::int64_t& feature : features) feature = floor_divided(feature + units / 2, units);
  return features;
}

DevicePrediction device_prediction(const IntegerModel& model, std::span<const std::int16_t> codes) {
  std::vector<std::int64_t> features = device_features(model, codes);
  DevicePrediction result;
  const std::vector<std::int64_t> full = full_features(model, codes);
  for (std::size_t j = 0; j < model.centres.size(); ++j) result.centre += full[j] * model.centres[j];
  result.centre = floor_divided(result.centre + units_of(model) / 2, units_of(model));
  const std::int64_t range = model.is_wide ? 65536 : 256;
  for (std::size_t j = 0; j < model.steps.size(); ++j)
    features[j] = floor_divided(features[j] * model.steps[j] + range / 2, range);
  const std::int64_t middle = model.offset + (model.centres.empty() ? 0 : scaled(result.centre, model.centre_ratio));
  std::int64_t total = 0;
  for (std::size_t s = 0; s < model.num_draws; ++s) {
    std::int64_t sum = 0;
    for (std::size_t j = 0; j < features.size(); ++j) sum += features[j] * model.codes[s * features.size() + j];
    result.sums.push_back(sum);
    result.draws.push_back(middle + scaled(sum, model.draw_ratio));
    if (model.student) result.draws.push_back(middle - scaled(sum, model.draw_ratio));
    total += model.student ? 0 : sum;
  }
  result.mean = model.student ? middle : middle + scaled(total, model.mean_ratio);
  const double count = model.student ? 1.0 : static_cast<double>(model.num_draws);
  double squares = 0.0;
  for (const std::int64_t sum : result.sums)
    squares += std::pow(static_cast<double>(sum) * count - static_cast<double>(total), 2);
  result.std_model = std::sqrt(squares) * model.std_ratio.multiplier *
                     std::ldexp(1.0, model.std_ratio.left - model.std_ratio.right - 16);
  result.std_total = std::hypot(result.std_model, static_cast<double>(model.noise));
  for (std::size_t i = 0; i < codes.size(); ++i)
    result.saturated |= codes[i] <= model.inputs[i].least || codes[i] >= model.inputs[i].most;
  return result;
}

}  // namespace direct::oracle
