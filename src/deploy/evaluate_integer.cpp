// SPDX-License-Identifier: MIT
#include <direct/deploy.h>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <boost/math/special_functions/erf.hpp>

#include "algebra/parallel.h"
#include "laws/scaled_law.h"
#include "predict/feature_cost.h"
#include "predict/scores.h"
#include "predict/weight_terms.h"
#include "predict/yardstick.h"

namespace direct {
namespace {

StudentT student_of(const IntegerModel& model, const Units& units, const Prediction& prediction) {
  return {.location = (prediction.mean - units.location) / units.scale,
          .scale = prediction.std_total / units.scale,
          .degrees = model.student->degrees(prediction.std_model, prediction.std_noise, model.num_draws)};
}

// The device's law of one row: Student's t, or equally probable Gaussians about its draws.
Distribution distribution_of(const IntegerPredictor& predictor, const IntegerModel& model, const Units& units,
                             std::span<const std::int16_t> codes, const IntegerPrediction& prediction) {
  const double noise = predictor.value(model.noise);
  ScaledLawParts law{.prediction = {.mean = predictor.value(prediction.mean),
                                    .std_model = predictor.value(prediction.std_model),
                                    .std_noise = noise,
                                    .std_total = predictor.value(prediction.std_total)},
                     .model_degrees = static_cast<double>(model.num_draws),
                     .units = units};
  if (model.student) {
    law.shape = student_of(model, units, law.prediction);
  } else {
    GaussianMixture mixture;
    for (const std::int32_t draw : predictor.draws(codes))
      mixture.parts.push_back({.probability = 1.0 / static_cast<double>(model.num_draws),
                               .mean = (predictor.value(draw) - units.location) / units.scale,
                               .variance = noise * noise / (units.scale * units.scale)});
    law.shape = std::move(mixture);
  }
  return Distribution(std::make_shared<const ScaledLaw>(std::move(law)));
}

// The device's interval is mean -+ scale * std_total, with the scale of a Gaussian where there is no calibration.
Calibration gaussian_scales() {
  constexpr int num_levels = 1000;
  Calibration result;
  for (int k = 1; k < num_levels; ++k)
    result.scales.push_back(std::sqrt(2.0) * boost::math::erf_inv(static_cast<double>(k) / num_levels));
  return result;
}

// Scores rows as the device predicts them.
class DeviceScores {
 public:
  DeviceScores(const TrainedModel& model, const IntegerModel& integer, bool use_calibration)
      : units_(units_of(model.preparation.scaling)),
        integer_(integer),
        predictor_(integer),
        is_calibrated_(use_calibration && model.calibration),
        scales_(is_calibrated_    ? model.calibration
                : integer.student ? std::nullopt
                                  : std::optional(gaussian_scales())) {}

  void add(const Rows& rows) {
    std::vector<RowScore> block(rows.targets.size());
    std::vector<char> saturated(block.size());
    parallel_for(block.size(), [&](std::size_t i) {
      std::vector<double> inputs(rows.inputs.cols());
      for (std::size_t j = 0; j < inputs.size(); ++j) inputs[j] = rows.inputs(i, j);
      const std::vector<std::int16_t> codes = predictor_.codes(inputs);
      const IntegerPrediction prediction = predictor_(codes);
      block[i] = row_score(distribution_of(predictor_, integer_, units_, codes, prediction), rows.targets[i],
                           scales_ ? &*scales_ : nullptr);
      saturated[i] = prediction.saturated ? 1 : 0;
    });
    scores_.add(block);
    num_saturated_ += std::ranges::count(saturated, 1);
  }

  std::size_t num_rows() const { return scores_.num_rows(); }

  Evaluation result() const {
    Evaluation result = scores_.result();
    for (auto& [level, interval] : result.intervals) interval.calibrated &= is_calibrated_;
    if (num_saturated_ > 0)
      result.warnings.push_back(
          fmt::format("{} of {} rows have an input out of range", num_saturated_, scores_.num_rows()));
    return result;
  }

 private:
  const Units units_;
  const IntegerModel& integer_;
  IntegerPredictor predictor_;
  bool is_calibrated_;
  std::optional<Calibration> scales_;  // none: the intervals are those of the law
  Scores scores_;
  std::ptrdiff_t num_saturated_ = 0;
};

Evaluation evaluate_in_arena(const TrainedModel& model, const IntegerModel& integer, const Dataset& dataset,
                             const EvaluateOptions& options) {
  DeviceScores scores(model, integer, options.use_calibration);
  std::optional<CompanionScores> companion;
  if (model.statistics) companion.emplace(model);
  RowReader reader(dataset, model.preparation.schema, RowReader::Targets::required);
  for (Rows rows; reader.next(rows);) {
    scores.add(rows);
    if (companion) companion->add(rows);
    report(options.progress, {.stage = "evaluate", .done = static_cast<double>(scores.num_rows())});
  }
  Evaluation result = scores.result();
  if (companion) result.yardstick = companion->result();
  result.feature_codes = feature_cost(model);
  result.levels = levels_report(model);
  result.interval_warnings = interval_warnings(model, options.use_calibration);
  result.sparsity = integer.sparsity();
  result.num_active_features = integer.num_features();
  result.warnings.insert(result.warnings.begin(), reader.warnings().begin(), reader.warnings().end());
  return result;
}

}  // namespace

Evaluation evaluate(const TrainedModel& model, const IntegerModel& integer, const Dataset& dataset,
                    const EvaluateOptions& options) {
  return with_threads(options.threads, [&] { return evaluate_in_arena(model, integer, dataset, options); });
}

}  // namespace direct
