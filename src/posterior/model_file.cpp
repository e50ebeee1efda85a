// SPDX-License-Identifier: MIT
// The .direct file. docs/file_formats.md has the layout.
#include <direct/posterior.h>

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>

#include "data/container_file.h"
#include "data/json_fields.h"
#include "posterior/options/options_file.h"
#include "posterior/posterior_file.h"
#include "posterior/prior_file.h"
#include "statistics/moments_file.h"
#include "statistics/preparation_file.h"

namespace direct {
namespace {

using nlohmann::json;

constexpr FileFormat model_format{.name = "direct model", .version = 8, .noun = "model", .oldest_version = 2};

json to_json(const FitSummary& s) {
  return {{"elbo", s.elbo},
          {"converged", s.converged},
          {"stop_reason", s.stop_reason},
          {"iterations", s.iterations},
          {"num_rows", s.num_rows},
          {"protocol", s.protocol},
          {"noise_variance", s.hyperparameters.noise},
          {"weight_variance", s.hyperparameters.weight}};
}

FitSummary summary_from(const json& j) {
  require(number_at(j, "num_rows") > 0.0, "the summary has no rows");
  return {.elbo = number_at(j, "elbo"),
          .converged = j.at("converged"),
          .stop_reason = j.at("stop_reason"),
          .iterations = static_cast<int>(count_at(j, "iterations", std::numeric_limits<int>::max())),
          .num_rows = number_at(j, "num_rows"),
          .protocol = j.at("protocol"),
          .hyperparameters = {.noise = number_at(j, "noise_variance"), .weight = number_at(j, "weight_variance")}};
}

json write_calibration(const Calibration& calibration, Container& container) {
  container.tensors.push_back(tensor("calibration_scales", calibration.scales, {calibration.scales.size()}));
  return {{"num_rows", calibration.num_rows},
          {"num_scales", calibration.scales.size()},
          {"on_training_rows", calibration.on_training_rows}};
}

Calibration read_calibration(const json& j, const Container& container) {
  Calibration calibration{.num_rows = count_at(j, "num_rows"),
                          .scales = doubles(container, "calibration_scales", {count_at(j, "num_scales", 999)}),
                          .on_training_rows = j.value("on_training_rows", false)};
  require(!calibration.scales.empty() && calibration.scales.front() >= 0.0 &&
              std::is_sorted(calibration.scales.begin(), calibration.scales.end()),
          "the scales of the calibration do not increase from 0");
  return calibration;
}

json model_description(const TrainedModel& model, Container& container) {
  json description;
  description["preparation"] = write_preparation(model.preparation, container);
  description["prior"] = write_prior(model.prior, container);
  description["noise"] = write_noise(model.noise, container);
  description["summary"] = to_json(model.summary);
  description["options"] = description_of(model.options);
  if (model.calibration) description["calibration"] = write_calibration(*model.calibration, container);
  if (model.statistics) description["statistics"] = write_statistics(*model.statistics, container);
  write_posterior(model.posterior, description, container);
  if (model.posterior.deviations)
    description["deviations"]["rounding_cost"] = model.summary.rounding_cost.value_or(0.0);
  return description;
}

// Adds what older versions had no words for.
void complete(json& description, const std::string& version) {
  json& options = description.at("options");  // what is not there has its default
  if (version == "8") return;
  options["law"] = word_of(EnsembleLaw::mixture);
  if (version == "7") return;
  complete_features(description.at("preparation"));
  if (version == "6") return;
  complete_preparation(description.at("preparation"));
  if (version == "5") return;
  description.at("prior")["spike"] = 0.0;
  description.at("prior")["learned"] = false;
  if (version == "4") return;
  description["point_masses"] = false;
  description.at("prior")["num_components"] = 0U;
  options["posterior"] = word_of(PosteriorKind::mean_field);  // there was no other
}

// Before anything is sized by it.
void check_network(const TrainedModel& model) {
  if (model.options.model == ModelKind::linear)
    return require(model.options.hidden.empty() && model.preparation.features.degree == 1,
                   "a linear model has neither hidden layers nor features of a network");
  const std::size_t num_layers = model.options.hidden.size();
  require(num_layers >= 1 && num_layers <= 6, "a network has 1 to 6 hidden layers");
  require(model.preparation.features.degree == degree(network_of(model)), "the features are not those of the network");
  require(model.preparation.features.kind != FeatureKind::fourier, "a network has no Fourier features");
}

TrainedModel model_from(json description, const Container& container) {
  complete(description, container.metadata.at("format_version"));
  TrainedModel model{.preparation = read_preparation(description.at("preparation"), container)};
  model.options = options_from(description.at("options"));
  check_network(model);
  model.prior = read_prior(description.at("prior"), container, num_weights(model));
  model.noise = read_noise(description.at("noise"), container);
  model.posterior = read_posterior(description, container, model.prior, model.noise);
  model.summary = summary_from(description.at("summary"));
  if (model.posterior.deviations) {
    model.summary.rounding_cost = number_at(description.at("deviations"), "rounding_cost");
    require(*model.summary.rounding_cost >= 0.0, "the cost of rounding is negative");
  }
  require(model.options.likelihood == model.preparation.schema.likelihood, "the likelihood is not that of the targets");
  if (has_support_file(model.options)) model.options.support_levels = model.prior.levels;
  if (description.contains("calibration"))
    model.calibration = read_calibration(description.at("calibration"), container);
  if (!description.contains("statistics")) return model;
  model.statistics = read_statistics(description.at("statistics"), container, model.preparation.features);
  require(num_rows(*model.statistics) > 0.0, "the statistics have no rows");
  return model;
}

}  // namespace

void save_model(const TrainedModel& model, const std::string& path) {
  Container container;
  const json description = model_description(model, container);
  write_described(model_format, description, std::move(container), path);
}

TrainedModel load_model(const std::string& path) { return read_described(model_format, path, model_from); }

}  // namespace direct
