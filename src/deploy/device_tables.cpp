// SPDX-License-Identifier: MIT
#include "deploy/device_tables.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "deploy/fixed_point.h"
#include "features/integer_fourier.h"

namespace direct {
namespace {

std::array<std::int8_t, 320> shifted_cosines() {
  std::array<std::int8_t, 320> table{};
  for (std::size_t i = 0; i < table.size(); ++i)
    table[i] = cosine_table()[sine_index(static_cast<std::uint8_t>(i % 256))];
  return table;
}

// The first quarter of the table to interpolate in, without what it adds to round.
std::array<std::int16_t, 64> quarter_of_sines() {
  std::array<std::int16_t, 64> table{};
  for (std::size_t i = 0; i < table.size(); ++i)
    table[i] = static_cast<std::int16_t>(interpolation_table()[i] - interpolation_rounding);
  return table;
}

template <typename Value>
const Value* pointer(const std::vector<Value>& values) {
  return values.empty() ? nullptr : values.data();
}

std::vector<std::uint8_t> bytes_of(const std::vector<std::uint16_t>& values) {
  std::vector<std::uint8_t> bytes;
  for (const std::uint16_t value : values) bytes.push_back(static_cast<std::uint8_t>(value));
  return bytes;
}

std::uint8_t device_word(Encoding encoding) {
  if (encoding == Encoding::gap) return DIRECT_GAP;
  return encoding == Encoding::dense ? DIRECT_DENSE : DIRECT_LISTS;
}

std::uint8_t device_word(IntegerLevels levels) {
  if (levels == IntegerLevels::pow2) return DIRECT_POW2;
  return levels == IntegerLevels::even ? DIRECT_EVEN : DIRECT_VALUES;
}

}  // namespace

std::span<const std::int8_t> device_cosines(const IntegerModel& model) {
  static const auto table = shifted_cosines();
  if (model.is_wide || model.value_bits != 8) return {};
  return table;
}

std::span<const std::int16_t> fine_cosines(const IntegerModel& model, bool whole_wave) {
  if (model.value_bits == 8) return {};
  if (model.is_trained && (!whole_wave || model.cosines.count() == 0)) return {};
  return interpolation_table();
}

std::span<const std::int16_t> quarter_sines(const IntegerModel& model, bool whole_wave) {
  static const auto table = quarter_of_sines();
  if (!model.is_trained || whole_wave || model.cosines.count() == 0) return {};
  return table;
}

std::int32_t fine_offset(const IntegerModel& model) {
  std::int32_t sum = 0;
  for (const std::int16_t centre : model.centres) sum += centre;
  return model.value_bits == 8 ? 0 : 8 * sum;
}

std::span<const std::uint16_t> listed_inputs(const std::vector<std::uint16_t>& inputs) {
  for (std::size_t i = 0; i < inputs.size(); ++i)
    if (inputs[i] != i) return inputs;
  return {};
}

std::span<const std::uint8_t> listed_shifts(const IntegerCosines& cosines) {
  if (std::ranges::all_of(cosines.shifts, [](std::uint8_t shift) { return shift == 0; })) return {};
  return cosines.shifts;
}

direct_ratio device_ratio(const IntegerRatio& ratio) { return {ratio.multiplier, ratio.left, ratio.right}; }

std::uint8_t interval_whole(const IntegerModel& model) { return static_cast<std::uint8_t>(model.interval_scale); }

IntegerRatio interval_ratio(const IntegerModel& model) {
  return integer_ratio(model.interval_scale - std::floor(model.interval_scale));
}

DeviceTables::DeviceTables(const IntegerModel& model, const DeviceForm& form)
    : draws_(encoded_draws(model, form.encoding)) {
  point_to_features(model, form.whole_wave);
  point_to_cosines(model);
  point_to_draws(model);
  tables_.offset = model.offset;
  tables_.centre = device_ratio(model.centre_ratio);
  tables_.draw = device_ratio(model.draw_ratio);
  tables_.mean = device_ratio(model.mean_ratio);
  tables_.std = device_ratio(model.std_ratio);
  tables_.noise = model.noise;
  tables_.distance = device_ratio(model.distance_ratio);
  tables_.interval_whole = interval_whole(model);
  tables_.interval = device_ratio(interval_ratio(model));
  if (model.student)
    student_ = {model.student->model_weight,      model.student->noise_weight,  device_ratio(model.student->root_ratio),
                pointer(model.student->interval), model.student->interval_left, model.student->interval_right,
                model.student->quantiles.data(),  model.student->quantile_left};
}

void DeviceTables::point_to_features(const IntegerModel& model, bool whole_wave) {
  tables_.num_inputs = static_cast<std::uint16_t>(model.inputs.size());
  for (const InputQuantiser& input : model.inputs) {
    least_.push_back(input.least);
    most_.push_back(input.most);
  }
  tables_.least = least_.data();
  tables_.most = most_.data();
  tables_.num_features = static_cast<std::uint16_t>(model.num_features());
  tables_.num_pairs = static_cast<std::uint16_t>(model.num_pairs);
  tables_.num_singles = static_cast<std::uint16_t>(model.num_singles);
  tables_.words = pointer(model.words);
  tables_.cosines = device_cosines(model).data();
  tables_.fine_cosines = fine_cosines(model, whole_wave).data();
  tables_.quarter_sines = quarter_sines(model, whole_wave).data();
  tables_.fine_offset = fine_offset(model);
  tables_.is_wide = model.is_wide ? 1 : 0;
  tables_.constant = model.constant;
  tables_.columns = pointer(model.columns);
  tables_.centres = pointer(model.centres);
  byte_steps_ = bytes_of(model.steps);
  tables_.steps = model.is_wide ? nullptr : pointer(byte_steps_);
  tables_.wide_steps = model.is_wide ? pointer(model.steps) : nullptr;
}

void DeviceTables::point_to_cosines(const IntegerModel& model) {
  if (!model.is_trained) return;
  const IntegerCosines& cosines = model.cosines;
  tables_.num_cosines = static_cast<std::uint16_t>(cosines.count());
  tables_.phases = pointer(cosines.phases);
  tables_.num_short = static_cast<std::uint16_t>(cosines.short_inputs.size());
  tables_.num_long = static_cast<std::uint16_t>(cosines.long_inputs.size());
  tables_.short_inputs = listed_inputs(cosines.short_inputs).data();
  tables_.long_inputs = listed_inputs(cosines.long_inputs).data();
  tables_.shifts = listed_shifts(cosines).data();
  tables_.short_words = pointer(cosines.short_words);
  tables_.words = pointer(cosines.long_words);
}

void DeviceTables::point_to_draws(const IntegerModel& model) {
  tables_.num_draws = static_cast<std::uint8_t>(model.num_draws);
  tables_.encoding = device_word(draws_.encoding);
  tables_.levels = device_word(model.levels);
  tables_.num_values = static_cast<std::uint8_t>(draws_.values.size());
  tables_.values = pointer(draws_.values);
  tables_.long_lists = draws_.long_lists ? 1 : 0;
  tables_.counts = pointer(draws_.counts);
  const bool has_bytes = model.num_features() <= features_of_byte_indices;
  if (has_bytes) byte_indices_ = bytes_of(draws_.indices);
  tables_.indices = draws_.encoding == Encoding::gap ? pointer(draws_.gaps) : pointer(byte_indices_);
  tables_.wide_indices = has_bytes ? nullptr : pointer(draws_.indices);
  tables_.run = static_cast<std::uint16_t>(draws_.run);
  tables_.nibbles = pointer(draws_.nibbles);
  tables_.short_nibbles = pointer(draws_.short_nibbles);
  tables_.codes = pointer(draws_.bytes);
}

}  // namespace direct
