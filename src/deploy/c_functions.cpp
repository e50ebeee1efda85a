// SPDX-License-Identifier: MIT
#include "deploy/c_functions.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "deploy/c_text.h"
#include "deploy/self_test.h"
#include "deploy/straight_line.h"

namespace direct {
namespace {

constexpr int largest_float_exponent = 120;

std::string input_bits(const IntegerModel& model) {
  std::vector<int> bits;
  for (const InputQuantiser& input : model.inputs) bits.push_back(input.bits);
  return fmt::format("{}", fmt::join(bits, ", "));
}

constexpr const char* mixture_quantile =
    R"(/* The quantile at probability / 65536 of the target: of Gaussians about the draws. Within 4 deviations of the noise. */
$NAME_FUNCTION int32_t $name_quantile(const int32_t draws[$draws], uint16_t probability) {
  return $name_quantile_of(&$name_model, draws, probability);
}
)";

constexpr const char* student_quantile =
    R"(/* The quantile at probability / 65536 of the target: of Student's t, from what $name_draws() gives. Up to where a
 * Gaussian has 4 deviations. */
$NAME_FUNCTION int32_t $name_quantile(const int32_t draws[$draws], uint16_t probability) {
  int32_t deviations[$sums];
  return $name_student_quantile(&$name_model, &$name_law, draws, deviations, probability);
}
)";

// The functions of a law: draws with Gaussian noise, or deviations and Student's t.
void fill_law(std::string& text, const IntegerModel& model) {
  const bool is_student = model.student.has_value(), has_table = is_student && !model.interval_calibrated;
  replace_all(text, "$quantile", is_student ? student_quantile : mixture_quantile);
  replace_all(text, "$summarise", is_student ? "summarise_deviations" : "summarise");
  replace_all(text, "$draw_values", is_student ? "pair_values" : "draw_values");
  replace_all(text, "$interval_of", has_table ? "student_interval" : "interval_of");
  replace_all(text, "$law_argument", has_table ? "&$name_law, " : "");
  replace_all(text, "$order", is_student ? ": the mean plus and minus each deviation in turn" : "");
  replace_all(
      text, "$num_deviations",
      is_student ? "#define $NAME_NUM_DEVIATIONS $sums /* a draw is the mean plus or minus one of them */\n" : "");
}

// Where the phases of cosines go: features of 16 bits leave their places until they are made.
void fill_turns(std::string& text, const IntegerModel& model) {
  const std::size_t num_cosines = model.cosines.count();
  const std::string places = fmt::format("features + {}, ", model.num_features() - num_cosines);
  const bool has_array = model.is_trained && !model.is_wide;
  replace_all(text, "$turns_argument", !model.is_trained ? "" : has_array ? "turns, " : places);
  replace_all(text, "$turns",
              has_array ? fmt::format("  int16_t turns[{}];\n", std::max<std::size_t>(num_cosines, 1)) : "");
}

// $name, $NAME and what else is different from model to model.
std::string filled(std::string text, const IntegerModel& model, const std::string& name) {
  fill_law(text, model);
  replace_all(text, "$name", name);
  replace_all(text, "$NAME", upper_case(name));
  replace_all(text, "$input_bits", input_bits(model));
  replace_all(text, "$inputs", fmt::format("{}", model.inputs.size()));
  replace_all(text, "$features", fmt::format("{}", model.num_features()));
  replace_all(text, "$draws", fmt::format("{}", model.num_draw_values()));
  replace_all(text, "$sums", fmt::format("{}", model.num_draws));
  replace_all(text, "$bits", fmt::format("{}", model.output_bits));
  replace_all(text, "$type", model.is_wide ? "int16_t" : "uint8_t");
  fill_turns(text, model);
  replace_all(text, "$evaluate", model.is_trained ? "trained" : model.is_wide ? "wide" : "fourier");
  replace_all(text, "$probability", fmt::format("{}", golden_probability));
  replace_all(text, "$vectors", fmt::format("{}", num_golden_vectors));
  return text;
}

constexpr const char* sums_of_tables = R"($NAME_FUNCTION void $name_draw_sums(const $type *features, int32_t *sums) {
  $name_sums(&$name_model, features, sums);
}
)";

constexpr const char* functions = R"(
#define $NAME_NUM_INPUTS $inputs
#define $NAME_NUM_DRAWS $draws
$num_deviations#define $NAME_INPUT_BITS \
  { $input_bits } /* of each input: a reading is round(input * 2^bits) */
#define $NAME_OUTPUT_BITS ($bits) /* a result is an integer over 2^$NAME_OUTPUT_BITS, in units of the target */

/* The code of an input, from its reading: round(input * 2^bits), with the bits of that input in $NAME_INPUT_BITS. A
 * reading out of range becomes the end of the range. */
$NAME_FUNCTION int16_t $name_quantise(uint16_t input, int32_t reading) {
  $name_quantiser quantiser;
  quantiser.lowest = (int32_t)$NAME_READ32($name_table_lowest + input);
  quantiser.multiplier = $NAME_READ32($name_table_multipliers + input);
  quantiser.shift = $NAME_READ8($name_table_shifts + input);
  quantiser.least = (int16_t)$NAME_READ16($name_table_least + input);
  quantiser.most = (int16_t)$NAME_READ16($name_table_most + input);
  return $name_quantised(reading, quantiser);
}

/* Mean and standard deviations at the codes of the inputs. flags has $NAME_SATURATED where an input is out of range. */
$NAME_FUNCTION void $name_predict(const int16_t x[$inputs], $name_result *out) {
  $type features[$features];
  int32_t sums[$sums];
  const int32_t centre = $name_features(x, features);
  $name_draw_sums(features, sums);
  out->flags = $name_flags(&$name_model, x);
  $name_$summarise(&$name_model, centre, sums, out);
}

/* What each draw of the weights predicts, without noise$order. */
$NAME_FUNCTION void $name_draws(const int16_t x[$inputs], int32_t draws[$draws]) {
  $type features[$features];
  const int32_t centre = $name_features(x, features);
  $name_draw_sums(features, draws);
  $name_$draw_values(&$name_model, centre, draws);
}

$quantile
/* The interval about the mean that the comment at the top speaks of. */
$NAME_FUNCTION void $name_interval(const $name_result *result, int32_t *lower, int32_t *upper) {
  $name_$interval_of(&$name_model, $law_argumentresult, lower, upper);
}

/* 0 where this chip computes what the host computed; else the number of the first of $vectors tests that differs. */
$NAME_FUNCTION uint8_t $name_selftest(void) {
  const uint32_t *golden = $name_table_golden;
  uint32_t state = 1u;
  uint8_t k;
  for (k = 0; k < $vectorsu; ++k, golden += 5) {
    int16_t x[$inputs];
    int32_t draws[$draws], lower, upper;
    uint32_t checksum = 0;
    $name_result result;
    uint16_t j;
    for (j = 0; j < $inputsu; ++j) {
      x[j] = 0;
      if (k == 1u) x[j] = j % 2u == 0u ? 32767 : -32767;
      if (k >= 2u) {
        state = state * 1664525u + 1013904223u;
        x[j] = (int16_t)(uint16_t)(state >> 16);
      }
    }
    $name_predict(x, &result);
    $name_draws(x, draws);
    $name_interval(&result, &lower, &upper);
    for (j = 0; j < $drawsu; ++j) checksum = checksum * 31u + (uint32_t)draws[j];
    checksum = checksum * 31u + (uint32_t)$name_quantile(draws, $probabilityu);
    checksum = (checksum * 31u + (uint32_t)lower) * 31u + (uint32_t)upper;
    if ((uint32_t)result.mean != $NAME_READ32(golden) || result.std_model != $NAME_READ32(golden + 1) ||
        result.std_total != $NAME_READ32(golden + 2) || result.flags != $NAME_READ32(golden + 3) ||
        checksum != $NAME_READ32(golden + 4))
      return (uint8_t)(k + 1u);
  }
  return 0;
}
)";

constexpr const char* float_functions = R"(
#if defined($NAME_FLOAT)
/* For chips with a floating-point unit, and for tests: the same integers, from and to numbers. */
$NAME_FUNCTION int16_t $name_quantise_float(uint16_t input, float value) {
  static const float scales[$inputs] = {
$scales  };
  const float reading = value * scales[input] + 0.5f;
  int32_t whole;
  if (!(reading > -2147483000.0f)) return $name_quantise(input, -2147483647); /* not a number, too */
  if (reading > 2147483000.0f) return $name_quantise(input, 2147483647);
  whole = (int32_t)reading;
  return $name_quantise(input, (float)whole > reading ? whole - 1 : whole);
}

$NAME_FUNCTION float $name_value(int32_t integer) { return (float)integer * $unit; }

/* Returns the flags: not a number and infinity are out of range. */
$NAME_FUNCTION uint8_t $name_predict_float(const float inputs[$inputs], float *mean, float *std_model, float *std_total) {
  int16_t x[$inputs];
  $name_result result;
  uint16_t j;
  for (j = 0; j < $inputsu; ++j) x[j] = $name_quantise_float(j, inputs[j]);
  $name_predict(x, &result);
  *mean = $name_value(result.mean);
  *std_model = (float)result.std_model * $unit;
  *std_total = (float)result.std_total * $unit;
  return result.flags;
}
#endif
)";

std::string float_power(int exponent) {
  std::string text = fmt::format("{:.17g}", std::ldexp(1.0, exponent));
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text + "f";
}

std::string float_text(const IntegerModel& model) {
  std::vector<std::string> scales;
  int largest = std::abs(model.output_bits);
  for (const InputQuantiser& input : model.inputs) largest = std::max(largest, std::abs(input.bits));
  if (largest > largest_float_exponent) return "\n/* No functions with floats: the units are beyond their range. */\n";
  for (const InputQuantiser& input : model.inputs) scales.push_back(float_power(input.bits));
  std::string text = float_functions;
  replace_all(text, "$scales", wrapped(scales, "      "));
  replace_all(text, "$unit", float_power(-model.output_bits));
  return text;
}

}  // namespace

std::string c_functions(const IntegerModel& model, const std::string& name, Encoding encoding) {
  constexpr const char* features = R"($NAME_FUNCTION int32_t $name_features(const int16_t *x, $type *features) {
$turns  return $name_$evaluate(&$name_model, x, $turns_argumentfeatures);
}

)";
  const std::string sums = encoding == Encoding::code ? straight_line(model) : sums_of_tables;
  return filled(features + sums + functions + float_text(model), model, name) + "\n";
}

}  // namespace direct
