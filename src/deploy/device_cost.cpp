// SPDX-License-Identifier: MIT
// Bounds of what a prediction takes on a Cortex-M3 compiled with -O2, laid above counts of instructions in an emulator:
// `direct export` with and without --no-measure compares the two.
#include <direct/deploy.h>

#include "deploy/device_tables.h"
#include "deploy/draw_encoding.h"

namespace direct {
namespace {

constexpr std::size_t most_automatic_straight_codes = 512;

// Of one word: d products, and the table and the buffer for each of its features.
std::size_t word_instructions(const IntegerModel& model, std::size_t num_features) {
  const std::size_t d = model.inputs.size();
  const std::size_t per_input = d <= 8 && model.centres.empty() ? 2 : d <= 16 ? 3 : 5;
  const std::size_t fine = model.value_bits == 8 ? 0 : 6 + (model.centres.empty() ? 0 : 4);
  const std::size_t per_feature = 5 + fine + (model.centres.empty() ? 0 : 3) + (model.steps.empty() ? 0 : 5);
  return per_input * d + per_feature * num_features + 10;
}

std::size_t feature_instructions(const IntegerModel& model) {
  if (model.is_wide) return 40 + 20 * model.num_features();
  return 120 + model.num_pairs * word_instructions(model, 4) + model.num_singles * word_instructions(model, 2);
}

std::size_t sum_instructions(const IntegerModel& model, Encoding encoding) {
  const std::size_t nonzeros = num_nonzeros(model), draws = model.num_draws;
  if (encoding == Encoding::code) return 2 * nonzeros + nonzeros / 2 + 20 * draws + 40;
  if (encoding == Encoding::gap) return 11 * nonzeros + 4 * model.codes.size() / 16 + 20 * draws;
  if (encoding == Encoding::dense && !model.is_wide && largest_magnitude(model) <= 7)
    return draws > 8 ? (draws + 7) / 8 * (100 + 24 * model.num_features())
                     : 100 + (16 + 3 * draws) * model.num_features() / 2;
  if (encoding == Encoding::dense) return 7 * model.codes.size() + 20 * draws;
  const EncodedDraws lists = encoded_draws(model, Encoding::lists);
  const std::size_t per_four = lists.long_lists ? 15 : 22;
  return lists.counts.size() * (lists.long_lists ? 34 : 14) + nonzeros * per_four / 4 + 20 * draws;
}

std::size_t summary_instructions(const IntegerModel& model) {
  return 480 + 26 * model.num_draws + 9 * model.inputs.size();
}

bool is_possible(const IntegerModel& model, Encoding encoding) {
  const int largest = largest_magnitude(model);
  return encoding == Encoding::gap ? largest <= 7 : encoding != Encoding::dense || largest <= 127;
}

}  // namespace

DeviceCost device_cost(const IntegerModel& model, Encoding encoding) {
  check_encoding(model, encoding);
  if (encoding == Encoding::automatic) encoding = cheapest_encoding(model);
  const std::size_t sums = encoding == Encoding::code
                               ? 7 * num_nonzeros(model)  // of instructions
                               : encoded_draws(model, encoding).table_bytes(model.num_features());
  const std::size_t values =
      model.levels == IntegerLevels::values ? 2 * encoded_draws(model, encoding).values.size() : 0;
  return {
      .table_bytes = 4 * model.words.size() + device_cosines(model).size() + 2 * fine_cosines(model).size() +
                     2 * model.columns.size() + 2 * model.centres.size() +
                     (model.is_wide ? 2 : 1) * model.steps.size() + sums + values,
      .buffer_bytes = (model.is_wide ? 2 : 1) * model.num_features() + 4 * model.num_draws,
      .instructions = feature_instructions(model) + sum_instructions(model, encoding) + summary_instructions(model)};
}

Encoding cheapest_encoding(const IntegerModel& model) {
  if (num_nonzeros(model) <= most_automatic_straight_codes) return Encoding::code;
  Encoding best = Encoding::lists;
  for (const Encoding encoding : {Encoding::gap, Encoding::dense})
    if (is_possible(model, encoding) && sum_instructions(model, encoding) < sum_instructions(model, best))
      best = encoding;
  return best;
}

}  // namespace direct
