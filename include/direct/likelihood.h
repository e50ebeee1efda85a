// SPDX-License-Identifier: MIT
// What a target is, given its linear predictor z = phi'w + offset.
#pragma once

namespace direct {

// gaussian: y = z + noise. bernoulli: one of two classes, P(second) = 1 / (1 + exp(-z)). poisson: a count of mean
// exposure * exp(z). gamma: a positive number of mean exp(z) and variance dispersion * mean^2, where the dispersion,
// one over the shape, takes the place of the noise variance.
enum class Likelihood { gaussian, bernoulli, poisson, gamma };

// How E log(1 + exp(x)) is bounded for bernoulli. taylor: Theorem 2 of the paper; tilted: with a parameter that is the
// best for each row; quadratic: Jaakkola and Jordan's.
enum class Bound { taylor, tilted, quadratic };

}  // namespace direct
