// SPDX-License-Identifier: MIT
#include "predict/network/network_law.h"

#include "algebra/constants.h"

namespace direct {

ScaledLaw network_law(const WeightTerms& posterior, const Units& units, const NetworkTerms& network,
                      std::span<const double> inputs) {
  const std::vector<TermMoments> moments = output_moments(network, inputs);
  GaussianMixture mixture;
  for (std::size_t i = 0; i < moments.size(); ++i)
    for (std::size_t l = 0; l < posterior.noise.variances.size(); ++l)
      mixture.parts.push_back({.probability = posterior.component_weights[i] * posterior.noise.probabilities[l],
                               .mean = moments[i].mean,
                               .variance = moments[i].variance + posterior.noise.variances[l]});
  ScaledLawParts law = law_of_moments(mixture_moments(posterior, moments), posterior, units);
  law.model_degrees = infinity;
  law.shape = std::move(mixture);
  return ScaledLaw(std::move(law));
}

}  // namespace direct
