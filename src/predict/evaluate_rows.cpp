// SPDX-License-Identifier: MIT
#include "predict/evaluate_rows.h"

#include <algorithm>
#include <cmath>

#include "likelihoods/family.h"
#include "predict/class_scores.h"
#include "predict/scores.h"

namespace direct {
namespace {

RowScore score_of(const Distribution& distribution, double target) {
  RowScore score{.error = target - distribution.prediction().mean, .log_density = distribution.log_density(target)};
  for (std::size_t l = 0; l < interval_levels.size(); ++l) {
    const Interval bounds = distribution.interval(interval_levels[l].value);
    score.width[l] = bounds.upper - bounds.lower;
    score.outside[l] = std::max({0.0, bounds.lower - target, target - bounds.upper});
  }
  return score;
}

// Calls use(rows) for every block and reports how many there were.
template <typename Use>
void for_each_evaluated_block(RowReader& reader, const Progress& progress, const Use& use) {
  double done = 0.0;
  for (Rows rows; reader.next(rows);) {
    use(rows);
    done += static_cast<double>(rows.targets.size());
    report(progress, {.stage = "evaluate", .done = done});
  }
}

}  // namespace

Evaluation evaluate_classes(const TrainedModel& model, RowReader& reader, const Progress& progress) {
  const Predictor predictor(model);
  std::vector<ClassPrediction> all;
  for_each_evaluated_block(reader, progress, [&](const Rows& rows) {
    const std::size_t first = all.size();
    all.resize(first + rows.targets.size());
    predictor.for_each(rows.inputs, rows.exposures, [&](std::size_t row, const Distribution& distribution) {
      all[first + row] = {.probability = distribution.prediction().mean,
                          .log_probability = distribution.log_density(rows.targets[row]),
                          .is_second = rows.targets[row] > 0.5};
    });
  });
  Evaluation result{
      .likelihood = model.preparation.schema.likelihood, .num_rows = all.size(), .classes = class_scores(all)};
  result.nll = result.classes->log_loss;
  result.rmse = std::sqrt(result.classes->brier);
  for (const ClassPrediction& row : all)
    result.mae += (row.is_second ? 1.0 - row.probability : row.probability) / static_cast<double>(all.size());
  return result;
}

Evaluation evaluate_means(const TrainedModel& model, RowReader& reader, const Progress& progress) {
  const Likelihood likelihood = model.preparation.schema.likelihood;
  const Predictor predictor(model);
  Scores scores;
  double deviance = 0.0;
  for_each_evaluated_block(reader, progress, [&](const Rows& rows) {
    std::vector<RowScore> block(rows.targets.size());
    std::vector<double> deviances(block.size());
    predictor.for_each(rows.inputs, rows.exposures, [&](std::size_t row, const Distribution& distribution) {
      block[row] = score_of(distribution, rows.targets[row]);
      deviances[row] = likelihood.family().unit_deviance(rows.targets[row], distribution.prediction().mean);
    });
    scores.add(block);
    for (const double of_row : deviances) deviance += of_row;
  });
  Evaluation result = scores.result();
  result.likelihood = likelihood;
  result.deviance = finite(deviance) / static_cast<double>(result.num_rows);
  result.pinball.clear();
  result.pit_histogram.clear();
  result.reliability.clear();
  return result;
}

}  // namespace direct
