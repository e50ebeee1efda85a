// SPDX-License-Identifier: MIT
// Random tiny models, small enough to enumerate, and larger random statistics.
#pragma once

#include <cstdint>
#include <random>
#include <span>

#include "oracle/enumerate.h"

namespace direct::oracle {

// 1 to 6 rows, 1 to 4 weights of 2 to 5 levels that differ from weight to weight, 1 to 4 noise levels.
TinyProblem random_problem(std::uint64_t seed);

// The logarithms of random probabilities that sum to one.
void fill_log_distribution(std::mt19937_64& random, std::span<double> values);

// A mixture of this many products of random distributions, with random weights; 1 is mean field.
Posterior random_mixture(const TinyProblem& problem, std::size_t num_components, std::uint64_t seed);

// The same problem with a prior that is a mixture of random products.
TinyProblem with_mixture_prior(TinyProblem problem, std::size_t num_components, std::uint64_t seed);

Posterior random_posterior(const TinyProblem& problem, std::uint64_t seed);

// A regression with `num_features` features and a noise deviation of `noise`, on a standard grid of `num_levels`.
TinyProblem random_regression(std::uint64_t seed, std::size_t num_rows, std::size_t num_features,
                              std::size_t num_levels, double noise);

}  // namespace direct::oracle
