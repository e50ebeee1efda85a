// SPDX-License-Identifier: MIT
#include "features/weak_prior.h"

#include <algorithm>

namespace direct {

// Two rows are about sqrt(2 d) apart. Most lengthscales are near that; the tails leave room for inputs that do not
// matter.
LogCauchy lengthscale_prior(std::size_t num_inputs) {
  const double d = static_cast<double>(std::max<std::size_t>(1, num_inputs));
  return {.centre = 0.5 * std::log(2.0 * d), .scale = std::sqrt(0.2)};
}

LogNormal signal_prior() { return {.mean = 0.0, .variance = 2.0}; }

// A deviation of 0.4 times or over 2.
LogNormal noise_prior() { return {.mean = 2.0 * std::log(0.4), .variance = 2.0}; }

double log_kernel_prior(const KernelHyperparameters& hyperparameters, std::size_t num_varying_inputs,
                        std::span<double> gradient) {
  double result = 0.0;
  std::size_t place = 0;
  const auto add = [&](const auto& prior, double value) {
    const double log_value = std::log(value);
    result += prior.log_density(log_value);
    if (!gradient.empty()) gradient[place] += prior.slope(log_value);
    ++place;
  };
  const LogCauchy of_lengthscales = lengthscale_prior(num_varying_inputs);
  for (const double lengthscale : hyperparameters.lengthscales) add(of_lengthscales, lengthscale);
  add(signal_prior(), hyperparameters.signal_variance);
  add(noise_prior(), hyperparameters.noise_variance);
  return result;
}

}  // namespace direct
