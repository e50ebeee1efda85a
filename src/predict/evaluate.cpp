// SPDX-License-Identifier: MIT
#include <direct/generalized.h>
#include <direct/predict.h>

#include <fmt/format.h>

#include "algebra/parallel.h"
#include "predict/generalized/mean_scores.h"
#include "predict/scores.h"
#include "predict/yardstick.h"

namespace direct {
namespace {

// Rows are scored in parallel and added up in their order.
void add_scores(const Predictor& predictor, const Rows& rows, const Calibration* calibration, Scores& scores) {
  std::vector<RowScore> block(rows.targets.size());
  predictor.for_each(rows.inputs, [&](std::size_t row, const PredictiveDistribution& distribution) {
    block[row] = row_score(distribution, rows.targets[row], calibration);
  });
  scores.add(block);
}

void add_scores(const GeneralizedPredictor& predictor, const Rows& rows, Likelihood likelihood,
                GeneralizedScores& scores) {
  std::vector<GeneralizedRowScore> block(rows.targets.size());
  predictor.for_each(rows.inputs, rows.exposures, [&](std::size_t row, const GeneralizedDistribution& distribution) {
    block[row] = row_score(distribution, likelihood, rows.targets[row]);
  });
  scores.add(block);
}

void add_model(const TrainedModel& model, const RowReader& reader, Evaluation& result) {
  result.sparsity = sparsity(model.posterior, model.prior);
  result.num_active_features = active_features(model.posterior, model.prior).size();
  result.warnings.insert(result.warnings.begin(), reader.warnings().begin(), reader.warnings().end());
}

Evaluation evaluate_generalized(const TrainedModel& model, const Dataset& dataset, const EvaluateOptions& options) {
  const GeneralizedPredictor predictor(model);
  const Likelihood likelihood = model.preparation.schema.likelihood;
  GeneralizedScores scores(likelihood);
  RowReader reader(dataset, model.preparation.schema, RowReader::Targets::required);
  for (Rows rows; reader.next(rows);) {
    add_scores(predictor, rows, likelihood, scores);
    report(options.progress, {.stage = "evaluate", .done = static_cast<double>(scores.num_rows())});
  }
  Evaluation result = scores.result();
  add_model(model, reader, result);
  return result;
}

Evaluation evaluate_in_arena(const TrainedModel& model, const Dataset& dataset, const EvaluateOptions& options) {
  const Predictor predictor(model);
  const Calibration* calibration = options.use_calibration && model.calibration ? &*model.calibration : nullptr;
  std::optional<CompanionScores> companion;
  if (model.statistics) companion.emplace(model);
  Scores scores;
  RowReader reader(dataset, model.preparation.schema, RowReader::Targets::required);
  for (Rows rows; reader.next(rows);) {
    add_scores(predictor, rows, calibration, scores);
    if (companion) companion->add(rows);
    report(options.progress, {.stage = "evaluate", .done = static_cast<double>(scores.num_rows())});
  }
  Evaluation result = scores.result();
  if (companion) result.yardstick = companion->result();
  if (calibration && largest_level(*calibration) < interval_levels.back().value)
    result.warnings.push_back("intervals beyond a level of " + fmt::format("{}", largest_level(*calibration)) +
                              " are not calibrated: there were only " + std::to_string(calibration->num_rows) +
                              " held-out rows");
  add_model(model, reader, result);
  return result;
}

}  // namespace

Evaluation evaluate(const TrainedModel& model, const Dataset& dataset, const EvaluateOptions& options) {
  const bool is_gaussian = model.preparation.schema.likelihood == Likelihood::gaussian;
  return with_threads(options.threads, [&] {
    return is_gaussian ? evaluate_in_arena(model, dataset, options) : evaluate_generalized(model, dataset, options);
  });
}

}  // namespace direct
