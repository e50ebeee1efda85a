// SPDX-License-Identifier: MIT
#include <direct/error.h>
#include <direct/evaluate.h>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "algebra/parallel.h"
#include "fit/gaussian_only.h"

namespace direct {
namespace {

constexpr std::size_t num_steps = 1000;  // level k / num_steps

// The rank of the score that at most a share 1 - k / num_steps of new scores exceeds.
std::size_t rank_at(std::size_t k, std::size_t num_rows) { return ((num_rows + 1) * k + num_steps - 1) / num_steps; }

std::vector<double> scales_of(std::vector<double> scores) {
  std::sort(scores.begin(), scores.end());
  std::vector<double> scales;
  for (std::size_t k = 1; k < num_steps && rank_at(k, scores.size()) <= scores.size(); ++k)
    scales.push_back(scores[rank_at(k, scores.size()) - 1]);
  return scales;
}

std::vector<double> scores_of(const TrainedModel& model, const Dataset& held_out, const Progress& progress) {
  const Predictor predictor(model);
  std::vector<double> scores;
  RowReader reader(held_out, model.preparation.schema, RowReader::Targets::required);
  for (Rows rows; reader.next(rows);) {
    const std::vector<Prediction> predictions = predictor(rows.inputs);
    for (std::size_t i = 0; i < rows.targets.size(); ++i)
      scores.push_back(std::abs(rows.targets[i] - predictions[i].mean) / predictions[i].std_total);
    report(progress, {.stage = "calibrate", .done = static_cast<double>(scores.size())});
  }
  return scores;
}

}  // namespace

Calibration calibrate(const TrainedModel& model, const Dataset& held_out, const EvaluateOptions& options) {
  require_gaussian(model.preparation.schema.likelihood, "calibrate");
  const std::vector<double> scores =
      with_threads(options.threads, [&] { return scores_of(model, held_out, options.progress); });
  return {.num_rows = scores.size(),
          .scales = scales_of(scores),
          .on_training_rows = are_training_rows(trained_rows(model, held_out))};
}

double largest_level(const Calibration& calibration) {
  return static_cast<double>(calibration.scales.size()) / static_cast<double>(num_steps);
}

bool supports(const Calibration& calibration, double level) { return level <= largest_level(calibration); }

// A level between two is rounded up: the interval is then a little too wide, never too narrow.
double interval_scale(const Calibration& calibration, double level) {
  const double k = std::ceil(level * static_cast<double>(num_steps) - 1e-9);
  if (!supports(calibration, level))
    throw Error(ErrorKind::usage, fmt::format("interval: a calibration on {} rows reaches up to level {}, found {}",
                                              calibration.num_rows, largest_level(calibration), level));
  return calibration.scales[static_cast<std::size_t>(std::max(k, 1.0)) - 1];
}

Interval interval(const Distribution& distribution, double level, const Calibration* calibration) {
  if (!calibration) return distribution.interval(level);
  const Prediction& prediction = distribution.prediction();
  const double width = interval_scale(*calibration, level) * prediction.std_total;
  return {prediction.mean - width, prediction.mean + width};
}

}  // namespace direct
