// SPDX-License-Identifier: MIT
#include "deploy/input_quantiser.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include <direct/error.h>

#include "direct_device.h"

namespace direct {
namespace {

constexpr std::size_t most_inputs = 1024;
constexpr std::size_t most_features = 32768;
constexpr double margin = 1.25;         // beyond half the width of a range, as the quantiser of Fourier features has
constexpr double least_half_width = 4;  // of linear features, in deviations
constexpr double fallback_half_width = 16;  // where no range is known

// The ends of the range of each standardised input: of the training rows, or of the pilot rows in files of older
// versions. None where neither is known.
struct Ranges {
  std::vector<double> least, most;
};

Matrix known_rows(const Preparation& preparation) {
  if (preparation.least.empty()) return preparation.pilot_inputs;
  Matrix rows(2, preparation.least.size());
  for (std::size_t j = 0; j < rows.cols(); ++j) {
    rows(0, j) = preparation.least[j];
    rows(1, j) = preparation.most[j];
  }
  return rows;
}

Ranges ranges_of(const Preparation& preparation) {
  Matrix rows = known_rows(preparation);
  if (rows.rows() == 0) return {};
  standardise_inputs(preparation.scaling, rows);
  Ranges ranges;
  for (std::size_t j = 0; j < rows.cols(); ++j) {
    const auto [least, most] = std::ranges::minmax(rows.column(j));
    const double middle = 0.5 * (least + most), half = 0.5 * margin * (most - least);
    ranges.least.push_back(middle - half);
    ranges.most.push_back(middle + half);
  }
  return ranges;
}

double input_reach(const Ranges& ranges, std::size_t j) {
  return std::max(std::abs(ranges.least[j]), std::abs(ranges.most[j]));
}

double power_of_two_above(double value) { return std::exp2(std::ceil(std::log2(value))); }

// One step for all, so that a constant of 1 is a whole number of them: 2^15 codes on either side are a power of two.
std::vector<double> linear_steps(const Ranges& ranges, std::size_t num_inputs) {
  double half_width = ranges.least.empty() ? fallback_half_width : least_half_width;
  for (std::size_t j = 0; j < ranges.least.size(); ++j)
    half_width = std::max(half_width, power_of_two_above(std::max(least_half_width, input_reach(ranges, j))));
  if (half_width > 32768.0)
    throw Error(ErrorKind::usage,
                "an input reaches beyond 26000 of its deviations, so that 16 bits cannot tell its values apart");
  return std::vector<double>(num_inputs, half_width / 32768.0);
}

bool are_whole(std::span<const double> values) {
  return std::ranges::all_of(values, [](double value) { return value == std::round(value); });
}

// Whole numbers are their own codes where they fit.
std::vector<double> given_steps(const Preparation& preparation, const Ranges& ranges, std::size_t num_inputs) {
  if (ranges.least.empty())
    throw Error(ErrorKind::usage,
                "the model is slim and of an older version, and its features are given: nothing tells the range of its "
                "inputs; fit it again");
  std::vector<double> steps;
  for (std::size_t j = 0; j < num_inputs; ++j) {
    const bool is_whole = are_whole(preparation.pilot_inputs.column(j)) && input_reach(ranges, j) < largest_code;
    steps.push_back(
        is_whole || input_reach(ranges, j) == 0.0 ? 1.0 : power_of_two_above(input_reach(ranges, j) / largest_code));
  }
  return steps;
}

void check_features(const FeatureMap& map) {
  if (map.num_inputs > most_inputs)
    throw Error(ErrorKind::usage,
                fmt::format("the device takes up to {} inputs, found {}", most_inputs, map.num_inputs));
  if (map.num_features() > most_features)
    throw Error(ErrorKind::usage,
                fmt::format("the device takes up to {} features, found {}", most_features, map.num_features()));
  if (map.kind == FeatureKind::fourier && !map.integer)
    throw Error(ErrorKind::usage,
                "the Fourier features are of floating point, which the device does not compute: fit with "
                "`feature_bits` 12");
  if (map.kind == FeatureKind::trained && !map.integer)
    throw Error(ErrorKind::usage,
                "the trained features are of floating point, which the device does not compute: fit with "
                "`feature_bits` 12");
}

InputCodes codes_of(const Preparation& preparation, const Ranges& ranges) {
  const FeatureMap& map = preparation.features;
  if (map.integer) return {.centres = map.integer->centres, .steps = map.integer->steps};
  return {.centres = std::vector<double>(map.num_inputs, 0.0),
          .steps = map.kind == FeatureKind::linear ? linear_steps(ranges, map.num_inputs)
                                                   : given_steps(preparation, ranges, map.num_inputs)};
}

std::int16_t code_of(double value) { return static_cast<std::int16_t>(std::clamp(value, -largest_code, largest_code)); }

// The first codes beyond the range.
void set_ends(const Ranges& ranges, InputCodes& codes) {
  for (std::size_t j = 0; j < codes.steps.size(); ++j) {
    const auto code = [&](double input) { return (input - codes.centres[j]) / codes.steps[j]; };
    codes.least.push_back(ranges.least.empty() ? code_of(-largest_code)
                                               : code_of(std::floor(code(ranges.least[j])) - 1.0));
    codes.most.push_back(ranges.least.empty() ? code_of(largest_code) : code_of(std::ceil(code(ranges.most[j])) + 1.0));
  }
}

// Readings are as fine as 64 of a code, as long as 18 bits hold the range, and 31 the distance from zero. The fewer
// they are, the more often rounding a reading leads to the code beside the nearest.
constexpr double most_readings_of_a_code = 64.0;
constexpr double least_readings_of_a_code = 2.0;
constexpr double readings_of_a_range = 262143.0;
constexpr double largest_reading = 1073741824.0;

int bits_of(double lowest, double step, double num_codes) {
  const double finest = std::min(most_readings_of_a_code, readings_of_a_range / (num_codes + 1.0));
  auto bits = static_cast<int>(std::floor(std::log2(finest / step)));
  while (std::abs(std::ldexp(lowest, bits)) >= largest_reading && std::ldexp(step, bits) >= 1.0) --bits;
  return bits;
}

// `lowest` is the input of the least code, `step` that of a code, both in units of the data.
InputQuantiser quantiser_of(const std::string& name, int bits, double lowest, double step, std::int16_t least,
                            std::int16_t most) {
  const double readings = std::ldexp(step, bits);
  if (!(readings >= least_readings_of_a_code))
    throw Error(ErrorKind::usage,
                fmt::format("input {}: its values are about {:.6g}, too far from zero for steps of {:.3g} in 32 bits; "
                            "subtract a constant from it first",
                            name, lowest, step));
  const int shift = 16 + static_cast<int>(std::ceil(std::log2(readings)));
  return {.name = name,
          .bits = bits,
          .lowest = static_cast<std::int32_t>(std::round(std::ldexp(lowest, bits))),
          .multiplier = static_cast<std::uint32_t>(std::lround(std::ldexp(1.0 / readings, shift))),
          .shift = static_cast<std::uint8_t>(shift),
          .least = least,
          .most = most};
}

// Inputs, in units of the data, and the codes that the model was trained with.
struct CodedInputs {
  std::vector<double> inputs;
  std::vector<std::int16_t> codes;
};

CodedInputs coded_inputs(const Preparation& preparation, const InputCodes& codes, std::size_t j) {
  const Matrix known = preparation.pilot_inputs.rows() > 0 ? preparation.pilot_inputs : known_rows(preparation);
  Matrix standard = known;
  standardise_inputs(preparation.scaling, standard);
  CodedInputs result;
  for (std::size_t i = 0; i < known.rows(); ++i) {
    const double code = std::nearbyint((standard(i, j) - codes.centres[j]) / codes.steps[j]);
    result.inputs.push_back(known(i, j));
    result.codes.push_back(code_of(code));
  }
  return result;
}

std::size_t num_agreeing(const InputQuantiser& quantiser, const CodedInputs& known) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < known.inputs.size(); ++i)
    count += device_code(quantiser, known.inputs[i]) == known.codes[i] ? 1 : 0;
  return count;
}

// Where an input takes few values, as a category does, the model knows their codes and none beside them. Of quantisers
// that differ by up to a third of a code at either end, the one that gives most pilot rows the code that they were
// trained with; the unchanged one where there is nothing to gain.
InputQuantiser agreeing_quantiser(const std::string& name, double lowest, double step, std::int16_t least,
                                  std::int16_t most, const CodedInputs& known) {
  const double width = most - least;
  const int bits = bits_of(lowest, step, width);
  InputQuantiser best = quantiser_of(name, bits, lowest, step, least, most);
  std::size_t most_agreeing = num_agreeing(best, known);
  for (const double size : {1.0 / 12.0, 1.0 / 6.0, 1.0 / 3.0})
    for (const double first : {-size, 0.0, size})
      for (const double last : {-size, 0.0, size}) {
        if (most_agreeing == known.inputs.size()) return best;
        const double own_step = step / (1.0 + (last - first) / width);
        const InputQuantiser other = quantiser_of(name, bits, lowest - first * own_step, own_step, least, most);
        const std::size_t agreeing = num_agreeing(other, known);
        if (agreeing <= most_agreeing) continue;
        most_agreeing = agreeing;
        best = other;
      }
  return best;
}

// Of each input: what stands for a missing one, if there may be any.
std::vector<std::optional<double>> fills(const Schema& schema, const std::vector<std::string>& names) {
  std::vector<std::optional<double>> result(names.size());
  if (schema.missing == Missing::error) return result;
  for (const Column& column : schema.columns)
    for (std::size_t j = 0; j < names.size(); ++j)
      if (!column.categorical && names[j] == column.name) result[j] = column.fill;
  return result;
}

}  // namespace

double InputQuantiser::input(double code) const {
  return std::ldexp(lowest + std::ldexp(code - least, shift) / multiplier, -bits);
}

InputCodes input_codes(const TrainedModel& model) {
  check_features(model.preparation.features);
  const Ranges ranges = ranges_of(model.preparation);
  InputCodes codes = codes_of(model.preparation, ranges);
  set_ends(ranges, codes);
  return codes;
}

std::int16_t device_code(const InputQuantiser& quantiser, double input) {
  const double reading = std::floor(std::ldexp(input, quantiser.bits) + 0.5);
  // What does not fit in 32 bits is out of range all the same.
  const auto whole = static_cast<std::int32_t>(std::clamp(reading, -2147483648.0, 2147483647.0));
  return direct_quantised(std::isnan(reading) ? std::numeric_limits<std::int32_t>::min() : whole,
                          {quantiser.lowest, quantiser.multiplier, quantiser.shift, quantiser.least, quantiser.most});
}

std::vector<InputQuantiser> input_quantisers(const TrainedModel& model, const InputCodes& codes) {
  const Preparation& preparation = model.preparation;
  const Scaling& scaling = preparation.scaling;
  const std::vector<std::string> names = input_names(preparation.schema);
  const std::vector<std::optional<double>> missing = fills(preparation.schema, names);
  std::vector<InputQuantiser> result;
  for (std::size_t j = 0; j < codes.steps.size(); ++j) {
    const double lowest = codes.centres[j] + codes.least[j] * codes.steps[j];
    const CodedInputs known = preparation.features.integer ? coded_inputs(preparation, codes, j) : CodedInputs{};
    result.push_back(agreeing_quantiser(names[j], scaling.input_means[j] + scaling.input_scales[j] * lowest,
                                        scaling.input_scales[j] * codes.steps[j], codes.least[j], codes.most[j],
                                        known));
    result.back().missing = missing[j];
  }
  return result;
}

}  // namespace direct
