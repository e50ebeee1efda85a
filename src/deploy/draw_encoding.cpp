// SPDX-License-Identifier: MIT
#include "deploy/draw_encoding.h"

#include <algorithm>
#include <cstdlib>
#include <span>

#include <fmt/format.h>

#include <direct/error.h>

namespace direct {
namespace {

constexpr int largest_byte = 127;
constexpr int largest_in_nibble = 15;
constexpr int largest_half = 32767;
constexpr std::size_t longest_run_tried = 2048;  // features that are hardly anything have runs without end
constexpr std::size_t draws_per_word = 8;
constexpr std::size_t draws_per_short_word = 4;
constexpr std::size_t long_list = 24;              // from where on four at a time are faster than one
constexpr std::size_t most_straight_codes = 4096;  // some 30 KB of instructions

std::span<const std::int16_t> draw_of(const IntegerModel& model, std::size_t draw) {
  return std::span(model.codes).subspan(draw * model.num_features(), model.num_features());
}

// M, M - 1, ..., 1; powers of two down to 1; or those there are.
std::vector<std::int16_t> code_magnitudes(const IntegerModel& model) {
  std::vector<std::int16_t> result;
  const int largest = largest_magnitude(model);
  if (model.levels == IntegerLevels::even)
    for (int value = largest; value > 0; --value) result.push_back(static_cast<std::int16_t>(value));
  if (model.levels == IntegerLevels::pow2)
    for (int value = largest; value > 0; value /= 2) result.push_back(static_cast<std::int16_t>(value));
  if (model.levels != IntegerLevels::values) return result;
  for (const std::int16_t code : model.codes)
    if (code != 0) result.push_back(static_cast<std::int16_t>(std::abs(code)));
  std::ranges::sort(result, std::greater());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

void encode_lists(const IntegerModel& model, EncodedDraws& result) {
  for (std::size_t s = 0; s < model.num_draws; ++s)
    for (const std::int16_t value : result.values)
      for (const int sign : {1, -1}) {
        const std::size_t before = result.indices.size();
        const std::span<const std::int16_t> codes = draw_of(model, s);
        for (std::size_t j = 0; j < codes.size(); ++j)
          if (codes[j] == sign * value) result.indices.push_back(static_cast<std::uint16_t>(j));
        result.counts.push_back(static_cast<std::uint16_t>(result.indices.size() - before));
      }
  result.long_lists = result.indices.size() > long_list * result.counts.size();
}

void encode_gaps(const IntegerModel& model, EncodedDraws& result) {
  constexpr std::uint8_t end = 8, skip = 0;
  for (std::size_t s = 0; s < model.num_draws; ++s) {
    const std::span<const std::int16_t> codes = draw_of(model, s);
    std::size_t from = 0;
    for (std::size_t j = 0; j < codes.size(); ++j) {
      if (codes[j] == 0) continue;
      for (; j - from > 15; from += 16) result.gaps.push_back(skip);
      result.gaps.push_back(static_cast<std::uint8_t>((j - from) << 4 | static_cast<std::size_t>(codes[j] + 8)));
      from = j;
    }
    result.gaps.push_back(end);
  }
}

bool sums_fit(const std::vector<int>& largest, std::size_t run) {
  int sum = 0;
  for (std::size_t j = 0; j < largest.size(); ++j) {
    sum = (j % run == 0 ? 0 : sum) + largest_in_nibble * largest[j];
    if (sum > largest_half) return false;
  }
  return true;
}

// Runs begin at every multiple of it; 16 features always fit.
std::size_t longest_run(const IntegerModel& model) {
  std::vector<int> largest;
  for (std::size_t j = 0; j < model.num_features(); ++j) largest.push_back(largest_byte_feature(model, j));
  std::size_t run = std::min(model.num_features(), longest_run_tried);
  while (!sums_fit(largest, run)) --run;
  return run;
}

void encode_short_nibbles(const IntegerModel& model, EncodedDraws& result) {
  for (std::size_t j = 0; j < model.num_features(); ++j) {
    int word = 0;
    for (std::size_t s = 0; s < model.num_draws; ++s) word |= (draw_of(model, s)[j] + 8) << (4 * s);
    result.short_nibbles.push_back(static_cast<std::uint16_t>(word));
  }
}

void encode_nibbles(const IntegerModel& model, EncodedDraws& result) {
  result.run = longest_run(model);
  if (model.num_draws <= draws_per_short_word) return encode_short_nibbles(model, result);
  const std::size_t groups = (model.num_draws + draws_per_word - 1) / draws_per_word;
  for (std::size_t j = 0; j < model.num_features(); ++j)
    for (std::size_t group = 0; group < groups; ++group) {
      std::uint32_t word = 0;
      for (std::size_t i = 0; i < draws_per_word && group * draws_per_word + i < model.num_draws; ++i) {
        const int code = draw_of(model, group * draws_per_word + i)[j] + 8;
        word |= static_cast<std::uint32_t>(code) << (4 * i);
      }
      result.nibbles.push_back(word);
    }
}

bool fit_in_nibbles(const IntegerModel& model) { return !model.is_wide && largest_magnitude(model) <= largest_nibble; }

}  // namespace

int largest_byte_feature(const IntegerModel& model, std::size_t feature) {
  constexpr int largest = 127;
  return model.steps.empty() ? largest : (largest * model.steps[feature] + 128) / 256 + 1;
}

int largest_magnitude(const IntegerModel& model) {
  int largest = 0;
  for (const std::int16_t code : model.codes) largest = std::max(largest, std::abs(int{code}));
  return largest;
}

std::size_t num_nonzeros(const IntegerModel& model) {
  return model.codes.size() - static_cast<std::size_t>(std::ranges::count(model.codes, 0));
}

std::size_t EncodedDraws::table_bytes(std::size_t num_features) const {
  const std::size_t index_bytes = num_features > features_of_byte_indices ? 2 : 1;
  return 2 * counts.size() + index_bytes * indices.size() + gaps.size() + 4 * nibbles.size() +
         2 * short_nibbles.size() + bytes.size();
}

EncodedDraws encoded_draws(const IntegerModel& model, Encoding encoding) {
  EncodedDraws result{.encoding = encoding == Encoding::code ? Encoding::lists : encoding};
  result.values = code_magnitudes(model);
  if (result.encoding == Encoding::lists) encode_lists(model, result);
  if (result.encoding == Encoding::gap) encode_gaps(model, result);
  if (result.encoding != Encoding::dense) return result;
  if (fit_in_nibbles(model))
    encode_nibbles(model, result);
  else
    for (const std::int16_t code : model.codes) result.bytes.push_back(static_cast<std::int8_t>(code));
  return result;
}

bool can_hold(const IntegerModel& model, Encoding encoding) {
  if (encoding == Encoding::gap) return largest_magnitude(model) <= largest_nibble;
  if (encoding == Encoding::dense) return largest_magnitude(model) <= largest_byte;
  return encoding != Encoding::code || num_nonzeros(model) <= most_straight_codes;
}

void check_encoding(const IntegerModel& model, Encoding encoding) {
  if (can_hold(model, encoding)) return;
  const int largest = largest_magnitude(model);
  if (encoding == Encoding::gap)
    throw Error(ErrorKind::usage, fmt::format("encoding gap holds codes from -{0} to {0}, found {1}: use lists",
                                              largest_nibble, largest));
  if (encoding == Encoding::dense)
    throw Error(ErrorKind::usage, fmt::format("encoding dense holds codes from -{0} to {0}, found {1}: use lists",
                                              largest_byte, largest));
  throw Error(ErrorKind::usage,
              fmt::format("encoding code is for up to {} codes that are not zero, found {}: use lists",
                          most_straight_codes, num_nonzeros(model)));
}

}  // namespace direct
