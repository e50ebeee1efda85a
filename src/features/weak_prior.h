// SPDX-License-Identifier: MIT
// Weak priors on the logarithms of hyperparameters, for standardised inputs and targets. They keep a few rows from
// claiming that there is no noise, and vanish as rows grow (docs/mathematics.md, "Few rows").
#pragma once

#include <span>
#include <vector>

#include <direct/features.h>

namespace direct {

// Of a logarithm: a Gaussian.
struct WeakPrior {
  double mean = 0.0, variance = 1.0;

  double log_density(double log_value) const { return -0.5 * (log_value - mean) * (log_value - mean) / variance; }
  double slope(double log_value) const { return (mean - log_value) / variance; }
};

WeakPrior lengthscale_prior(std::size_t num_inputs);
WeakPrior signal_prior();  // of the variance
WeakPrior noise_prior();   // of the variance

// The log density of all, but for a constant; adds its derivatives by the logarithms of (lengthscales..., signal
// variance, noise variance) to the gradient.
double log_kernel_prior(const KernelHyperparameters& hyperparameters, std::size_t num_varying_inputs,
                        std::span<double> gradient = {});

}  // namespace direct
