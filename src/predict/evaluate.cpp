// SPDX-License-Identifier: MIT
#include <direct/evaluate.h>

#include <fmt/format.h>

#include "algebra/parallel.h"
#include "predict/evaluate_rows.h"
#include "predict/feature_cost.h"
#include "predict/scores.h"
#include "predict/yardstick.h"

namespace direct {
namespace {

// Rows are scored in parallel and added up in their order.
void add_scores(const Predictor& predictor, const Rows& rows, const Calibration* calibration, Scores& scores) {
  std::vector<RowScore> block(rows.targets.size());
  predictor.for_each(rows.inputs, [&](std::size_t row, const Distribution& distribution) {
    block[row] = row_score(distribution, rows.targets[row], calibration);
  });
  scores.add(block);
}

Evaluation evaluate_gaussian(const TrainedModel& model, RowReader& reader, const EvaluateOptions& options) {
  const Predictor predictor(model);
  const Calibration* calibration = options.use_calibration && model.calibration ? &*model.calibration : nullptr;
  std::optional<CompanionScores> companion;
  if (model.statistics) companion.emplace(model);
  Scores scores;
  for (Rows rows; reader.next(rows);) {
    add_scores(predictor, rows, calibration, scores);
    if (companion) companion->add(rows);
    report(options.progress, {.stage = "evaluate", .done = static_cast<double>(scores.num_rows())});
  }
  Evaluation result = scores.result();
  if (companion) result.yardstick = companion->result();
  result.feature_codes = feature_cost(model);
  if (calibration && largest_level(*calibration) < interval_levels.back().value)
    result.warnings.push_back("intervals beyond a level of " + fmt::format("{}", largest_level(*calibration)) +
                              " are not calibrated: there were only " + std::to_string(calibration->num_rows) +
                              " held-out rows");
  return result;
}

Evaluation evaluate_with(const TrainedModel& model, RowReader& reader, const EvaluateOptions& options) {
  const Likelihood likelihood = model.preparation.schema.likelihood;
  if (likelihood->is_gaussian) return evaluate_gaussian(model, reader, options);
  return likelihood->has_classes ? evaluate_classes(model, reader, options.progress)
                                 : evaluate_means(model, reader, options.progress);
}

Evaluation evaluate_in_arena(const TrainedModel& model, const Dataset& dataset, const EvaluateOptions& options) {
  RowReader reader(dataset, model.preparation.schema, RowReader::Targets::required);
  Evaluation result = evaluate_with(model, reader, options);
  result.model = model.options.model;
  result.sparsity = sparsity(model.posterior, model.prior);
  result.levels = levels_report(model);
  result.interval_warnings = interval_warnings(model, options.use_calibration);
  result.num_active_features = active_features(model.posterior, model.prior).size();
  result.warnings.insert(result.warnings.begin(), reader.warnings().begin(), reader.warnings().end());
  return result;
}

}  // namespace

Evaluation evaluate(const TrainedModel& model, const Dataset& dataset, const EvaluateOptions& options) {
  return with_threads(options.threads, [&] { return evaluate_in_arena(model, dataset, options); });
}

}  // namespace direct
