// SPDX-License-Identifier: MIT
#include "metric_view.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include <fmt/format.h>

namespace direct {
namespace {

constexpr std::size_t most_shown_inputs = 8, most_shown_directions = 3, most_shown_weights = 4;
constexpr double least_share = 0.05, least_weight = 0.2;

// The largest magnitude comes first.
std::vector<std::size_t> by_magnitude(const std::vector<double>& values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order,
                           [&](std::size_t a, std::size_t b) { return std::abs(values[a]) > std::abs(values[b]); });
  return order;
}

std::string lengthscales_text(const Preparation& preparation, const MetricSummary& metric) {
  const std::vector<std::string> names = input_names(preparation.schema);
  std::vector<double> relevance;
  for (const double lengthscale : metric.lengthscales) relevance.push_back(1.0 / lengthscale);
  std::vector<std::string> parts;
  for (const std::size_t j : by_magnitude(relevance)) {
    if (parts.size() == most_shown_inputs) break;
    parts.push_back(fmt::format("{} {:.3g}", names[j], metric.lengthscales[j] * preparation.scaling.input_scales[j]));
  }
  const std::string rest = names.size() > parts.size() ? fmt::format(", ... {} in all", names.size()) : std::string();
  return fmt::format("lengthscale {}{}\n", fmt::join(parts, ", "), rest);
}

std::string direction_text(const std::vector<std::string>& names, const MetricDirection& direction) {
  std::string text;
  std::size_t shown = 0;
  for (const std::size_t j : by_magnitude(direction.weights)) {
    const double weight = direction.weights[j];
    if (shown == most_shown_weights || std::abs(weight) < least_weight) break;
    text += shown++ == 0 ? fmt::format("{:.2f} {}", weight, names[j])
                         : fmt::format(" {} {:.2f} {}", weight < 0.0 ? "-" : "+", std::abs(weight), names[j]);
  }
  return text;
}

std::string directions_text(const Preparation& preparation, const MetricSummary& metric) {
  const std::vector<std::string> names = input_names(preparation.schema);
  std::string text;
  for (std::size_t i = 0; i < std::min(most_shown_directions, metric.directions.size()); ++i) {
    const MetricDirection& direction = metric.directions[i];
    if (direction.share < least_share || names.size() < 2) break;
    text += fmt::format("{:<11} {:.0f} % along {}\n", i == 0 ? "directions" : "", 100.0 * direction.share,
                        direction_text(names, direction));
  }
  return text;
}

}  // namespace

std::string metric_text(const Preparation& preparation) {
  if (preparation.features.kind != FeatureKind::fourier) return "";
  const MetricSummary metric = metric_summary(preparation.features);
  return lengthscales_text(preparation, metric) + directions_text(preparation, metric);
}

Json metric_json(const Preparation& preparation) {
  if (preparation.features.kind != FeatureKind::fourier) return nullptr;
  const MetricSummary metric = metric_summary(preparation.features);
  Json lengthscales = Json::object(), directions = Json::array();
  const std::vector<std::string> names = input_names(preparation.schema);
  for (std::size_t j = 0; j < names.size(); ++j) {
    const double lengthscale = metric.lengthscales[j] * preparation.scaling.input_scales[j];
    lengthscales[names[j]] = std::isfinite(lengthscale) ? Json(lengthscale) : Json();
  }
  for (const MetricDirection& direction : metric.directions)
    directions.push_back({{"share", direction.share}, {"weights", direction.weights}});
  return {{"lengthscales", lengthscales}, {"directions", directions}};
}

}  // namespace direct
