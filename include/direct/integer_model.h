// SPDX-License-Identifier: MIT
// A model in integers, as a chip without a floating-point unit computes it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <direct/posterior.h>
#include <direct/words.h>

namespace direct {

struct IntegerOptions {
  std::size_t draws = 8;   // for an ensemble of deviations with law t: how many deviations
  std::uint64_t seed = 0;  // of the draws, where the posterior is not a set of draws itself
  double interval = 0.9;   // the level of the interval
};

// value * 2^left * multiplier / 2^(16 + right), rounded. One of left and right is 0.
struct IntegerRatio {
  std::uint16_t multiplier = 0;
  std::uint8_t left = 0, right = 0;
};

// From a reading, round(input * 2^bits), to the code of an input: (reading - lowest) * multiplier / 2^18 - 32767,
// rounded, and no farther than the ends of the range: that of the training rows and an eighth of its width beyond
// either end.
struct InputQuantiser {
  std::string name;
  int bits = 0;
  std::int32_t lowest = 0;
  std::uint32_t multiplier = 0;
  std::uint8_t shift = 0;
  std::int16_t least = -32767, most = 32767;  // codes

  std::optional<double> missing = {};  // the input that stands for a missing one, where the model has it

  double input(double code) const;  // that a code stands for
  // What becomes neither the least nor the most code: the first and the last input that is not out of range.
  double lowest_input() const { return input(least + 0.5); }
  double highest_input() const { return input(most - 0.5); }
};

// What no input can exceed; each is below the limit of the integers that hold it.
struct IntegerBounds {
  std::int64_t centre = 0;     // of the dot product with the centres
  std::int64_t draw = 0;       // of the sum of a draw
  std::int64_t deviation = 0;  // of a draw from the mean of all, times their number
  std::int64_t output = 0;     // of the mean and of every draw, in units of 2^-output_bits
};

enum class IntegerLevels { even, pow2, values };
constexpr auto words(IntegerLevels) {
  return std::array{Word{"even", IntegerLevels::even}, Word{"pow2", IntegerLevels::pow2},
                    Word{"values", IntegerLevels::values}};
}

// Cosines of trained features: of sums of words times codes, 2^32 to a turn, that start at a phase. The words of most
// inputs fit in 16 bits, times a power of two; an input that turns no cosine has none.
struct IntegerCosines {
  std::vector<std::uint32_t> phases;        // of each cosine
  std::vector<std::uint16_t> short_inputs;  // those with words of 16 bits
  std::vector<std::uint8_t> shifts;         // of each of these: a word stands for itself times 2^shift
  std::vector<std::int16_t> short_words;    // one for each short input, of one cosine after the other
  std::vector<std::uint16_t> long_inputs;   // those with words of 32 bits
  std::vector<std::uint32_t> long_words;    // likewise

  std::size_t count() const { return phases.size(); }
  std::size_t table_bytes() const { return 4 * phases.size() + 2 * short_words.size() + 4 * long_words.size(); }
};

// The law of a model with K deviations: Student's t, with 1 / degrees = model share^2 / K + noise share^2 /
// noise_degrees. The tables are over 1 / degrees, from 0 to largest_inverse_degrees in 16 equal segments; a host fills
// them with exact quantiles, and the device interpolates.
struct IntegerStudent {
  std::size_t num_model_deviations = 0;  // of the trained model
  double noise_degrees = 0.0;            // may be infinite
  double largest_inverse_degrees = 0.0;
  std::uint16_t model_weight = 0, noise_weight = 0;
  IntegerRatio root_ratio;                             // 1 / sqrt(K)
  std::vector<std::uint16_t> interval;                 // multipliers of std_total; none where it is calibrated
  std::uint8_t interval_left = 0, interval_right = 0;  // of these multipliers
  double smallest_scale = 0.0, largest_scale = 0.0;    // of the interval: known variances, and the fewest degrees
  std::vector<std::uint16_t> quantiles;                // 17 tables: over those of a Gaussian, at 0, 1/4, ..., 4
  std::uint8_t quantile_left = 0;
  std::optional<double> cost = {};  // expected nats per row of having so few deviations, on the pilot rows

  double degrees(double std_model, double noise, std::size_t num_deviations) const;
};

// Features are in the order of the device. A draw is centres + steps * codes, in units that the ratios know.
struct IntegerModel {
  std::vector<InputQuantiser> inputs;
  std::string target_name;

  // Fourier features: words of pairs of frequencies, then of single ones, num_inputs each. Those of 12 bits are rounded
  // to 8 for the draws, and count in full for the centre.
  int value_bits = 8;
  std::size_t num_pairs = 0, num_singles = 0;
  std::vector<std::uint32_t> words;
  // Trained features: a constant and inputs, as below, then cosines. The centre takes 12 bits of them, the draws 16 if
  // wide, else 8.
  bool is_trained = false;
  IntegerCosines cosines;
  // Features of 16 bits in the buffer: inputs, or trained ones. Inputs as features: a constant in front, if it is not
  // 0, and these columns of the codes.
  bool is_wide = false;
  std::int16_t constant = 0;
  std::vector<std::uint16_t> columns;

  std::vector<std::size_t> features;           // that of the trained model, for each feature here; some may be unused
  std::vector<std::int16_t> centres;           // of each feature; none: all zero
  std::vector<std::uint16_t> steps;            // of each feature, over 256 or, where it is wide, 65536; none: all alike
  std::size_t num_draws = 0;                   // or deviations: the sums that the device takes
  std::vector<std::int16_t> codes;             // num_draws x features, one draw after the other
  std::optional<IntegerStudent> student = {};  // the codes are deviations about the centres, and this is the law
  IntegerLevels levels = IntegerLevels::even;

  int output_bits = 0;  // a result is an integer over 2^output_bits, in units of the target
  std::int32_t offset = 0;
  IntegerRatio centre_ratio, draw_ratio, mean_ratio, std_ratio;
  std::uint32_t noise = 0;      // standard deviation
  IntegerRatio distance_ratio;  // to 1024ths of the noise
  double interval_level = 0.9;  // of mean -+ scale * std_total,
  double interval_scale = 1.0;  // calibrated, or that of a Gaussian, or the largest of the t
  bool interval_calibrated = false;

  IntegerBounds bounds;
  std::size_t num_model_features = 0;     // of the trained model
  std::optional<double> mean_difference;  // the same of the means, host against device, on the pilot rows
  std::optional<double> distortion;       // mean square change of predictions over the noise variance, on the training
                                          // rows; absent where the model has no statistics
  std::string digest;                     // 16 hexadecimal digits that tell this model from others
  std::vector<std::string> warnings;

  std::size_t num_features() const { return features.size(); }
  std::size_t num_draw_values() const { return student ? 2 * num_draws : num_draws; }  // deviations make pairs of draws
  double zero_codes() const;  // share of the codes of these features
  double sparsity() const;    // share of all the weights of all draws that are zero
};

// Throws Error(usage) for a model that integers cannot represent, with the reason and a way out, and for a number of
// draws that is 0, above 64, or more than a posterior of draws has.
IntegerModel integer_model(const TrainedModel& model, const IntegerOptions& options = {});

}  // namespace direct
