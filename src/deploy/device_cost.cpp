// SPDX-License-Identifier: MIT
// Bounds of what a prediction takes, compiled with -O2, laid above counts of instructions on a Cortex-M3 in an
// emulator: `direct export` with and without --no-measure compares the two. Other chips take some times as much.
#include <direct/deploy.h>

#include <algorithm>

#include "deploy/device_tables.h"
#include "deploy/draw_encoding.h"

namespace direct {
namespace {

// How many times the instructions of a Cortex-M3 another chip takes, or cycles, and the bytes of its code. Measured on
// models of all kinds with 8 draws.
struct ChipFactors {
  double features, lists, gap, nibbles, bytes, code, summary, code_bytes;
};

ChipFactors factors_of(Chip chip) {
  switch (chip) {
    case Chip::cortex_m0:
      return {.features = 2.1,
              .lists = 1.2,
              .gap = 1.4,
              .nibbles = 1.5,
              .bytes = 2.0,
              .code = 1.3,
              .summary = 1.1,
              .code_bytes = 1.2};
    case Chip::cortex_m3:
    case Chip::cortex_m4:
      break;
    case Chip::avr:
      return {.features = 27.0,
              .lists = 4.5,
              .gap = 7.5,
              .nibbles = 31.0,
              .bytes = 12.0,
              .code = 6.0,
              .summary = 5.0,
              .code_bytes = 3.4};
    case Chip::rv32:
      return {.features = 1.6,
              .lists = 1.2,
              .gap = 1.4,
              .nibbles = 1.3,
              .bytes = 1.3,
              .code = 1.4,
              .summary = 1.2,
              .code_bytes = 1.3};
  }
  return {.features = 1.0,
          .lists = 1.0,
          .gap = 1.0,
          .nibbles = 1.0,
          .bytes = 1.0,
          .code = 1.0,
          .summary = 1.0,
          .code_bytes = 1.0};
}

std::size_t times(double factor, std::size_t count) {
  return static_cast<std::size_t>(factor * static_cast<double>(count) + 0.5);
}

// ----------------------------------------------------------------------------------------------------- instructions

// Of one word: d products, and the table and the buffer for each of its features.
std::size_t word_instructions(const IntegerModel& model, std::size_t num_features) {
  const std::size_t d = model.inputs.size();
  const std::size_t per_input = d <= 8 && model.centres.empty() ? 2 : d <= 16 ? 3 : 5;
  const std::size_t fine = model.value_bits == 8 ? 0 : 6 + (model.centres.empty() ? 0 : 4);
  const std::size_t per_feature = 5 + fine + (model.centres.empty() ? 0 : 3) + (model.steps.empty() ? 0 : 5);
  return per_input * d + per_feature * num_features + 10;
}

// Of a trained feature of 12 bits, once there is its value.
std::size_t put_instructions(const IntegerModel& model) {
  return 5 + (model.centres.empty() ? 0 : 7) + (model.steps.empty() ? 0 : 5);
}

std::size_t trained_instructions(const IntegerModel& model, bool whole_wave) {
  const std::size_t num_short = model.cosines.short_inputs.size(), num_long = model.cosines.long_inputs.size();
  const std::size_t sum = (num_short <= 16 ? 3 : 8) * num_short + 6 * num_long;
  const std::size_t cosine = sum + (whole_wave ? 12 : 24) + put_instructions(model);
  const std::size_t others = model.num_features() - model.cosines.count();
  return 80 + cosine * model.cosines.count() + (12 + put_instructions(model)) * others;
}

std::size_t feature_instructions(const IntegerModel& model, bool whole_wave) {
  if (model.is_trained) return trained_instructions(model, whole_wave);
  if (model.is_wide) return 40 + 20 * model.num_features();
  return 120 + model.num_pairs * word_instructions(model, 4) + model.num_singles * word_instructions(model, 2);
}

bool has_nibbles(const IntegerModel& model) { return !model.is_wide && largest_magnitude(model) <= largest_nibble; }

double factor_of_sums(const ChipFactors& factors, const IntegerModel& model, Encoding encoding) {
  if (encoding == Encoding::gap) return factors.gap;
  if (encoding == Encoding::dense) return has_nibbles(model) ? factors.nibbles : factors.bytes;
  return encoding == Encoding::code ? factors.code : factors.lists;
}

std::size_t sum_instructions(const IntegerModel& model, Encoding encoding) {
  const std::size_t nonzeros = num_nonzeros(model), draws = model.num_draws;
  if (encoding == Encoding::code) return 2 * nonzeros + nonzeros / 2 + 20 * draws + 40;
  if (encoding == Encoding::gap) return 11 * nonzeros + 4 * model.codes.size() / 16 + 20 * draws;
  if (encoding == Encoding::dense && has_nibbles(model))
    return draws > 8 ? (draws + 7) / 8 * (100 + 24 * model.num_features())
                     : 100 + (16 + 3 * draws) * model.num_features() / 2;
  if (encoding == Encoding::dense)
    return draws / 4 * (30 + 15 * model.num_features()) + draws % 4 * (20 + 7 * model.num_features());
  const EncodedDraws lists = encoded_draws(model, Encoding::lists);
  const std::size_t per_four = lists.long_lists ? 15 : 22;
  return lists.counts.size() * (lists.long_lists ? 34 : 14) + nonzeros * per_four / 4 + 20 * draws;
}

std::size_t summary_instructions(const IntegerModel& model) {
  return 480 + 26 * model.num_draws + 9 * model.inputs.size();
}

// ------------------------------------------------------------------------------------------------------------ bytes

std::size_t feature_bytes(const IntegerModel& model, const DeviceForm& form) {
  const std::size_t centres = 2 * model.centres.size(), steps = (model.is_wide ? 2 : 1) * model.steps.size();
  return 4 * model.words.size() + model.cosines.table_bytes() + device_cosines(model).size() +
         2 * fine_cosines(model, form.whole_wave).size() + 2 * quarter_sines(model, form.whole_wave).size() +
         2 * model.columns.size() + centres + steps;
}

std::size_t sum_bytes(const IntegerModel& model, Encoding encoding) {
  if (encoding == Encoding::code) return (model.is_wide ? 10 : 7) * num_nonzeros(model);  // of instructions
  const EncodedDraws draws = encoded_draws(model, encoding);
  return draws.table_bytes(model.num_features()) +
         (model.levels == IntegerLevels::values && encoding == Encoding::lists ? 2 * draws.values.size() : 0);
}

std::size_t code_bytes_of_sums(const IntegerModel& model, Encoding encoding) {
  if (encoding == Encoding::code) return 20;
  if (encoding == Encoding::gap) return 220;
  if (encoding == Encoding::lists) return 270;
  return !has_nibbles(model) ? 190 : model.num_draws > 4 ? 390 : 280;
}

// The code of the prediction, but the sums of `code`.
std::size_t code_bytes(const IntegerModel& model, Encoding encoding) {
  const std::size_t features = model.is_trained ? 400 : model.is_wide ? 100 : 350;
  return 250 + features + code_bytes_of_sums(model, encoding) + 4 * model.inputs.size();
}

}  // namespace

DeviceCost device_cost(const IntegerModel& model, const DeviceForm& form, Chip chip) {
  check_encoding(model, form.encoding);
  if (form.encoding == Encoding::automatic) return device_cost(model, best_form(model, Aim::balance, chip), chip);
  const ChipFactors factors = factors_of(chip);
  const std::size_t code = form.encoding == Encoding::code ? sum_bytes(model, form.encoding) : 0;
  DeviceCost cost{.table_bytes = feature_bytes(model, form) + sum_bytes(model, form.encoding),
                  .buffer_bytes = (model.is_wide ? 2 : 1) * model.num_features() + 4 * model.num_draws};
  cost.flash_bytes = cost.table_bytes - code + times(factors.code_bytes, code + code_bytes(model, form.encoding));
  cost.instructions = times(factors.features, feature_instructions(model, form.whole_wave)) +
                      times(factor_of_sums(factors, model, form.encoding), sum_instructions(model, form.encoding)) +
                      times(factors.summary, summary_instructions(model));
  return cost;
}

std::vector<DeviceForm> possible_forms(const IntegerModel& model) {
  std::vector<DeviceForm> forms;
  for (const Encoding encoding : {Encoding::lists, Encoding::gap, Encoding::dense, Encoding::code}) {
    if (!can_hold(model, encoding)) continue;
    forms.push_back({.encoding = encoding});
    if (model.is_trained) forms.push_back({.encoding = encoding, .whole_wave = true});
  }
  return forms;
}

bool is_better(const DeviceCost& cost, const DeviceCost& other, Aim aim) {
  const auto measure = [aim](const DeviceCost& of) {
    const auto flash = static_cast<double>(of.flash_bytes), instructions = static_cast<double>(of.instructions);
    return aim == Aim::size ? flash : aim == Aim::speed ? instructions : flash * instructions;
  };
  return measure(cost) < measure(other);
}

DeviceForm best_form(const IntegerModel& model, Aim aim, Chip chip) {
  const std::vector<DeviceForm> forms = possible_forms(model);
  DeviceForm best = forms.front();
  DeviceCost best_cost = device_cost(model, best, chip);
  for (const DeviceForm& form : forms) {
    const DeviceCost cost = device_cost(model, form, chip);
    if (!is_better(cost, best_cost, aim)) continue;
    best = form;
    best_cost = cost;
  }
  return best;
}

}  // namespace direct
