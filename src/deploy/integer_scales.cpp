// SPDX-License-Identifier: MIT
#include "deploy/integer_scales.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <boost/math/special_functions/erf.hpp>

#include <direct/error.h>

#include "deploy/fixed_point.h"
#include "deploy/student_tables.h"
#include "predict/weight_terms.h"

namespace direct {
namespace {

constexpr double limit = 2147483648.0;         // 2^31
constexpr double scaled_limit = 1073741824.0;  // 2^30: what direct_scaled() takes and gives
constexpr double noise_resolution = 4096.0;    // steps of the output in a deviation of the noise

std::vector<double> selected(const std::vector<double>& values, const std::vector<std::size_t>& indices) {
  std::vector<double> result;
  for (const std::size_t j : indices) result.push_back(values[j]);
  return result;
}

// The step of a feature is that of its weight times its unit. The largest becomes all ones, unless all are alike.
double set_steps(const DeviceFeatures& features, std::vector<double> steps, IntegerModel& result) {
  for (std::size_t j = 0; j < steps.size(); ++j) steps[j] *= features.units[j];
  const double largest = std::ranges::max(steps);
  const auto is_alike = [&](double step) { return step == 0.0 || std::abs(step - largest) <= 1e-9 * largest; };
  if (largest == 0.0 || std::ranges::all_of(steps, is_alike)) return largest > 0.0 ? largest : 1.0;
  const double ones = features.is_wide ? 65535.0 : 255.0;
  for (const double step : steps)
    result.steps.push_back(static_cast<std::uint16_t>(std::lround(ones * step / largest)));
  return largest * (ones + 1.0) / ones;
}

// As fine as 16 bits for each and 30 for the sum allow.
double set_centres(const DeviceFeatures& features, std::vector<double> centres, IntegerModel& result) {
  double largest = 0.0, sum = 0.0;
  for (std::size_t j = 0; j < centres.size(); ++j) {
    centres[j] *= features.units[j] * features.centre_units;
    largest = std::max(largest, std::abs(centres[j]));
    sum += std::abs(centres[j]) * features.largest[j] / features.centre_units;
  }
  if (largest == 0.0) return 0.0;
  const double reserve = 0.5 * static_cast<double>(centres.size()) * std::ranges::max(features.largest) /
                         features.centre_units;  // rounding
  const double unit = std::max(largest / largest_code, sum / std::max(1.0, scaled_limit - 1.0 - reserve));
  for (const double centre : centres) result.centres.push_back(static_cast<std::int16_t>(std::lround(centre / unit)));
  return unit;
}

// The largest magnitude of the integer that the device multiplies with the codes of a feature.
double largest_scaled(const IntegerModel& model, const DeviceFeatures& features, std::size_t j) {
  if (model.steps.empty()) return features.largest[j];
  const double range = model.is_wide ? 65536.0 : 256.0;
  return std::floor((features.largest[j] * model.steps[j] + range / 2.0) / range) + 1.0;
}

void set_sum_bounds(const DeviceFeatures& features, IntegerModel& model) {
  double centre = 0.0, largest = 0.0;
  const std::size_t count = model.num_features();
  for (std::size_t j = 0; j < model.centres.size(); ++j)
    centre += std::abs(static_cast<double>(model.centres[j])) * features.largest[j] / features.centre_units;
  for (std::size_t s = 0; s < model.num_draws; ++s) {
    double sum = 0.0;
    for (std::size_t j = 0; j < count; ++j)
      sum += std::abs(static_cast<double>(model.codes[s * count + j])) * largest_scaled(model, features, j);
    largest = std::max(largest, sum);
  }
  const double deviation = model.student ? largest : 2.0 * static_cast<double>(model.num_draws) * largest;
  if (!(centre < scaled_limit) || !(deviation < limit))
    throw Error(ErrorKind::usage,
                fmt::format("overflow cannot be excluded: sums may reach {:.3g}, and 32 bits hold {:.3g}; use fewer "
                            "draws, levels or features",
                            std::max(centre, deviation), limit));
  model.bounds.centre = static_cast<std::int64_t>(centre);
  model.bounds.draw = static_cast<std::int64_t>(largest);
  model.bounds.deviation = static_cast<std::int64_t>(deviation);
}

void set_interval(const TrainedModel& model, double level, IntegerModel& result) {
  if (!(level > 0.0 && level < 1.0))
    throw Error(ErrorKind::usage, fmt::format("expected the level of an interval between 0 and 1, found {}", level));
  result.interval_level = level;
  result.interval_calibrated = model.calibration && level <= largest_level(*model.calibration);
  result.interval_scale = result.interval_calibrated ? interval_scale(*model.calibration, level)
                                                     : std::sqrt(2.0) * boost::math::erf_inv(level);
  if (const auto terms = ensemble_terms(model)) {
    result.student = integer_student(result.num_draws, terms->noise_degrees,
                                     result.interval_calibrated ? std::nullopt : std::optional(level));
    result.student->num_model_deviations = model.posterior.deviations->count();
    if (!result.interval_calibrated) result.interval_scale = result.student->largest_scale;
  }
  if (!(result.interval_scale < 255.0))
    throw Error(ErrorKind::usage, fmt::format("an interval of level {} is {:.3g} deviations wide on either side, and "
                                              "the device knows up to 255: ask for a lower level",
                                              level, result.interval_scale));
}

// Squares are divided by K for deviations and ensembles, by one less for independent draws.
IntegerRatio std_ratio(double draw, bool independent, const IntegerModel& model) {
  const auto count = static_cast<double>(model.num_draws);
  if (model.student) return integer_ratio(draw / std::sqrt(count));
  return integer_ratio(draw / (count * std::sqrt(independent && count > 1.0 ? count - 1.0 : count)));
}

// A deviation of the noise is 4096 steps of the output, or fewer where the range of outputs leaves no more.
void set_output(const TrainedModel& model, const SumUnits& units, bool independent, IntegerModel& result) {
  const Scaling& scaling = model.preparation.scaling;
  const auto count = static_cast<double>(result.num_draws);
  const double draw = scaling.target_scale * units.draw, centre = scaling.target_scale * units.centre;
  const double noise = scaling.target_scale * std::sqrt(predicted_noise_variance(model));
  const double spread = 2.0 * draw * static_cast<double>(result.bounds.draw) + noise;
  const double reach = std::abs(scaling.target_mean) + centre * static_cast<double>(result.bounds.centre) + spread;
  const double widest =
      std::max(result.student ? largest_student_quantile(*result.student) : 4.0, result.interval_scale);
  const double whole = reach + widest * (spread + noise);
  if (!std::isfinite(whole) || !(noise > 0.0))
    throw Error(ErrorKind::usage, "the predictions reach beyond any number: change the units of the target");
  const auto by_range = static_cast<int>(std::floor(std::log2(scaled_limit / (whole * 1.001))));
  const auto by_noise = static_cast<int>(std::ceil(std::log2(noise_resolution / noise)));
  const int bits = std::min(by_range, by_noise);
  const auto in_output = [&](double value) { return std::ldexp(value, bits); };
  result.output_bits = bits;
  result.offset = static_cast<std::int32_t>(std::lround(in_output(scaling.target_mean)));
  result.draw_ratio = integer_ratio(in_output(draw));
  result.mean_ratio = integer_ratio(in_output(draw) / count);
  result.centre_ratio = integer_ratio(in_output(centre));
  result.std_ratio = std_ratio(in_output(draw), independent, result);
  result.noise = static_cast<std::uint32_t>(std::max(1L, std::lround(in_output(noise))));
  result.distance_ratio = integer_ratio(1024.0 / result.noise);
  result.bounds.output = static_cast<std::int64_t>(std::ceil(in_output(whole)));
  if (result.noise < 16)
    result.warnings.push_back(fmt::format(
        "the range of the output leaves {} steps for a deviation of the noise: results are coarse", result.noise));
}

}  // namespace

SumUnits set_scales(const TrainedModel& model, const DeviceFeatures& features, const DrawnWeights& weights,
                    const IntegerOptions& options, IntegerModel& result) {
  const SumUnits units{.draw = set_steps(features, selected(weights.steps, features.features), result),
                       .centre = set_centres(features, selected(weights.centres, features.features), result)};
  set_interval(model, options.interval, result);
  set_sum_bounds(features, result);
  set_output(model, units, weights.independent, result);
  return units;
}

}  // namespace direct
