// SPDX-License-Identifier: MIT
#include <direct/draws.h>

#include <algorithm>

#include "algebra/categorical.h"
#include "algebra/parallel.h"

namespace direct {
namespace {

// Draws hold values of the grid, to the bit.
double noise_log_probability(const Posterior& posterior, const NoisePrior& noise, double variance) {
  const auto found = std::lower_bound(noise.variances.begin(), noise.variances.end(), variance);
  return posterior.noise_log_probabilities[static_cast<std::size_t>(found - noise.variances.begin())];
}

double weights_log_probability(const Posterior& posterior, std::span<const std::uint8_t> codes) {
  std::vector<double> components = posterior.log_component_weights;
  for (std::size_t i = 0; i < components.size(); ++i)
    for (std::size_t j = 0; j < codes.size(); ++j) components[i] += posterior.log_probabilities[i](codes[j], j);
  return log_sum_exp(components);
}

}  // namespace

std::vector<double> log_probabilities(const Posterior& posterior, const NoisePrior& noise, const Draws& draws) {
  std::vector<double> result(draws.count());
  parallel_for(result.size(), [&](std::size_t s) {
    result[s] = noise_log_probability(posterior, noise, draws.noise_variances[s]) +
                weights_log_probability(posterior, draws.draw(s));
  });
  return result;
}

}  // namespace direct
