// SPDX-License-Identifier: MIT
#include "json.h"

#include <cmath>

#include "json_parts.h"
#include "metric_view.h"
#include "model_view.h"
#include "option_flags.h"
#include "statistics_view.h"
#include "words.h"

namespace direct {
namespace {

// Weights are whole numbers most of the time, and then the sum of them is printed as one.
Json rows_json(double num_rows) {
  constexpr double largest = 9007199254740992.0;  // 2^53: every whole number up to it is a double
  if (num_rows == std::floor(num_rows) && num_rows <= largest) return static_cast<std::uint64_t>(num_rows);
  return num_rows;
}

Json hyperparameters_json(const TrainedModel& model) {
  return {{"protocol", model.summary.protocol},
          {"noise", noise_hyperparameter(model)},
          {"prior_scale", prior_scale(model)}};
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
  const auto name_or_null = [](const std::string& name) { return name.empty() ? Json() : Json(name); };
  return {{"target", schema.target_name},
          {"weight", name_or_null(schema.weight_name)},
          {"exposure", name_or_null(schema.exposure_name)},
          {"columns", columns},
          {"dropped", schema.dropped},
          {"missing", word_of(schema.missing)},
          {"unseen", word_of(schema.unseen)},
          {"header", schema.has_header}};
}

Json exact_json(const std::optional<Statistics>& statistics) {
  return statistics ? Json(is_exact(*statistics)) : Json();
}

Json draws_json(const std::vector<DrawReport>& draws) {
  Json object = Json::object();
  for (const auto& [word, fate] : words(DrawFate{})) object[std::string(word)] = count(draws, fate);
  object["distortions"] = Json::array();
  for (const DrawReport& draw : draws) object["distortions"].push_back(draw.distortion);
  return object;
}

// What only some posteriors, priors and options have.
Json special_json(const Training& training) {
  Json object = Json::object();
  if (training.model.options.posterior == PosteriorKind::draws) object["draws"] = draws_json(training.report.draws);
  if (const auto& price = training.report.price)
    object["price"] = {{"elbo", price->elbo}, {"rmse", price->rmse}, {"nll", price->nll}};
  const PriorScales scales = prior_scales(training.model);
  if (!scales.scales.empty()) object["prior_responsibilities"] = scales.responsibilities;
  return object;
}

Json entropy_json(const FitOptions& options) {
  return options.posterior == PosteriorKind::mixture ? Json(word_of(options.entropy)) : Json();
}

// One list, or where weights have levels of their own a list for each; nothing where they are learned.
Json support_json(const TrainedModel& model) {
  if (model.prior.learned) return {};
  if (shares_levels(model)) return levels_of(model, 0);
  Json lists = Json::array();
  for (std::size_t j = 0; j < model.prior.num_features(); ++j) lists.push_back(levels_of(model, j));
  return lists;
}

Json learned_json(const WeightPrior& prior) {
  if (!prior.learned) return {};
  return {{"centres", centre_weights(*prior.learned)}, {"steps", prior.learned->steps}};
}

Json spike_json(const WeightPrior& prior) {
  return prior.kind == PriorKind::spike_slab ? Json(prior.spike) : Json(nullptr);
}

Json prior_mixture_json(const TrainedModel& model) {
  const PriorScales scales = prior_scales(model);
  if (scales.scales.empty()) return {};
  return {{"scales", scales.scales},
          {"probabilities", scales.probabilities},
          {"responsibilities", scales.responsibilities}};
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

// What a report of a fit and the view of its model have in common.
Json shape_json(const TrainedModel& model) {
  return {{"num_rows", rows_json(model.summary.num_rows)},
          {"model", word_of(model.options.model)},
          {"hidden", model.options.hidden.empty() ? Json() : Json(model.options.hidden)},
          {"num_features", model.prior.num_features()},
          {"num_active_features", active_features(model.posterior, model.prior).size()},
          {"feature_bits", feature_bits(model.preparation.features)},
          {"exact", exact_json(model.statistics)},
          {"num_levels", num_levels(model.posterior, model.prior)},
          {"levels", levels_json(levels_report(model))},
          {"interval_warnings", with_flags(interval_warnings(model))},
          {"law", model.posterior.deviations ? Json(word_of(model.options.law)) : Json()},
          {"likelihood", model.preparation.schema.likelihood->name},
          {"classes", model.preparation.schema.classes.empty() ? Json() : Json(model.preparation.schema.classes)},
          {"posterior", word_of(model.options.posterior)},
          {"num_components",
           model.posterior.deviations ? model.posterior.deviations->count() : model.posterior.num_components()}};
}

}  // namespace

std::string to_json(const Training& training, long peak_memory_bytes) {
  const TrainedModel& model = training.model;
  const FitReport& report = training.report;
  Json object = {{"schema_version", schema_version},     {"elbo", report.elbo},
                 {"converged", report.converged},        {"stop_reason", report.stop_reason},
                 {"iterations", report.iterations},      {"start", report.start},
                 {"gradient_norm", report.gradient_norm}};
  object.update(shape_json(model));
  object.update({{"sparsity", sparsity(model.posterior, model.prior)},
                 {"zero_codes", zero_codes(model.posterior, model.prior)},
                 {"hyperparameters", hyperparameters_json(model)},
                 {"seconds", seconds_json(report.seconds)},
                 {"peak_memory_bytes", peak_memory_bytes},
                 {"notes", with_flags(report.notes)}});
  object.update(special_json(training));
  return printed(object);
}

std::string to_json(const Gathered& gathered, long peak_memory_bytes) {
  const Statistics& statistics = gathered.statistics.statistics;
  const FeatureMap& features = gathered.statistics.preparation.features;
  return printed({{"schema_version", schema_version},
                  {"num_rows", rows_json(num_rows(statistics))},
                  {"num_features", features.num_features()},
                  {"degree", features.degree},
                  {"feature_bits", feature_bits(features)},
                  {"exact", is_exact(statistics)},
                  {"seconds", seconds_json(gathered.seconds)},
                  {"peak_memory_bytes", peak_memory_bytes},
                  {"notes", with_flags(gathered.notes)}});
}

std::string to_json(const PreparedStatistics& file) {
  const Preparation& preparation = file.preparation;
  return printed(
      {{"schema_version", schema_version},
       {"kind", "statistics"},
       {"num_rows", rows_json(num_rows(file.statistics))},
       {"features", word_of(preparation.features.kind)},
       {"num_features", preparation.features.num_features()},
       {"degree", preparation.features.degree},
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
  Json object = {{"schema_version", schema_version}, {"kind", "model"}};
  object.update(shape_json(model));
  object.update({{"entropy", entropy_json(model.options)},
                 {"features", word_of(model.preparation.features.kind)},
                 {"metric", metric_json(model.preparation)},
                 {"prior", word_of(model.prior.kind)},
                 {"prior_mixture", prior_mixture_json(model)},
                 {"spike", spike_json(model.prior)},
                 {"shared_levels", shares_levels(model)},
                 {"support", support_json(model)},
                 {"learned", learned_json(model.prior)},
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
  return printed(object);
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

std::string version_to_json(const std::string& version) {
  return printed({{"schema_version", schema_version}, {"version", version}});
}

}  // namespace direct
