// SPDX-License-Identifier: MIT
#include "predict/network/network_law.h"

namespace direct {

PredictiveDistribution::Law network_law(const PosteriorTerms& posterior, const NetworkTerms& network,
                                        std::span<const double> inputs) {
  const std::vector<TermMoments> moments = output_moments(network, inputs);
  GaussianMixture mixture;
  for (std::size_t i = 0; i < moments.size(); ++i)
    for (std::size_t l = 0; l < posterior.noise.variances.size(); ++l)
      mixture.parts.push_back({.probability = posterior.component_weights[i] * posterior.noise.probabilities[l],
                               .mean = moments[i].mean,
                               .variance = moments[i].variance + posterior.noise.variances[l]});
  const Scaling& scaling = posterior.model.preparation.scaling;
  return {.moments = in_target_units(mixture_moments(posterior, moments), posterior),
          .target_mean = scaling.target_mean,
          .target_scale = scaling.target_scale,
          .shape = std::move(mixture)};
}

}  // namespace direct
