// SPDX-License-Identifier: MIT
#include <direct/deploy.h>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <xxhash.h>

#include <direct/error.h>

#include "deploy/deviations_cost.h"
#include "deploy/device_features.h"
#include "deploy/distortion.h"
#include "deploy/drawn_weights.h"
#include "deploy/integer_scales.h"

namespace direct {
namespace {

constexpr double refused_distortion = 0.25;
constexpr double noticed_distortion = 0.01;

void check_kind(const TrainedModel& model) {
  if (model.options.model == ModelKind::network)
    throw Error(ErrorKind::usage, "networks cannot be exported yet: the device computes linear models");
  if (!model.preparation.schema.likelihood->is_gaussian)
    throw Error(ErrorKind::usage,
                "only models with Gaussian noise can be exported: the device has no exponentials for classes, counts "
                "and positive numbers");
}

void set_features(DeviceFeatures features, const DrawnWeights& weights, IntegerModel& result) {
  result.num_pairs = features.num_pairs;
  result.num_singles = features.num_singles;
  result.value_bits = features.value_bits;
  result.words = std::move(features.words);
  result.is_trained = features.is_trained;
  result.cosines = std::move(features.cosines);
  result.is_wide = features.is_wide;
  result.constant = features.constant;
  result.columns = std::move(features.columns);
  result.features = std::move(features.features);
  result.num_draws = weights.num_draws;
  result.levels = weights.levels;
  result.num_model_features = weights.steps.size();
  for (std::size_t s = 0; s < weights.num_draws; ++s)
    for (const std::size_t j : result.features) result.codes.push_back(weights.codes[s * weights.steps.size() + j]);
}

// The mean square of what the means of device and host differ by, over the variance of the noise: inputs are rounded,
// too.
double mean_error(const TrainedModel& model, std::span<const Prediction> expected, const IntegerModel& integer) {
  const Matrix& inputs = model.preparation.pilot_inputs;
  const IntegerPredictor predictor(integer, {.encoding = Encoding::lists});
  double sum = 0.0;
  for (std::size_t i = 0; i < inputs.rows(); ++i) {
    std::vector<double> row;
    for (std::size_t j = 0; j < inputs.cols(); ++j) row.push_back(inputs(i, j));
    const double mean = predictor.value(predictor(predictor.codes(row)).mean);
    sum += std::pow((mean - expected[i].mean) / expected[i].std_noise, 2);
  }
  return sum / static_cast<double>(inputs.rows());
}

// Nats per row that these deviations are expected to lose against all of the model's.
double cost_of_few(std::span<const Prediction> expected, const IntegerModel& integer) {
  const IntegerStudent& student = *integer.student;
  std::vector<double> shares;
  for (const Prediction& row : expected) shares.push_back(std::pow(row.std_model / row.std_total, 2));
  return deviations_cost({integer.num_draws, student.noise_degrees},
                         {student.num_model_deviations, student.noise_degrees}, shares);
}

void compare_on_pilot_rows(const TrainedModel& model, IntegerModel& result) {
  if (model.preparation.pilot_inputs.rows() == 0) return;
  const std::vector<Prediction> expected = Predictor(model)(model.preparation.pilot_inputs);
  result.mean_difference = mean_error(model, expected, result);
  if (result.student) result.student->cost = cost_of_few(expected, result);
}

class Digest {
 public:
  template <typename Value>
  void add(const std::vector<Value>& values) {
    value_ = XXH3_64bits_withSeed(values.data(), values.size() * sizeof(Value), value_ + values.size());
  }
  void add(std::int64_t value) { add(std::vector{value}); }
  void add(const IntegerRatio& ratio) { add(ratio.multiplier + 65536 * (ratio.left + 256 * ratio.right)); }
  std::string text() const { return fmt::format("{:016x}", value_); }

 private:
  std::uint64_t value_ = 0;
};

void add_student(const IntegerStudent& student, Digest& digest) {
  digest.add(std::vector{student.model_weight, student.noise_weight});
  digest.add(student.root_ratio);
  digest.add(student.interval);
  digest.add(student.quantiles);
  digest.add(std::vector{student.interval_left, student.interval_right, student.quantile_left});
}

void digest_cosines(const IntegerCosines& cosines, Digest& digest) {
  digest.add(cosines.phases);
  digest.add(cosines.short_inputs);
  digest.add(cosines.shifts);
  digest.add(cosines.short_words);
  digest.add(cosines.long_inputs);
  digest.add(cosines.long_words);
}

std::string digest_of(const IntegerModel& model) {
  Digest digest;
  for (const InputQuantiser& input : model.inputs)
    for (const std::int64_t value :
         {std::int64_t{input.bits}, std::int64_t{input.lowest}, std::int64_t{input.multiplier},
          std::int64_t{input.shift}, std::int64_t{input.least}, std::int64_t{input.most}})
      digest.add(value);
  digest.add(model.words);
  if (model.value_bits != 8) digest.add(std::int64_t{model.value_bits});
  if (model.is_trained) digest_cosines(model.cosines, digest);
  digest.add(model.columns);
  digest.add(model.centres);
  digest.add(model.steps);
  digest.add(model.codes);
  for (const std::int64_t value : {std::int64_t{model.constant}, std::int64_t{model.output_bits},
                                   std::int64_t{model.offset}, std::int64_t{model.noise}})
    digest.add(value);
  for (const IntegerRatio& ratio :
       {model.centre_ratio, model.draw_ratio, model.mean_ratio, model.std_ratio, model.distance_ratio})
    digest.add(ratio);
  digest.add(std::vector{model.interval_level, model.interval_scale});
  if (model.student) add_student(*model.student, digest);
  return digest.text();
}

void check_distortion(IntegerModel& model) {
  if (model.distortion.value_or(0.0) > refused_distortion)
    throw Error(ErrorKind::usage,
                fmt::format("16-bit centres and 8-bit steps do not hold the weights: they would add {:.3g} of the "
                            "variance of the noise to the predictions, because features are nearly the same; fit with "
                            "`support` learned-shared or `max_active_features` auto",
                            *model.distortion));
  if (model.mean_difference.value_or(0.0) > refused_distortion)
    throw Error(ErrorKind::usage,
                fmt::format("on the pilot rows the device's means differ from the host's by {:.3g} of the variance of "
                            "the noise: rounding an input changes the prediction too much; fit with other "
                            "`num_features` or another `seed`",
                            *model.mean_difference));
  const double worst = std::max(model.distortion.value_or(0.0), model.mean_difference.value_or(0.0));
  if (worst > noticed_distortion)
    model.warnings.push_back(
        fmt::format("rounding to integers adds {:.2g} of the variance of the noise to the predictions", worst));
}

// Deviations, or draws.
std::size_t num_sets(const Posterior& posterior) {
  return posterior.deviations ? posterior.deviations->count() : posterior.num_components();
}

// Warns of what a user may not expect of so few draws.
void note_draws(const TrainedModel& model, bool independent, IntegerModel& result) {
  const std::string noun = std::string(result.student ? "deviation" : "draw") + (result.num_draws == 1 ? "" : "s");
  if (result.num_draws == 1 && !result.student)
    result.warnings.push_back("one draw says nothing of what the weights leave open: std_model is always 0");
  if (result.interval_calibrated && (independent || result.num_draws < num_sets(model.posterior)))
    result.warnings.push_back(
        fmt::format("the interval was calibrated with the whole posterior, and may hold less with {} {} of it: "
                    "evaluate `integer` shows what it holds",
                    result.num_draws, noun));
}

}  // namespace

double IntegerModel::zero_codes() const {
  return static_cast<double>(std::ranges::count(codes, 0)) / static_cast<double>(codes.size());
}

double IntegerModel::sparsity() const {
  std::size_t nonzeros = 0;
  for (std::size_t i = 0; i < codes.size(); ++i)
    nonzeros += codes[i] != 0 || (!centres.empty() && centres[i % num_features()] != 0) ? 1 : 0;
  return 1.0 - static_cast<double>(nonzeros) / static_cast<double>(num_model_features * num_draws);
}

IntegerModel integer_model(const TrainedModel& model, const IntegerOptions& options) {
  check_kind(model);
  const InputCodes codes = input_codes(model);
  const DrawnWeights weights = drawn_weights(model, options);
  const DeviceFeatures features = device_features(model, codes, weights);
  IntegerModel result{.inputs = input_quantisers(model, codes), .target_name = model.preparation.schema.target_name};
  set_features(features, weights, result);
  const SumUnits units = set_scales(model, features, weights, options, result);
  result.distortion = distortion(model, result, features, weights, units);
  compare_on_pilot_rows(model, result);
  check_distortion(result);
  note_draws(model, weights.independent, result);
  result.digest = digest_of(result);
  return result;
}

}  // namespace direct
