// SPDX-License-Identifier: MIT
// The .direct file. docs/file_formats.md has the layout.
#include <direct/posterior.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <nlohmann/json.hpp>

#include "algebra/categorical.h"
#include "data/container_file.h"
#include "data/json_fields.h"
#include "posterior/weight_table.h"
#include "statistics/feature_words.h"
#include "statistics/moments_file.h"
#include "statistics/preparation_file.h"

namespace direct {

NLOHMANN_JSON_SERIALIZE_ENUM(PriorKind, {{PriorKind::gaussian, "gaussian"}, {PriorKind::uniform, "uniform"}})
NLOHMANN_JSON_SERIALIZE_ENUM(Hyperparameters,
                             {{Hyperparameters::evidence, "evidence"}, {Hyperparameters::pilot, "pilot"}})
NLOHMANN_JSON_SERIALIZE_ENUM(Optimizer, {{Optimizer::automatic, "auto"},
                                         {Optimizer::best, "best"},
                                         {Optimizer::ascent, "ascent"},
                                         {Optimizer::lbfgs, "lbfgs"}})

namespace {

using nlohmann::json;

constexpr FileFormat format{.name = "direct model", .version = 3, .noun = "model", .oldest_version = 2};

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

// Threads and progress belong to a run, `slim` shows in the file itself.
json to_json(const FitOptions& o) {
  return {{"features", o.features},
          {"num_features", o.num_features},
          {"feature_bits", o.feature_bits},
          {"hyperparameters", o.hyperparameters},
          {"levels", o.levels},
          {"support", o.support},
          {"prior", o.prior},
          {"prior_scale", o.prior_scale},
          {"noise", o.noise},
          {"optimizer", o.optimizer},
          {"max_iterations", o.max_iterations},
          {"tolerance", o.tolerance},
          {"seed", o.seed}};
}

FitOptions options_from(const json& j) {
  return {.features = word_at<FeatureKind>(j, "features"),
          .num_features = count_at(j, "num_features"),
          .feature_bits = static_cast<int>(count_at(j, "feature_bits", 8)),
          .hyperparameters = word_at<Hyperparameters>(j, "hyperparameters"),
          .levels = count_at(j, "levels"),
          .support = j.at("support"),
          .prior = word_at<PriorKind>(j, "prior"),
          .prior_scale = j.at("prior_scale"),
          .noise = j.at("noise"),
          .optimizer = word_at<Optimizer>(j, "optimizer"),
          .max_iterations = static_cast<int>(count_at(j, "max_iterations", std::numeric_limits<int>::max())),
          .tolerance = number_at(j, "tolerance"),
          .seed = count_at(j, "seed")};
}

void write_posterior(const Posterior& q, Container& container) {
  container.tensors.push_back(tensor("log_component_weights", q.log_component_weights, {q.num_components()}));
  std::vector<double> all;
  for (const Matrix& component : q.log_probabilities)
    all.insert(all.end(), component.values().begin(), component.values().end());
  const Matrix& shape = q.log_probabilities.front();
  container.tensors.push_back(tensor("log_probabilities", all, {q.num_components(), shape.cols(), shape.rows()}));
  container.tensors.push_back(
      tensor("noise_log_probabilities", q.noise_log_probabilities, {q.noise_log_probabilities.size()}));
}

void require_distribution(std::span<const double> log_probabilities) {
  require(std::abs(log_sum_exp(log_probabilities)) < 1e-6, "probabilities do not sum to one");
}

Posterior read_posterior(const Container& container, std::size_t num_components, const WeightPrior& prior,
                         const NoisePrior& noise) {
  Posterior q{.log_component_weights = doubles(container, "log_component_weights", {num_components}),
              .noise_log_probabilities = doubles(container, "noise_log_probabilities", {noise.variances.size()})};
  const std::vector<double> all =
      doubles(container, "log_probabilities", {num_components, prior.num_features(), prior.num_levels()});
  auto next = all.begin();
  for (std::size_t i = 0; i < num_components; ++i) {
    Matrix component(prior.num_levels(), prior.num_features());
    std::copy_n(next, component.size(), component.data());
    next += static_cast<std::ptrdiff_t>(component.size());
    for (std::size_t j = 0; j < component.cols(); ++j) require_distribution(component.column(j));
    q.log_probabilities.push_back(std::move(component));
  }
  require_distribution(q.log_component_weights);
  require_distribution(q.noise_log_probabilities);
  return q;
}

json write_prior(const WeightPrior& prior, Container& container) {
  const bool shared = same_for_all(prior.levels) && same_for_all(prior.log_prior);
  write_table("levels", prior.levels, shared, container);
  write_table("log_prior", prior.log_prior, shared, container);
  container.tensors.push_back(tensor("prior_means", prior.means, {prior.means.size()}));
  container.tensors.push_back(tensor("prior_variances", prior.variances, {prior.variances.size()}));
  return {{"kind", prior.kind}, {"num_levels", prior.num_levels()}, {"shared_levels", shared}};
}

json write_noise(const NoisePrior& noise, Container& container) {
  container.tensors.push_back(tensor("noise_variances", noise.variances, {noise.variances.size()}));
  container.tensors.push_back(tensor("noise_log_prior", noise.log_prior, {noise.log_prior.size()}));
  return {{"num_levels", noise.variances.size()}};
}

WeightPrior read_prior(const json& j, const Container& container, std::size_t num_features) {
  const std::size_t num_levels = num_levels_at(j);
  const bool shared = j.at("shared_levels");
  WeightPrior prior{.kind = word_at<PriorKind>(j, "kind"),
                    .levels = read_levels(container, shared, num_levels, num_features),
                    .log_prior = read_table("log_prior", container, shared, num_levels, num_features),
                    .means = doubles(container, "prior_means", {num_features}),
                    .variances = doubles(container, "prior_variances", {num_features})};
  for (std::size_t k = 0; k < num_features; ++k) {
    require(prior.variances[k] > 0.0, "the variance of a prior is not positive");
    require_distribution(prior.log_prior.column(k));
  }
  return prior;
}

NoisePrior read_noise(const json& j, const Container& container) {
  const std::size_t count = count_at(j, "num_levels");
  require(count >= 1, "the noise has no levels");
  NoisePrior noise{.variances = doubles(container, "noise_variances", {count}),
                   .log_prior = doubles(container, "noise_log_prior", {count})};
  for (double variance : noise.variances) require(variance > 0.0, "a noise variance is not positive");
  require(std::is_sorted(noise.variances.begin(), noise.variances.end(), std::less_equal<>()),
          "the noise variances do not increase");
  require_distribution(noise.log_prior);
  return noise;
}

json write_calibration(const Calibration& calibration, Container& container) {
  container.tensors.push_back(tensor("calibration_scales", calibration.scales, {calibration.scales.size()}));
  return {{"num_rows", calibration.num_rows}, {"num_scales", calibration.scales.size()}};
}

Calibration read_calibration(const json& j, const Container& container) {
  Calibration calibration{.num_rows = count_at(j, "num_rows"),
                          .scales = doubles(container, "calibration_scales", {count_at(j, "num_scales", 999)})};
  require(!calibration.scales.empty() && calibration.scales.front() >= 0.0 &&
              std::is_sorted(calibration.scales.begin(), calibration.scales.end()),
          "the scales of the calibration do not increase from 0");
  return calibration;
}

json description_of(const TrainedModel& model, Container& container) {
  json description;
  description["preparation"] = write_preparation(model.preparation, container);
  description["prior"] = write_prior(model.prior, container);
  description["noise"] = write_noise(model.noise, container);
  description["num_components"] = model.posterior.num_components();
  write_posterior(model.posterior, container);
  description["summary"] = to_json(model.summary);
  description["options"] = to_json(model.options);
  if (model.calibration) description["calibration"] = write_calibration(*model.calibration, container);
  if (model.statistics) description["statistics"] = write_statistics(*model.statistics, container);
  return description;
}

TrainedModel model_from(const json& description, const Container& container) {
  TrainedModel model{.preparation = read_preparation(description.at("preparation"), container)};
  const std::size_t num_features = model.preparation.features.num_features();
  model.prior = read_prior(description.at("prior"), container, num_features);
  model.noise = read_noise(description.at("noise"), container);
  const std::size_t num_components = count_at(description, "num_components");
  require(num_components == 1,
          "has " + std::to_string(num_components) + " components; this version reads models of one");
  model.posterior = read_posterior(container, num_components, model.prior, model.noise);
  model.summary = summary_from(description.at("summary"));
  model.options = options_from(description.at("options"));
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
  const json description = description_of(model, container);
  write_described(format, description, std::move(container), path);
}

TrainedModel load_model(const std::string& path) { return read_described(format, path, model_from); }

}  // namespace direct
