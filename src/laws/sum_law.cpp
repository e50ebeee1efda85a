// SPDX-License-Identifier: MIT
#include "laws/sum_law.h"

#include <cmath>

#include "algebra/constants.h"
#include "laws/row_spectrum.h"

namespace direct {
namespace {

struct Value {
  double probability, value;
};

std::vector<Value> values_of(const WeightTerms& terms, std::size_t component, double mean,
                             std::span<const double> features) {
  std::vector<Value> values = {{1.0, mean}};
  if (terms.is_point_mass[component]) return values;
  const TermTable& table = terms.components[component];
  for (std::size_t j = 0; j < features.size(); ++j) {
    const auto deviations = table.levels.values(j), probabilities = table.levels.probabilities(j);
    if (deviations.size() == 1) continue;
    std::vector<Value> longer;
    for (const Value& value : values)
      for (std::size_t k = 0; k < deviations.size(); ++k)
        longer.push_back({value.probability * probabilities[k], value.value + features[j] * deviations[k]});
    values = std::move(longer);
  }
  return values;
}

GaussianMixture gaussians_of(const WeightTerms& terms, std::span<const TermMoments> moments,
                             std::span<const double> features) {
  GaussianMixture mixture;
  for (std::size_t i = 0; i < moments.size(); ++i)
    for (const Value& value : values_of(terms, i, moments[i].mean, features))
      for (std::size_t l = 0; l < terms.noise.variances.size(); ++l)
        mixture.parts.push_back(
            {.probability = terms.component_weights[i] * value.probability * terms.noise.probabilities[l],
             .mean = value.value,
             .variance = terms.noise.variances[l]});
  return mixture;
}

// A spectrum takes time with the ratio of the spread to the noise, a mixture with the number of its parts.
bool is_better_as_mixture(const WeightTerms& terms, const TermMoments& moments) {
  constexpr std::size_t few = 128, not_too_many = 512;
  constexpr double sharp = 1e4;
  if (terms.log_probabilities.empty()) return true;  // point masses alone
  if (terms.num_gaussians <= few) return true;
  return terms.num_gaussians <= not_too_many && moments.variance > sharp * least_variance(terms.noise);
}

}  // namespace

ScaledLawParts law_of_moments(const TermMoments& moments, const WeightTerms& terms, const Units& units) {
  const double total = std::sqrt(moments.variance + terms.noise_mean);
  const double noise_fourth = 3.0 * terms.noise_variance_variance;
  return {.prediction = {.mean = units.location + units.scale * moments.mean,
                         .std_model = units.scale * std::sqrt(moments.variance),
                         .std_noise = units.scale * std::sqrt(terms.noise_mean),
                         .std_total = units.scale * total},
          .skewness = moments.third / total / total / total,
          .excess_kurtosis = (moments.fourth + noise_fourth) / total / total / total / total,
          .model_degrees = terms.are_draws ? 0.5 * static_cast<double>(terms.point_masses.cols()) : infinity,
          .units = units};
}

ScaledLawParts sum_law(const WeightTerms& terms, const Units& units, std::span<const double> features) {
  const std::vector<TermMoments> moments = component_moments(terms, features);
  const TermMoments all = mixture_moments(terms, moments);
  ScaledLawParts law = law_of_moments(all, terms, units);
  if (is_better_as_mixture(terms, all)) {
    law.shape = gaussians_of(terms, moments, features);
  } else {
    law.shape = row_spectrum(terms, moments, features);
  }
  return law;
}

ScaledLawParts ensemble_law(const EnsembleTerms& terms, const Units& units, std::span<const double> products) {
  const EnsembleMoments moments = ensemble_moments(products);
  const StudentT law = student_law(terms, moments);
  return {.prediction = {.mean = units.location + units.scale * moments.location,
                         .std_model = units.scale * std::sqrt(moments.variance),
                         .std_noise = units.scale * std::sqrt(terms.noise_variance),
                         .std_total = units.scale * law.scale},
          .excess_kurtosis = excess_kurtosis(law),
          .model_degrees = terms.num_deviations(),
          .units = units,
          .shape = law};
}

}  // namespace direct
