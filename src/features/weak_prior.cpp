// SPDX-License-Identifier: MIT
#include "features/weak_prior.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numbers>

namespace direct {

static double env(const char* n, double d) { const char* s = getenv(n); return s ? atof(s) : d; }

// Hvarfner et al. (2024) for inputs in the unit cube, whose deviation is 1 / sqrt(12).
WeakPrior lengthscale_prior(std::size_t num_inputs) {
  const double d = static_cast<double>(std::max<std::size_t>(1, num_inputs));
  return {.mean = env("FR_LM", std::numbers::sqrt2 + 0.5 * std::log(12.0)) + 0.5 * std::log(d), .variance = env("FR_LV", 3.0)};
}

WeakPrior signal_prior() { return {.mean = env("FR_SM", 0.0), .variance = env("FR_SV", 4.0)}; }

WeakPrior noise_prior() { return {.mean = env("FR_NM", 2.0 * std::log(0.1)), .variance = env("FR_NV", 9.0)}; }

double log_kernel_prior(const KernelHyperparameters& hyperparameters, std::size_t num_varying_inputs,
                        std::span<double> gradient) {
  double result = 0.0;
  std::size_t place = 0;
  const auto add = [&](const WeakPrior& prior, double value) {
    const double log_value = std::log(value);
    result += prior.log_density(log_value);
    if (!gradient.empty()) gradient[place] += prior.slope(log_value);
    ++place;
  };
  const WeakPrior of_lengthscales = lengthscale_prior(num_varying_inputs);
  for (const double lengthscale : hyperparameters.lengthscales) add(of_lengthscales, lengthscale);
  add(signal_prior(), hyperparameters.signal_variance);
  add(noise_prior(), hyperparameters.noise_variance);
  return result;
}

}  // namespace direct
