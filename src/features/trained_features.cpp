// SPDX-License-Identifier: MIT
#include "features/trained_features.h"

#include <algorithm>
#include <cmath>
#include <string>

#include <direct/error.h>
#include <direct/features.h>

#include "features/input_scale.h"

namespace direct {
namespace {

constexpr double turn = 4294967296.0;      // of a phase in 32 bits
constexpr double largest_short = 32767.0;  // of a word in 16 bits
constexpr int most_shift = 8;
constexpr double least_turns = 1.0 / 4096.0;  // over the range of codes; an input that turns less turns nothing

std::uint32_t modulo_turn(double turns) {
  const double part = turns - std::floor(turns);
  return static_cast<std::uint32_t>(static_cast<std::uint64_t>(std::nearbyint(part * turn)));
}

// In turns per code.
double largest_frequency(const Matrix& frequencies, std::size_t input, double step) {
  double largest = 0.0;
  for (std::size_t k = 0; k < frequencies.cols(); ++k) largest = std::max(largest, std::abs(frequencies(input, k)));
  return largest * step;
}

// How far the words of an input must be shifted for 16 bits to hold them; 0, which leaves them 32 bits, where that
// would move phases at the ends of the range by more than 2^-10 of a turn.
int word_shift(double largest_turns) {
  const double largest = largest_turns * turn;
  if (largest > 0.5 * turn)
    throw Error(ErrorKind::usage,
                "an input turns a trained feature by more than half a turn from one code to the next, which integers "
                "cannot tell apart: expected `feature_bits` 0");
  int shift = 0;
  while (std::ldexp(largest, -shift) > largest_short) ++shift;
  return shift <= most_shift ? shift : 0;
}

std::uint32_t trained_word(double turns_per_code, int shift) {
  const auto word = static_cast<std::int64_t>(std::nearbyint(std::ldexp(turns_per_code * turn, -shift)));
  return static_cast<std::uint32_t>(word) << shift;
}

}  // namespace

FeatureMap trained_features(Matrix frequencies, std::vector<double> phases, std::span<const InputScale> scales) {
  const std::size_t num_inputs = frequencies.rows();
  if (phases.size() != frequencies.cols() || scales.size() != num_inputs)
    throw Error(ErrorKind::usage, "expected a phase for each of " + std::to_string(frequencies.cols()) +
                                      " frequencies and the scales of " + std::to_string(num_inputs) + " inputs");
  for (std::size_t j = 0; j < num_inputs; ++j)
    if (const double step = scales[j].lattice_step; step > 0.0)
      for (std::size_t k = 0; k < frequencies.cols(); ++k)
        frequencies(j, k) -= std::nearbyint(frequencies(j, k) * step) / step;
  FeatureMap map{.kind = FeatureKind::trained,
                 .num_inputs = num_inputs,
                 .frequencies = std::move(frequencies),
                 .phases = std::move(phases)};
  for (const InputScale& scale : scales) {
    map.centres.push_back(scale.centre);
    map.scales.push_back(scale.scale);
  }
  return map;
}

FeatureMap integer_trained_features(const FeatureMap& trained) {
  if (trained.kind != FeatureKind::trained || trained.integer)
    throw Error(ErrorKind::usage, "integer features come from trained features in floating point");
  const Matrix& frequencies = trained.frequencies;
  IntegerFourier integer{.num_frequencies = frequencies.cols(), .value_bits = 12, .centres = trained.centres};
  for (const double scale : trained.scales) integer.steps.push_back(scale / codes_of_unit);
  for (std::size_t j = 0; j < trained.num_inputs; ++j) {
    const double largest = largest_frequency(frequencies, j, integer.steps[j]);
    const double step = 2.0 * largest_code * largest < least_turns ? 0.0 : integer.steps[j];
    const int shift = word_shift(largest);
    for (std::size_t k = 0; k < frequencies.cols(); ++k)
      integer.words.push_back(trained_word(frequencies(j, k) * step, shift));
  }
  for (const double phase : trained.phases) integer.phases.push_back(modulo_turn(phase));
  return {.kind = FeatureKind::trained, .num_inputs = trained.num_inputs, .integer = std::move(integer)};
}

}  // namespace direct
