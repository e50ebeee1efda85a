// SPDX-License-Identifier: MIT
#include "predict/distribution/law.h"

#include <cmath>

#include "predict/distribution/row_spectrum.h"

namespace direct {
namespace {

struct Value {
  double probability, value;
};

std::vector<Value> values_of(const PosteriorTerms& terms, std::size_t component, double mean,
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

GaussianMixture gaussians_of(const PosteriorTerms& terms, std::span<const TermMoments> moments,
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
bool is_better_as_mixture(const PosteriorTerms& terms, const TermMoments& moments) {
  constexpr std::size_t few = 128, not_too_many = 512;
  constexpr double sharp = 1e4;
  if (terms.model.posterior.deviations) return true;
  if (terms.num_gaussians <= few) return true;
  return terms.num_gaussians <= not_too_many && moments.variance > sharp * least_variance(terms.noise);
}

}  // namespace

PredictiveMoments in_target_units(const TermMoments& model, const PosteriorTerms& terms) {
  const Scaling& scaling = terms.model.preparation.scaling;
  const double total = std::sqrt(model.variance + terms.noise_mean);
  const double noise_fourth = 3.0 * terms.noise_variance_variance;
  return {.mean = scaling.target_mean + scaling.target_scale * model.mean,
          .std_model = scaling.target_scale * std::sqrt(model.variance),
          .std_noise = scaling.target_scale * std::sqrt(terms.noise_mean),
          .std_total = scaling.target_scale * total,
          .skewness = model.third / total / total / total,
          .excess_kurtosis = (model.fourth + noise_fourth) / total / total / total / total};
}

PredictiveDistribution::Law predictive_law(const PosteriorTerms& terms, std::span<const double> inputs,
                                           std::span<const double> features) {
  const std::vector<TermMoments> moments = component_moments(terms, features);
  const TermMoments all = mixture_moments(terms, moments);
  const Scaling& scaling = terms.model.preparation.scaling;
  PredictiveDistribution::Law law{.moments = in_target_units(all, terms),
                                  .target_mean = scaling.target_mean,
                                  .target_scale = scaling.target_scale,
                                  .terms = terms.model.posterior.deviations ? nullptr : &terms,
                                  .inputs = {inputs.begin(), inputs.end()}};
  if (is_better_as_mixture(terms, all)) {
    law.shape = gaussians_of(terms, moments, features);
  } else {
    law.shape = row_spectrum(terms, moments, features);
  }
  return law;
}

PredictiveDistribution::Law ensemble_law(const PosteriorTerms& terms, std::span<const double> products) {
  const EnsembleMoments moments = ensemble_moments(products);
  const StudentT law = student_law(*terms.ensemble, moments);
  const Scaling& scaling = terms.model.preparation.scaling;
  return {.moments = {.mean = scaling.target_mean + scaling.target_scale * moments.location,
                      .std_model = scaling.target_scale * std::sqrt(moments.variance),
                      .std_noise = scaling.target_scale * std::sqrt(terms.ensemble->noise_variance),
                      .std_total = scaling.target_scale * law.scale,
                      .skewness = 0.0,
                      .excess_kurtosis = excess_kurtosis(law)},
          .target_mean = scaling.target_mean,
          .target_scale = scaling.target_scale,
          .shape = law};
}

}  // namespace direct
