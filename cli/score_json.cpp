// SPDX-License-Identifier: MIT
// How good a model is, as JSON.
#include "json.h"
#include "json_parts.h"
#include "model_view.h"
#include "option_flags.h"
#include "scores.h"
#include "words.h"

namespace direct {
namespace {

template <typename Score>
Json of_intervals(const Evaluation& evaluation, Score IntervalScore::*score) {
  Json object = Json::object();
  for (const auto& [level, scores] : evaluation.intervals) object[level] = scores.*score;
  return object;
}

Json reliability_json(const std::vector<ReliabilityPoint>& points) {
  Json array = Json::array();
  for (const auto& [level, coverage] : points) array.push_back({{"level", level}, {"coverage", coverage}});
  return array;
}

Json class_scores_json(const ClassScores& scores) {
  Json calibration = Json::array();
  for (const CalibrationBin& bin : scores.calibration)
    calibration.push_back({{"lower", bin.lower},
                           {"upper", bin.upper},
                           {"num_rows", bin.num_rows},
                           {"mean_probability", bin.mean_probability},
                           {"share", bin.share}});
  return {{"log_loss", scores.log_loss},
          {"brier", scores.brier},
          {"accuracy", scores.accuracy},
          {"auc", scores.auc},
          {"calibration_error", scores.calibration_error},
          {"calibration", calibration}};
}

Json mean_scores_json(const Evaluation& evaluation) {
  return {{"rmse", evaluation.rmse},
          {"mae", evaluation.mae},
          {"nll", evaluation.nll},
          {"deviance", evaluation.deviance},
          {"coverage", of_intervals(evaluation, &IntervalScore::coverage)},
          {"width", of_intervals(evaluation, &IntervalScore::width)},
          {"winkler", of_intervals(evaluation, &IntervalScore::winkler)}};
}

Json generalized_json(const Evaluation& evaluation) {
  Json object = evaluation.classes ? class_scores_json(*evaluation.classes) : mean_scores_json(evaluation);
  object["sparsity"] = evaluation.sparsity;
  return object;
}

// Each is a ratio of rmse and a difference of nll, in nats per row: with codes, against without.
Json weight_codes_json(const Evaluation& evaluation) {
  if (!evaluation.yardstick) return {};
  return {{"rmse_ratio", rmse_ratio(evaluation.rmse, evaluation.yardstick->rmse)},
          {"nll", evaluation.nll - evaluation.yardstick->nll}};
}

Json feature_codes_json(const std::optional<FeatureCost>& cost) {
  if (!cost) return {};
  return {{"rmse_ratio", cost->rmse_ratio}, {"nll", cost->nll}, {"pilot_rows", cost->num_rows}};
}

Json scores_json(const Evaluation& evaluation) {
  if (!evaluation.likelihood->is_gaussian) return generalized_json(evaluation);
  Json object = {{"rmse", evaluation.rmse},
                 {"mae", evaluation.mae},
                 {"nll", evaluation.nll},
                 {"crps", evaluation.crps},
                 {"coverage", of_intervals(evaluation, &IntervalScore::coverage)},
                 {"width", of_intervals(evaluation, &IntervalScore::width)},
                 {"winkler", of_intervals(evaluation, &IntervalScore::winkler)},
                 {"pinball", evaluation.pinball},
                 {"pit_histogram", evaluation.pit_histogram},
                 {"reliability", reliability_json(evaluation.reliability)},
                 {"calibrated", of_intervals(evaluation, &IntervalScore::calibrated)},
                 {"sparsity", evaluation.sparsity}};
  if (evaluation.yardstick) {
    const auto& [rmse, nll, crps] = *evaluation.yardstick;
    object["yardstick"] = {{"rmse", rmse}, {"nll", nll}, {"crps", crps}};
  }
  return object;
}

Json trust_json(const Evaluation& evaluation) {
  return {{"levels", levels_json(evaluation.levels)}, {"interval_warnings", with_flags(evaluation.interval_warnings)}};
}

Json fold_json(const FoldResult& fold) {
  Json object = {{"num_rows", fold.evaluation.num_rows}};
  object.update(scores_json(fold.evaluation));
  object.update(trust_json(fold.evaluation));
  object["elbo"] = fold.report.elbo;
  object["converged"] = fold.report.converged;
  object["stop_reason"] = fold.report.stop_reason;
  object["iterations"] = fold.report.iterations;
  object["seconds"] = seconds_json(fold.report.seconds);
  return object;
}

Json companion_json(const std::optional<CompanionComparison>& companion) {
  if (!companion) return {};
  return {{"num_rows", companion->num_rows},
          {"mean_difference", companion->mean_difference},
          {"worst_difference", companion->worst_difference},
          {"std_model_ratio", companion->std_model_ratio},
          {"std_total_ratio", companion->std_total_ratio}};
}

Json evidence_json(const std::optional<EvidenceComparison>& evidence) {
  if (!evidence) return {};
  return {{"elbo", evidence->elbo}, {"log_evidence", evidence->log_evidence}, {"gap_per_row", evidence->gap_per_row}};
}

Json saturation_json(const Saturation& saturation) {
  return {{"mass_at_ends", saturation.mass_at_ends},
          {"prior_mass_at_ends", saturation.prior_mass_at_ends},
          {"num_saturated", saturation.num_saturated}};
}

Json importance_json(const std::optional<ImportanceCheck>& importance) {
  if (!importance) return {};
  return {{"pareto_k", importance->pareto_k}, {"num_draws", importance->num_draws}};
}

}  // namespace

std::string to_json(const Evaluation& evaluation, std::optional<std::size_t> num_draws) {
  Json object = {{"schema_version", schema_version},
                 {"num_rows", evaluation.num_rows},
                 {"num_active_features", evaluation.num_active_features}};
  if (num_draws) object.update({{"integer", true}, {"num_draws", *num_draws}});
  if (!evaluation.likelihood->is_gaussian) object["likelihood"] = evaluation.likelihood->name;
  object.update(trust_json(evaluation));
  object.update(scores_json(evaluation));
  if (evaluation.likelihood->is_gaussian)
    object["codes"] = {{"weights", weight_codes_json(evaluation)},
                       {"features", feature_codes_json(evaluation.feature_codes)}};
  return printed(object);
}

std::string to_json(const CrossValidation& result) {
  const Spread scores = spread(result.folds);
  Json folds = Json::array();
  for (const FoldResult& fold : result.folds) folds.push_back(fold_json(fold));
  Json object = {{"schema_version", schema_version},
                 {"num_rows", scores.mean.num_rows},
                 {"num_folds", result.folds.size()},
                 {"converged", all_converged(result.folds)}};
  object.update(scores_json(scores.mean));
  object.update({{"mean", scores_json(scores.mean)},
                 {"std", scores_json(scores.std)},
                 {"folds", folds},
                 {"seconds", seconds_json(result.seconds)},
                 {"leakage", result.leakage.empty() ? Json() : Json(with_flags(result.leakage))},
                 {"notes", with_flags(result.notes)},
                 {"interval_warnings", with_flags(fold_warnings(result.folds))},
                 {"warnings", with_flags(result.warnings)}});
  return printed(object);
}

std::string to_json(const Calibration& calibration, const std::vector<std::string>& interval_warnings) {
  Json object = {{"schema_version", schema_version}};
  object.update(calibration_json(calibration));
  object["trained_on_these_rows"] = calibration.on_training_rows;
  object["interval_warnings"] = with_flags(interval_warnings);
  return printed(object);
}

std::string to_json(const Trust& trust) {
  const auto& companion_weights = trust.companion_effective_weights;
  return printed({{"schema_version", schema_version},
                  {"verdict", word_of(trust.verdict)},
                  {"findings", with_flags(trust.findings)},
                  {"missing", with_flags(trust.missing)},
                  {"converged", trust.converged},
                  {"levels", levels_json(trust.levels)},
                  {"interval_warnings", with_flags(trust.interval_warnings)},
                  {"companion", companion_json(trust.companion)},
                  {"feature_codes", feature_codes_json(trust.feature_codes)},
                  {"evidence", evidence_json(trust.evidence)},
                  {"saturation", saturation_json(trust.saturation)},
                  {"effective_weights", trust.effective_weights},
                  {"companion_effective_weights", companion_weights ? Json(*companion_weights) : Json()},
                  {"nonzero_weights", trust.nonzero_weights},
                  {"importance", importance_json(trust.importance)}});
}

}  // namespace direct
