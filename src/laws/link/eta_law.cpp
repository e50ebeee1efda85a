// SPDX-License-Identifier: MIT
#include "laws/link/eta_law.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "algebra/constants.h"

namespace direct {

void set_eta_moments(EtaLaw& eta) {
  double mean = 0.0, variance = 0.0;
  for (const auto& [log_weight, z] : eta.values) mean += std::exp(log_weight) * z;
  for (const auto& [log_weight, terms] : eta.products) mean += std::exp(log_weight) * terms.mean();
  for (const auto& [log_weight, z] : eta.values) variance += std::exp(log_weight) * (z - mean) * (z - mean);
  for (const auto& [log_weight, terms] : eta.products) {
    const double d = terms.mean() - mean;
    variance += std::exp(log_weight) * (terms.variance() + d * d);
  }
  eta.mean = mean;
  eta.std = std::sqrt(variance);
}

EtaLaw eta_of_ensemble(const EnsembleTerms& terms, std::span<const double> products, double offset) {
  const EnsembleMoments moments = ensemble_moments(products);
  const double scale = std::sqrt(moments.variance);
  EtaLaw result{.mean = offset + moments.location, .std = scale, .degrees = terms.num_deviations()};
  for (const auto& [log_weight, x] : terms.nodes)
    result.values.push_back({log_weight, offset + moments.location + scale * x});
  return result;
}

EtaLaw eta_of_components(const WeightTerms& terms, std::span<const double> features,
                         std::span<const double> point_masses, double offset) {
  EtaLaw result;
  for (std::size_t i = 0, next = 0; i < terms.components.size(); ++i) {
    const double log_weight = terms.log_component_weights[i];
    if (terms.is_point_mass[i]) {
      result.values.push_back({log_weight, offset + point_masses[next++]});
      continue;
    }
    const RowTerms row(terms, i, {features.begin(), features.end()}, offset);
    const std::vector<RowTerms::Value> values = row.few_values(few_values);
    for (const auto& [log_probability, z] : values) result.values.push_back({log_weight + log_probability, z});
    if (values.empty()) result.products.push_back({log_weight, row});
  }
  set_eta_moments(result);
  // Draws are pairs about the mean of a Gaussian posterior: half their number of independent deviations.
  if (terms.are_draws) result.degrees = 0.5 * static_cast<double>(result.values.size());
  return result;
}

}  // namespace direct
