// SPDX-License-Identifier: MIT
#include <direct/deploy.h>

#include <cmath>

#include "algebra/parallel.h"
#include "predict/distribution/law.h"
#include "predict/scores.h"
#include "predict/yardstick.h"

namespace direct {
namespace {

// What the device's numbers say of one row: equally probable Gaussians about its draws.
PredictiveDistribution distribution_of(const IntegerPredictor& predictor, const IntegerModel& model,
                                       const Scaling& scaling, std::span<const double> inputs) {
  const std::vector<std::int16_t> codes = predictor.codes(inputs);
  const IntegerPrediction prediction = predictor(codes);
  const double noise = predictor.value(model.noise);
  PredictiveDistribution::Law law{.moments = {.mean = predictor.value(prediction.mean),
                                              .std_model = predictor.value(prediction.std_model),
                                              .std_noise = noise,
                                              .std_total = predictor.value(prediction.std_total)},
                                  .target_mean = scaling.target_mean,
                                  .target_scale = scaling.target_scale};
  GaussianMixture mixture;
  for (const std::int32_t draw : predictor.draws(codes))
    mixture.parts.push_back({.probability = 1.0 / static_cast<double>(model.num_draws),
                             .mean = (predictor.value(draw) - scaling.target_mean) / scaling.target_scale,
                             .variance = noise * noise / (scaling.target_scale * scaling.target_scale)});
  law.shape = std::move(mixture);
  return PredictiveDistribution(std::make_shared<const PredictiveDistribution::Law>(std::move(law)));
}

void add_scores(const IntegerPredictor& predictor, const IntegerModel& model, const Scaling& scaling, const Rows& rows,
                const Calibration* calibration, Scores& scores) {
  std::vector<RowScore> block(rows.targets.size());
  parallel_for(block.size(), [&](std::size_t i) {
    std::vector<double> inputs(rows.inputs.cols());
    for (std::size_t j = 0; j < inputs.size(); ++j) inputs[j] = rows.inputs(i, j);
    block[i] = row_score(distribution_of(predictor, model, scaling, inputs), rows.targets[i], calibration);
  });
  scores.add(block);
}

Evaluation evaluate_in_arena(const TrainedModel& model, const IntegerModel& integer, const Dataset& dataset,
                             const EvaluateOptions& options) {
  const IntegerPredictor predictor(integer);
  const Calibration* calibration = options.use_calibration && model.calibration ? &*model.calibration : nullptr;
  std::optional<CompanionScores> companion;
  if (model.statistics) companion.emplace(model);
  RowReader reader(dataset, model.preparation.schema, RowReader::Targets::required);
  Scores scores;
  for (Rows rows; reader.next(rows);) {
    add_scores(predictor, integer, model.preparation.scaling, rows, calibration, scores);
    if (companion) companion->add(rows);
    report(options.progress, {.stage = "evaluate", .done = static_cast<double>(scores.num_rows())});
  }
  Evaluation result = scores.result();
  if (companion) result.yardstick = companion->result();
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
