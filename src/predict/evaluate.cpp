// SPDX-License-Identifier: MIT
#include <direct/error.h>
#include <direct/predict.h>

#include "algebra/parallel.h"
#include "predict/scores.h"
#include "predict/yardstick.h"

namespace direct {
namespace {

Evaluation evaluate_in_arena(const TrainedModel& model, const Dataset& dataset, const Progress& progress) {
  const Predictor predictor(model);
  std::optional<CompanionPredictor> companion;
  if (model.statistics) companion.emplace(model);
  Scores scores, yardstick;
  RowReader reader(dataset, model.preparation.schema, RowReader::Targets::required);
  for (Rows rows; reader.next(rows);) {
    scores.add(predictor(rows.inputs), rows.targets);
    if (companion) yardstick.add((*companion)(rows.inputs), rows.targets);
    report(progress, {.stage = "evaluate", .done = static_cast<double>(scores.num_rows())});
  }
  Evaluation result = scores.result();
  result.sparsity = sparsity(model.posterior, model.prior);
  if (companion) {
    const Evaluation full_precision = yardstick.result();
    result.yardstick = Yardstick{.rmse = full_precision.rmse, .nll = full_precision.nll};
  }
  result.warnings = reader.warnings();
  return result;
}

}  // namespace

Evaluation evaluate(const TrainedModel& model, const Dataset& dataset, int threads, const Progress& progress) {
  return with_threads(threads, [&] { return evaluate_in_arena(model, dataset, progress); });
}

}  // namespace direct
