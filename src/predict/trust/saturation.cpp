// SPDX-License-Identifier: MIT
#include "predict/trust/saturation.h"

#include <algorithm>
#include <cmath>

#include "algebra/dense.h"

namespace direct {
namespace {

// The probability of the lowest and the highest level, of each weight.
std::vector<double> masses_at_ends(const Posterior& posterior) {
  std::vector<double> masses(posterior.log_probabilities.front().cols());
  for (std::size_t i = 0; i < posterior.num_components(); ++i)
    for (std::size_t j = 0; j < masses.size(); ++j) {
      const auto column = posterior.log_probabilities[i].column(j);
      masses[j] += std::exp(posterior.log_component_weights[i]) * (std::exp(column.front()) + std::exp(column.back()));
    }
  return masses;
}

// Of an ensemble: shares of its codes. A learned grid has no prior probabilities of codes to compare with.
Saturation ensemble_saturation(const Deviations& deviations) {
  const int end = static_cast<int>(deviations.num_levels / 2);
  std::vector<double> masses(deviations.num_features);
  for (std::size_t k = 0; k < deviations.count(); ++k)
    for (std::size_t j = 0; j < masses.size(); ++j)
      if (std::abs(int{deviations.deviation(k)[j]}) == end) masses[j] += 1.0 / static_cast<double>(deviations.count());
  return {
      .mass_at_ends = view(masses).mean(),
      .num_saturated = static_cast<std::size_t>(std::ranges::count_if(masses, [](double mass) { return mass > 0.5; }))};
}

}  // namespace

Saturation saturation(const Posterior& posterior, const WeightPrior& prior) {
  if (posterior.deviations) return ensemble_saturation(*posterior.deviations);
  const std::vector<double> masses = masses_at_ends(posterior);
  const auto saturated = std::count_if(masses.begin(), masses.end(), [](double mass) { return mass > 0.5; });
  return {.mass_at_ends = view(masses).mean(),
          .prior_mass_at_ends = view(masses_at_ends(prior_as_posterior(prior, {}))).mean(),
          .num_saturated = static_cast<std::size_t>(saturated)};
}

}  // namespace direct
