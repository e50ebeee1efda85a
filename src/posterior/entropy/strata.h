// SPDX-License-Identifier: MIT
// Means over stratified samples, with gradients by the score function.
#pragma once

#include <span>

#include <direct/entropy.h>

namespace direct {

// sum_i alpha_i (exact[i] + E_i f_i) from values[s] = f_i(w_s), s among the samples of component i. Adds the derivative
// to *gradient, but for those of exact[i] by the probabilities, and those of f_i, whose expectation must be zero.
Estimate stratified_estimate(const Posterior& posterior, const StratifiedSamples& samples,
                             std::span<const double> exact, std::span<const double> values, MixtureGradient* gradient);

}  // namespace direct
