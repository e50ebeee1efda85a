// SPDX-License-Identifier: MIT
#include "json.h"

#include <cmath>

#include <nlohmann/json.hpp>

#include "model_view.h"
#include "scores.h"
#include "statistics_view.h"
#include "words.h"

namespace direct {
namespace {

using Json = nlohmann::ordered_json;

constexpr int schema_version = 1;

std::string printed(const Json& object) { return object.dump(2, ' ', false, Json::error_handler_t::replace) + "\n"; }

// Weights are whole numbers most of the time, and then the sum of them is printed as one.
Json rows_json(double num_rows) {
  constexpr double largest = 9007199254740992.0;  // 2^53: every whole number up to it is a double
  if (num_rows == std::floor(num_rows) && num_rows <= largest) return static_cast<std::uint64_t>(num_rows);
  return num_rows;
}

Json seconds_json(const Seconds& seconds) {
  return {{"read", seconds.read},
          {"features", seconds.features},
          {"statistics", seconds.statistics},
          {"hyperparameters", seconds.hyperparameters},
          {"fit", seconds.fit},
          {"total", seconds.total}};
}

Json hyperparameters_json(const TrainedModel& model) {
  return {{"protocol", model.summary.protocol},
          {"noise", noise_hyperparameter(model)},
          {"prior_scale", prior_scale(model)}};
}

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

Json scores_json(const Evaluation& evaluation) {
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

Json fold_json(const FoldResult& fold) {
  Json object = {{"num_rows", fold.evaluation.num_rows}};
  object.update(scores_json(fold.evaluation));
  object["elbo"] = fold.report.elbo;
  object["converged"] = fold.report.converged;
  object["stop_reason"] = fold.report.stop_reason;
  object["iterations"] = fold.report.iterations;
  object["seconds"] = seconds_json(fold.report.seconds);
  return object;
}

Json column_json(const Column& column) {
  Json object = {{"name", column.name}, {"type", column.categorical ? "category" : "number"}};
  if (column.categorical) object["levels"] = column.levels;
  if (column.indicator) object["indicator"] = true;
  return object;
}

Json schema_json(const Schema& schema) {
  Json columns = Json::array();
  for (const Column& column : schema.columns) columns.push_back(column_json(column));
  const Json weight = schema.weight_name.empty() ? Json() : Json(schema.weight_name);
  return {{"target", schema.target_name},
          {"weight", weight},
          {"columns", columns},
          {"dropped", schema.dropped},
          {"missing", word_of(schema.missing)},
          {"unseen", word_of(schema.unseen)},
          {"header", schema.has_header}};
}

// The scales of a few levels; null for none.
Json calibration_json(const std::optional<Calibration>& calibration) {
  if (!calibration) return {};
  Json scales = Json::object();
  for (const char* level : {"0.5", "0.9", "0.95"}) {
    const double value = std::stod(level);
    scales[level] = value <= largest_level(*calibration) ? Json(interval_scale(*calibration, value)) : Json();
  }
  return {{"num_rows", calibration->num_rows}, {"scales", scales}, {"max_level", largest_level(*calibration)}};
}

Json exact_json(const std::optional<Statistics>& statistics) {
  return statistics ? Json(is_exact(*statistics)) : Json();
}

Json size_json(const DrawsSummary& draws) {
  return {{"count", draws.count},
          {"num_features", draws.num_features},
          {"num_levels", draws.num_levels},
          {"bits", code_bits(draws.num_levels)},
          {"bytes_per_draw", bytes_per_draw(draws.num_features, draws.num_levels)}};
}

Json realised_json(const DrawsSummary& draws) {
  return {{"realised_sparsity", draws.sparsity()}, {"realised_zero_codes", draws.zero_codes()}};
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

std::string to_json(const Training& training, long peak_memory_bytes) {
  const TrainedModel& model = training.model;
  const FitReport& report = training.report;
  return printed({{"schema_version", schema_version},
                  {"elbo", report.elbo},
                  {"converged", report.converged},
                  {"stop_reason", report.stop_reason},
                  {"iterations", report.iterations},
                  {"start", report.start},
                  {"gradient_norm", report.gradient_norm},
                  {"num_rows", rows_json(model.summary.num_rows)},
                  {"num_features", model.prior.num_features()},
                  {"feature_bits", feature_bits(model.preparation.features)},
                  {"exact", exact_json(model.statistics)},
                  {"num_levels", model.prior.num_levels()},
                  {"num_components", model.posterior.num_components()},
                  {"sparsity", sparsity(model.posterior, model.prior)},
                  {"zero_codes", zero_codes(model.posterior, model.prior)},
                  {"hyperparameters", hyperparameters_json(model)},
                  {"seconds", seconds_json(report.seconds)},
                  {"peak_memory_bytes", peak_memory_bytes},
                  {"notes", report.notes}});
}

std::string to_json(const Gathered& gathered, long peak_memory_bytes) {
  const Statistics& statistics = gathered.statistics.statistics;
  const FeatureMap& features = gathered.statistics.preparation.features;
  return printed({{"schema_version", schema_version},
                  {"num_rows", rows_json(num_rows(statistics))},
                  {"num_features", features.num_features()},
                  {"feature_bits", feature_bits(features)},
                  {"exact", is_exact(statistics)},
                  {"seconds", seconds_json(gathered.seconds)},
                  {"peak_memory_bytes", peak_memory_bytes},
                  {"notes", gathered.notes}});
}

std::string to_json(const PreparedStatistics& file) {
  const Preparation& preparation = file.preparation;
  return printed(
      {{"schema_version", schema_version},
       {"kind", "statistics"},
       {"num_rows", rows_json(num_rows(file.statistics))},
       {"features", word_of(preparation.features.kind)},
       {"num_features", preparation.features.num_features()},
       {"feature_bits", feature_bits(preparation.features)},
       {"exact", is_exact(file.statistics)},
       {"pilot", {{"noise", pilot_noise(preparation)}, {"prior_scale", std::sqrt(preparation.pilot.weight)}}},
       {"target_mean", preparation.scaling.target_mean},
       {"target_scale", preparation.scaling.target_scale},
       {"schema", schema_json(preparation.schema)}});
}

std::string to_json(const TrainedModel& model) {
  const FitSummary& summary = model.summary;
  const Scaling& scaling = model.preparation.scaling;
  return printed({{"schema_version", schema_version},
                  {"kind", "model"},
                  {"num_rows", rows_json(summary.num_rows)},
                  {"num_features", model.prior.num_features()},
                  {"feature_bits", feature_bits(model.preparation.features)},
                  {"exact", exact_json(model.statistics)},
                  {"num_levels", model.prior.num_levels()},
                  {"num_components", model.posterior.num_components()},
                  {"features", word_of(model.preparation.features.kind)},
                  {"prior", word_of(model.prior.kind)},
                  {"support", first_levels(model)},
                  {"noise", {{"variances", noise_variances(model)}, {"probabilities", noise_probabilities(model)}}},
                  {"elbo", summary.elbo},
                  {"converged", summary.converged},
                  {"stop_reason", summary.stop_reason},
                  {"iterations", summary.iterations},
                  {"sparsity", sparsity(model.posterior, model.prior)},
                  {"zero_codes", zero_codes(model.posterior, model.prior)},
                  {"hyperparameters", hyperparameters_json(model)},
                  {"seed", model.options.seed},
                  {"statistics", model.statistics.has_value()},
                  {"calibration", calibration_json(model.calibration)},
                  {"target_mean", scaling.target_mean},
                  {"target_scale", scaling.target_scale},
                  {"schema", schema_json(model.preparation.schema)}});
}

std::string to_json(const DrawsSummary& draws) {
  Json object = {{"schema_version", schema_version}, {"kind", "draws"}};
  object.update(size_json(draws));
  object.update(realised_json(draws));
  return printed(object);
}

std::string to_json(const SampleReport& report) {
  Json object = {{"schema_version", schema_version}};
  object.update(size_json(report.draws));
  object["sparsity"] = report.sparsity;
  object["zero_codes"] = report.zero_codes;
  object.update(realised_json(report.draws));
  object["seed"] = report.seed;
  return printed(object);
}

std::string to_json(const Evaluation& evaluation) {
  Json object = {{"schema_version", schema_version}, {"num_rows", evaluation.num_rows}};
  object.update(scores_json(evaluation));
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
                 {"notes", result.notes}});
  return printed(object);
}

std::string to_json(const Calibration& calibration) {
  Json object = {{"schema_version", schema_version}};
  object.update(calibration_json(calibration));
  return printed(object);
}

std::string to_json(const Trust& trust) {
  const auto& companion_weights = trust.companion_effective_weights;
  return printed({{"schema_version", schema_version},
                  {"verdict", word_of(trust.verdict)},
                  {"findings", trust.findings},
                  {"missing", trust.missing},
                  {"converged", trust.converged},
                  {"companion", companion_json(trust.companion)},
                  {"evidence", evidence_json(trust.evidence)},
                  {"saturation", saturation_json(trust.saturation)},
                  {"effective_weights", trust.effective_weights},
                  {"companion_effective_weights", companion_weights ? Json(*companion_weights) : Json()},
                  {"nonzero_weights", trust.nonzero_weights},
                  {"importance", importance_json(trust.importance)}});
}

std::string version_to_json(const std::string& version) {
  return printed({{"schema_version", schema_version}, {"version", version}});
}

}  // namespace direct
