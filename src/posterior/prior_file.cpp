// SPDX-License-Identifier: MIT
#include "posterior/prior_file.h"

#include <algorithm>
#include <functional>

#include "data/json_fields.h"
#include "posterior/fit_words.h"
#include "posterior/posterior_file.h"
#include "posterior/weight_table.h"

namespace direct {
namespace {

using nlohmann::json;

bool shares_levels(const WeightPrior& prior) {
  return same_for_all(prior.levels) && same_for_all(prior.log_prior) &&
         std::ranges::all_of(prior.components, [](const PriorComponent& c) { return same_for_all(c.log_prior); });
}

std::string table_name(std::size_t component) { return "log_prior_" + std::to_string(component); }
std::string variances_name(std::size_t component) { return "prior_variances_" + std::to_string(component); }

void write_components(const std::vector<PriorComponent>& components, bool shared, Container& container) {
  if (components.empty()) return;
  std::vector<double> log_weights;
  for (const PriorComponent& component : components) log_weights.push_back(component.log_weight);
  container.tensors.push_back(tensor("log_prior_weights", log_weights, {log_weights.size()}));
  for (std::size_t c = 0; c < components.size(); ++c) {
    const std::vector<double>& variances = components[c].variances;
    write_table(table_name(c), components[c].log_prior, shared, container);
    container.tensors.push_back(tensor(variances_name(c), variances, {variances.size()}));
  }
}

void require_product(const Matrix& log_prior, std::span<const double> variances) {
  for (const double variance : variances) require(variance > 0.0, "the variance of a prior is not positive");
  for (std::size_t j = 0; j < log_prior.cols(); ++j) require_distribution(log_prior.column(j));
}

std::vector<PriorComponent> read_components(std::size_t count, const Container& container, bool shared,
                                            std::size_t num_levels, std::size_t num_features) {
  if (count == 0) return {};
  const std::vector<double> log_weights = doubles(container, "log_prior_weights", {count});
  require_distribution(log_weights);
  std::vector<PriorComponent> components;
  for (std::size_t c = 0; c < count; ++c) {
    components.push_back({.log_weight = log_weights[c],
                          .log_prior = read_table(table_name(c), container, shared, num_levels, num_features),
                          .variances = doubles(container, variances_name(c), {num_features})});
    require_product(components.back().log_prior, components.back().variances);
  }
  return components;
}

}  // namespace

json write_prior(const WeightPrior& prior, Container& container) {
  const bool shared = shares_levels(prior);
  write_table("levels", prior.levels, shared, container);
  write_table("log_prior", prior.log_prior, shared, container);
  container.tensors.push_back(tensor("prior_means", prior.means, {prior.means.size()}));
  container.tensors.push_back(tensor("prior_variances", prior.variances, {prior.variances.size()}));
  write_components(prior.components, shared, container);
  return {{"kind", prior.kind},      {"num_levels", prior.num_levels()},
          {"shared_levels", shared}, {"num_components", prior.components.size()},
          {"spike", prior.spike},    {"learned", prior.learned.has_value()}};
}

json write_noise(const NoisePrior& noise, Container& container) {
  container.tensors.push_back(tensor("noise_variances", noise.variances, {noise.variances.size()}));
  container.tensors.push_back(tensor("noise_log_prior", noise.log_prior, {noise.log_prior.size()}));
  return {{"num_levels", noise.variances.size()}};
}

WeightPrior read_prior(const json& j, const Container& container, std::size_t num_features) {
  const std::size_t num_levels = num_levels_at(j), num_components = count_at(j, "num_components", most_components);
  const bool shared = j.at("shared_levels");
  WeightPrior prior{.kind = word_at<PriorKind>(j, "kind"),
                    .levels = read_levels(container, shared, num_levels, num_features),
                    .log_prior = read_table("log_prior", container, shared, num_levels, num_features),
                    .means = doubles(container, "prior_means", {num_features}),
                    .variances = doubles(container, "prior_variances", {num_features}),
                    .components = read_components(num_components, container, shared, num_levels, num_features),
                    .spike = number_at(j, "spike")};
  require(prior.kind == PriorKind::spike_slab ? prior.spike > 0.0 && prior.spike < 1.0 : prior.spike == 0.0,
          "the spike is not that of its prior");
  require_product(prior.log_prior, prior.variances);
  return prior;
}

NoisePrior read_noise(const json& j, const Container& container) {
  const std::size_t count = count_at(j, "num_levels");
  require(count >= 1, "the noise has no levels");
  NoisePrior noise{.variances = doubles(container, "noise_variances", {count}),
                   .log_prior = doubles(container, "noise_log_prior", {count})};
  for (const double variance : noise.variances) require(variance > 0.0, "a noise variance is not positive");
  require(std::ranges::is_sorted(noise.variances, std::less_equal<>()), "the noise variances do not increase");
  require_distribution(noise.log_prior);
  return noise;
}

}  // namespace direct
