// SPDX-License-Identifier: MIT
// Networks with quadratic activations by brute force: every weight vector, and the network itself for each, in long
// double. Knows nothing of polynomials.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include <direct/network.h>

#include "oracle/enumerate.h"

namespace direct::oracle {

// The features of the problem are the network's inputs, its prior is of the network's weights.
struct TinyNetwork {
  Network network;
  TinyProblem problem;
};

// Levels and prior differ from weight to weight, the levels are of both signs. Inputs are uniform, about of
// variance 1: high powers of a normal one would leave rounding errors only.
TinyNetwork random_network(const Network& network, std::size_t num_rows, std::size_t num_levels, std::uint64_t seed);

long double network_output(const Network& network, std::span<const double> weights, std::span<const double> inputs);

// Sums over rows of products of all monomials, as monomial_index() numbers them, from their definition.
SecondMoments monomial_statistics(const Matrix& inputs, std::span<const double> targets, std::size_t degree);

// Calls visit(weights, probability) for every weight vector of positive probability under independent weights.
using WeightVisit = std::function<void(std::span<const double> weights, long double probability)>;
void enumerate_weights(const Matrix& levels, const Matrix& probabilities, const WeightVisit& visit);

// E of the sum over rows of (y - output)^2.
double expected_square_error(const TinyNetwork& tiny, const Matrix& probabilities);

// Without the constant -n/2 log(2 pi). Of a mixture too.
double network_elbo(const TinyNetwork& tiny, const Posterior& q);

// Of the output at these inputs, without noise. Of a mixture too.
struct OutputMoments {
  long double mean = 0.0L, variance = 0.0L, third_central = 0.0L;
};
OutputMoments output_moments(const TinyNetwork& tiny, const Posterior& q, std::span<const double> inputs);

}  // namespace direct::oracle
