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
std::vector<std::uint8_t> codes_of(const Posterior& posterior) {
  std::vector<std::uint8_t> codes;
  for (const Matrix& component : posterior.log_probabilities)
    for (std::size_t j = 0; j < component.cols(); ++j) {
      const auto column = component.column(j);
      codes.push_back(static_cast<std::uint8_t>(std::ranges::find(column, 0.0) - column.begin()));
    }
  return codes;
}

Matrix point_mass(std::span<const std::uint8_t> codes, std::size_t num_levels) {
  Matrix component(num_levels, codes.size(), -HUGE_VAL);
  for (std::size_t j = 0; j < codes.size(); ++j) component(codes[j], j) = 0.0;
  return component;
}

std::vector<Matrix> read_point_masses(const Container& container, std::size_t count, const WeightPrior& prior) {
  const std::size_t b = prior.num_features();
  const std::vector<std::uint8_t> codes = read_codes(container, count, b, prior.num_levels());
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

}  // namespace

void write_posterior(const Posterior& q, nlohmann::json& description, Container& container) {
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
