// SPDX-License-Identifier: MIT
// Weak priors on the logarithms of hyperparameters, for standardised inputs and targets. They keep a few rows from
// claiming that there is no noise, and vanish as rows grow (docs/mathematics.md, "Few rows").
#pragma once

#include <cmath>
#include <cstddef>
#include <span>

#include <direct/features.h>

namespace direct {

// Densities of a logarithm, but for a constant.
struct LogNormal {
  double mean = 0.0, variance = 1.0;

  double log_density(double x) const { return -0.5 * (x - mean) * (x - mean) / variance; }
  double slope(double x) const { return (mean - x) / variance; }
};

struct LogCauchy {
  double centre = 0.0, scale = 1.0;

  double log_density(double x) const { return -std::log1p((x - centre) * (x - centre) / (scale * scale)); }
  double slope(double x) const { return 2.0 * (centre - x) / (scale * scale + (x - centre) * (x - centre)); }
};

LogCauchy lengthscale_prior(std::size_t num_inputs);
LogNormal signal_prior();  // of the variance
LogNormal noise_prior();   // of the variance

// The log density of all; adds its derivatives by the logarithms of (lengthscales..., signal variance, noise variance)
// to the gradient.
double log_kernel_prior(const KernelHyperparameters& hyperparameters, std::size_t num_varying_inputs,
                        std::span<double> gradient = {});

}  // namespace direct
