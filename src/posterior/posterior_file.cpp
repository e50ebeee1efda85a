// SPDX-License-Identifier: MIT
#include "posterior/posterior_file.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "data/json_fields.h"
#include "posterior/packed_codes.h"
#include "posterior/weight_table.h"

namespace direct {
namespace {

// The codes of all components, one after another. Requires: they are point masses.
std::vector<std::uint16_t> codes_of(const Posterior& posterior) {
  std::vector<std::uint16_t> codes;
  for (const Matrix& component : posterior.log_probabilities)
    for (std::size_t j = 0; j < component.cols(); ++j) {
      const auto column = component.column(j);
      codes.push_back(static_cast<std::uint16_t>(std::ranges::find(column, 0.0) - column.begin()));
    }
  return codes;
}

Matrix point_mass(std::span<const std::uint16_t> codes, std::size_t num_levels) {
  Matrix component(num_levels, codes.size(), -HUGE_VAL);
  for (std::size_t j = 0; j < codes.size(); ++j) component(codes[j], j) = 0.0;
  return component;
}

std::vector<Matrix> read_point_masses(const Container& container, std::size_t count, const WeightPrior& prior) {
  const std::size_t b = prior.num_features();
  const std::vector<std::uint16_t> codes = read_codes(container, count, b, prior.num_levels());
  std::vector<Matrix> components;
  for (std::size_t i = 0; i < count; ++i)
    components.push_back(point_mass(std::span(codes).subspan(i * b, b), prior.num_levels()));
  return components;
}

Tensor tables(const std::vector<Matrix>& components) {
  std::vector<double> all;
  for (const Matrix& component : components)
    all.insert(all.end(), component.values().begin(), component.values().end());
  const Matrix& shape = components.front();
  return tensor("log_probabilities", all, {components.size(), shape.cols(), shape.rows()});
}

std::vector<Matrix> read_tables(const Container& container, std::size_t count, const WeightPrior& prior) {
  constexpr bool allow_minus_infinity = true;
  const std::vector<double> all =
      doubles(container, "log_probabilities", {count, prior.num_features(), prior.num_levels()}, allow_minus_infinity);
  std::vector<Matrix> components(count, Matrix(prior.num_levels(), prior.num_features()));
  auto next = all.begin();
  for (Matrix& component : components) {
    std::copy_n(next, component.size(), component.data());
    next += std::ssize(component.values());
    for (std::size_t j = 0; j < component.cols(); ++j) require_distribution(component.column(j));
  }
  return components;
}

// In a file the code of the centre is num_levels / 2, as in draws.
void write_deviations(const Deviations& deviations, nlohmann::json& description, Container& container) {
  description["deviations"] = {{"count", deviations.count()}, {"num_levels", deviations.num_levels}};
  std::vector<std::uint16_t> codes;
  for (const std::int16_t code : deviations.codes)
    codes.push_back(static_cast<std::uint16_t>(static_cast<int>(deviations.num_levels / 2) + code));
  container.tensors.push_back(codes_tensor(codes, deviations.num_features, deviations.num_levels));
}

Deviations read_deviations(const nlohmann::json& description, const Container& container, std::size_t num_features) {
  const std::size_t count = count_at(description, "count", most_components);
  const std::size_t num_levels = count_at(description, "num_levels", most_deviation_levels);
  require(count >= 1 && num_features >= 1, "the posterior has no deviations");
  require(num_levels >= 3 && num_levels % 2 == 1, "deviations have an odd number of levels, 3 or more");
  Deviations result{.num_features = num_features, .num_levels = num_levels};
  for (const std::uint16_t code : read_codes(container, count, num_features, num_levels))
    result.codes.push_back(static_cast<std::int16_t>(int{code} - static_cast<int>(num_levels / 2)));
  return result;
}

}  // namespace

void write_posterior(const Posterior& q, nlohmann::json& description, Container& container) {
  if (q.deviations) {
    container.tensors.push_back(
        tensor("noise_log_probabilities", q.noise_log_probabilities, {q.noise_log_probabilities.size()}));
    return write_deviations(*q.deviations, description, container);
  }
  const bool point_masses = std::ranges::all_of(q.log_probabilities, is_point_mass);
  description["num_components"] = q.num_components();
  description["point_masses"] = point_masses;
  container.tensors.push_back(tensor("log_component_weights", q.log_component_weights, {q.num_components()}));
  container.tensors.push_back(
      tensor("noise_log_probabilities", q.noise_log_probabilities, {q.noise_log_probabilities.size()}));
  const Matrix& shape = q.log_probabilities.front();
  container.tensors.push_back(point_masses ? codes_tensor(codes_of(q), shape.cols(), shape.rows())
                                           : tables(q.log_probabilities));
}

Posterior read_posterior(const nlohmann::json& description, const Container& container, const WeightPrior& prior,
                         const NoisePrior& noise) {
  require(description.contains("deviations") == (prior.num_levels() == 0),
          "levels without a table are those of deviations");
  if (description.contains("deviations")) {
    std::vector<double> noise_log_probabilities =
        doubles(container, "noise_log_probabilities", {noise.variances.size()});
    require_distribution(noise_log_probabilities);
    return ensemble_posterior(read_deviations(description.at("deviations"), container, prior.num_features()),
                              std::move(noise_log_probabilities));
  }
  const std::size_t count = count_at(description, "num_components", most_components);
  require(count >= 1, "the posterior has no components");
  const bool point_masses = description.at("point_masses");
  Posterior q{.log_component_weights = doubles(container, "log_component_weights", {count}),
              .log_probabilities =
                  point_masses ? read_point_masses(container, count, prior) : read_tables(container, count, prior),
              .noise_log_probabilities = doubles(container, "noise_log_probabilities", {noise.variances.size()})};
  require_distribution(q.log_component_weights);
  require_distribution(q.noise_log_probabilities);
  return q;
}

}  // namespace direct
