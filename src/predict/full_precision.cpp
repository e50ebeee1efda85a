// SPDX-License-Identifier: MIT
#include "predict/full_precision.h"

#include <algorithm>

#include "predict/leading_problem.h"
#include "predict/yardstick.h"

namespace direct {
namespace {

Yardstick companion_scores(TrainedModel model, const FeatureMap& features, const Statistics& statistics,
                           const Dataset& test, const Progress& progress) {
  model.preparation.features = features;
  model.statistics = statistics;
  CompanionScores scores(model);
  RowReader reader(test, model.preparation.schema, RowReader::Targets::required);
  for (Rows rows; reader.next(rows);) {
    scores.add(rows);
    report(progress, {.stage = "tune"});
  }
  return scores.result();
}

}  // namespace

const FullPrecision& full_precision(const Tuning& tuning, const TunePoint& point) {
  return *std::ranges::find(tuning.full_precision, point.num_features, &FullPrecision::num_features);
}

std::optional<Preparation> float_preparation(const Preparation& preparation) {
  if (!preparation.features.integer) return std::nullopt;
  Preparation result = preparation;
  result.features = float_features(preparation.features);
  return result;
}

FullPrecisionTrials::Trial& FullPrecisionTrials::trial_of(std::size_t num_features) {
  const auto found = std::ranges::find(trials_, num_features, &Trial::num_features);
  if (found != trials_.end()) return *found;
  trials_.push_back({.num_features = num_features});
  return trials_.back();
}

void FullPrecisionTrials::add(std::size_t fold, std::size_t num_features, const TrainedModel& model,
                              const Statistics& integers, const FloatProblem* floats, const Dataset& test,
                              const Progress& progress) {
  const FeatureMap& map = model.preparation.features;
  Trial& trial = trial_of(num_features);
  if (trial.num_folds > fold) return;
  ++trial.num_folds;
  const Yardstick own = companion_scores(model, map, integers, test, progress);
  Yardstick best = own;
  if (floats != nullptr) {
    const LeadingProblem leading = leading_problem(floats->moments, floats->preparation, map.num_features());
    best = companion_scores(model, leading.preparation.features, leading.statistics, test, progress);
    trial.integer_rmse.push_back(own.rmse);
    trial.integer_nll.push_back(own.nll);
  }
  trial.rmse.push_back(best.rmse);
  trial.nll.push_back(best.nll);
}

std::vector<FullPrecision> FullPrecisionTrials::result() const {
  std::vector<FullPrecision> result;
  for (const Trial& trial : trials_) {
    result.push_back(
        {.num_features = trial.num_features, .rmse = fold_spread(trial.rmse).mean, .nll = fold_spread(trial.nll).mean});
    if (trial.integer_rmse.empty()) continue;
    result.back().integer_rmse = fold_spread(trial.integer_rmse).mean;
    result.back().integer_nll = fold_spread(trial.integer_nll).mean;
  }
  return result;
}

}  // namespace direct
