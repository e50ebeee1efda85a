// SPDX-License-Identifier: MIT
#include "posterior/prior_file.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "data/json_fields.h"
#include "posterior/posterior_file.h"
#include "posterior/weight_table.h"

namespace direct {
namespace {

using nlohmann::json;

bool prior_shares_levels(const WeightPrior& prior) {
  if (prior.num_levels() == 0) return false;
  return same_for_all(prior.levels) && same_for_all(prior.log_prior) &&
         std::ranges::all_of(prior.components, [](const PriorComponent& c) { return same_for_all(c.log_prior); });
}

std::string table_name(std::size_t component) { return "log_prior_" + std::to_string(component); }
std::string variances_name(std::size_t component) { return "prior_variances_" + std::to_string(component); }

void write_weights(const std::vector<PriorComponent>& components, Container& container) {
  if (components.empty()) return;
  std::vector<double> log_weights;
  for (const PriorComponent& component : components) log_weights.push_back(component.log_weight);
  container.tensors.push_back(tensor("log_prior_weights", log_weights, {log_weights.size()}));
  for (std::size_t c = 0; c < components.size(); ++c) {
    const std::vector<double>& variances = components[c].variances;
    container.tensors.push_back(tensor(variances_name(c), variances, {variances.size()}));
  }
}

void write_tables(const WeightPrior& prior, bool shared, Container& container) {
  write_table("levels", prior.levels, shared, container);
  write_table("log_prior", prior.log_prior, shared, container);
  for (std::size_t c = 0; c < prior.components.size(); ++c)
    write_table(table_name(c), prior.components[c].log_prior, shared, container);
}

void require_positive(const WeightPrior& prior) {
  const auto is_positive = [](double variance) { return variance > 0.0; };
  const auto are_positive = [&](const PriorComponent& c) { return std::ranges::all_of(c.variances, is_positive); };
  require(std::ranges::all_of(prior.variances, is_positive) && std::ranges::all_of(prior.components, are_positive),
          "the variance of a prior is not positive");
}

void require_distributions(const WeightPrior& prior) {
  for (std::size_t j = 0; j < prior.num_features(); ++j) {
    require_distribution(prior.log_prior.column(j));
    for (const PriorComponent& component : prior.components) require_distribution(component.log_prior.column(j));
  }
}

std::vector<PriorComponent> read_weights(std::size_t count, const Container& container, std::size_t num_features) {
  if (count == 0) return {};
  const std::vector<double> log_weights = doubles(container, "log_prior_weights", {count});
  require_distribution(log_weights);
  std::vector<PriorComponent> components;
  for (std::size_t c = 0; c < count; ++c)
    components.push_back(
        {.log_weight = log_weights[c], .variances = doubles(container, variances_name(c), {num_features})});
  return components;
}

void read_prior_tables(const Container& container, bool shared, WeightPrior& prior) {
  const auto table = [&](const std::string& name) {
    return read_table(name, container, shared, prior.num_levels(), prior.num_features());
  };
  prior.log_prior = table("log_prior");
  for (std::size_t c = 0; c < prior.components.size(); ++c) prior.components[c].log_prior = table(table_name(c));
  require_distributions(prior);
}

}  // namespace

void write_grid(const LearnedGrid& grid, Container& container) {
  const std::vector<std::size_t> shape{grid.steps.size()};
  container.tensors.push_back(tensor("centres", grid.centres, shape));
  container.tensors.push_back(tensor("shifts", grid.shifts, shape));
  container.tensors.push_back(tensor("steps", grid.steps, shape));
}

LearnedGrid read_grid(const Container& container, std::size_t num_features) {
  constexpr std::uint8_t largest_shift = 15;
  LearnedGrid grid{.centres = short_integers(container, "centres", {num_features}),
                   .shifts = bytes(container, "shifts", {num_features}),
                   .steps = doubles(container, "steps", {num_features})};
  require(std::ranges::all_of(grid.steps, [](double step) { return step >= 0.0; }), "a step is negative");
  require(std::ranges::all_of(grid.shifts, [](std::uint8_t shift) { return shift <= largest_shift; }),
          "a shift is beyond the bits of a centre");
  return grid;
}

json write_prior(const WeightPrior& prior, Container& container) {
  const bool shared = prior_shares_levels(prior);
  if (prior.learned)
    write_grid(*prior.learned, container);
  else
    write_tables(prior, shared, container);
  container.tensors.push_back(tensor("prior_means", prior.means, {prior.means.size()}));
  container.tensors.push_back(tensor("prior_variances", prior.variances, {prior.variances.size()}));
  write_weights(prior.components, container);
  return {{"kind", word_of(prior.kind)}, {"num_levels", prior.num_levels()},
          {"shared_levels", shared},     {"num_components", prior.components.size()},
          {"spike", prior.spike},        {"learned", prior.learned.has_value()}};
}

json write_noise(const NoisePrior& noise, Container& container) {
  container.tensors.push_back(tensor("noise_variances", noise.variances, {noise.variances.size()}));
  container.tensors.push_back(tensor("noise_log_prior", noise.log_prior, {noise.log_prior.size()}));
  return {{"num_levels", noise.variances.size()}};
}

WeightPrior read_prior(const json& j, const Container& container, std::size_t num_features) {
  const bool shared = j.at("shared_levels"), learned = j.at("learned");
  const bool has_table = !learned || count_at(j, "num_levels") > 0;
  const std::size_t num_levels = has_table ? num_levels_at(j) : 0;
  WeightPrior prior{.kind = word_at<PriorKind>(j, "kind"),
                    .means = doubles(container, "prior_means", {num_features}),
                    .variances = doubles(container, "prior_variances", {num_features}),
                    .components = read_weights(count_at(j, "num_components", most_components), container, num_features),
                    .spike = number_at(j, "spike")};
  require(prior.kind == PriorKind::spike_slab ? prior.spike > 0.0 && prior.spike < 1.0 : prior.spike == 0.0,
          "the spike is not that of its prior");
  require_positive(prior);
  if (!has_table) {
    // The variances of a uniform prior are those of the file already, wide enough for every cell.
    prior = about_centres(prior, read_grid(container, num_features), 0);
    for (const double value : log_cell_prior(prior, centre_weights(*prior.learned)))
      require(std::isfinite(value), "the prior of a cell is not finite");
  } else if (learned) {
    prior.levels = Matrix(num_levels, num_features);
    prior = on_grid(prior, read_grid(container, num_features));
    require(std::ranges::all_of(prior.log_prior.values(), [](double value) { return std::isfinite(value); }),
            "the prior of a cell is not finite");
  } else {
    prior.levels = read_levels(container, shared, num_levels, num_features);
    read_prior_tables(container, shared, prior);
  }
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
