// SPDX-License-Identifier: MIT
#include <direct/error.h>
#include <direct/model.h>

#include <algorithm>
#include <cmath>
#include <functional>

namespace direct {

NoisePrior make_noise_prior(std::vector<double> variances) {
  if (variances.empty()) throw Error(ErrorKind::usage, "the noise needs at least one variance");
  if (!(variances.front() > 0.0) || !std::is_sorted(variances.begin(), variances.end(), std::less_equal<>()))
    throw Error(ErrorKind::usage, "noise variances must be positive and increase");
  const double log_share = -std::log(static_cast<double>(variances.size()));
  return {.variances = variances, .log_prior = std::vector<double>(variances.size(), log_share)};
}

NoiseMoments noise_moments(const NoisePrior& prior, std::span<const double> probabilities) {
  NoiseMoments result{0.0, 0.0};
  for (std::size_t l = 0; l < prior.variances.size(); ++l) {
    result.log_variance += probabilities[l] * std::log(prior.variances[l]);
    result.precision += probabilities[l] / prior.variances[l];
  }
  return result;
}

}  // namespace direct
