// SPDX-License-Identifier: MIT
// A network whose hidden neurons square what they sum up. Its output is a polynomial in its weights and in its inputs,
// so that expectations over independent weights are polynomials in the moments of each, and sums over rows are moments
// of the inputs: once those are known, the number of rows does not matter.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include <direct/model.h>

namespace direct {

struct Network {
  std::size_t num_inputs = 0;
  std::vector<std::size_t> hidden;  // neurons of each hidden layer, from the inputs on; at least one layer

  bool operator==(const Network&) const = default;
};

// A neuron has a weight for the constant 1 and then one for each output of the layer before. Weights are numbered
// layer by layer, neuron by neuron.
struct Layer {
  std::size_t first_weight = 0;
  std::size_t fan_in = 0;  // weights of a neuron
  std::size_t width = 0;   // neurons

  std::size_t weight(std::size_t neuron, std::size_t input) const { return first_weight + neuron * fan_in + input; }
};
std::vector<Layer> layers(const Network& network);  // the last is the output: one neuron, not squared
std::size_t num_weights(const Network& network);
std::size_t degree(const Network& network);  // of the output in the inputs: 2^(hidden layers)

double output(const Network& network, std::span<const double> weights, std::span<const double> inputs);

class NetworkEngine;

// How expectations are computed. forward_pass: the paper's, for any depth; moments: of one hidden layer only, in
// O(H d^4); automatic: moments where it can be.
enum class NetworkMethod { automatic, moments, forward_pass };

// The expected log-likelihood of Gaussian noise, by Theorem 1's sums: of monomials of the inputs in place of features.
class QuadraticNetwork {
 public:
  static constexpr std::size_t default_memory_bytes = std::size_t{4} << 30;

  // `statistics` are those of a FeatureMap of the network's degree, and outlive the object. Throws Error(usage) for
  // other statistics, and Error(resource), before anything is built, for a network that needs more memory.
  QuadraticNetwork(Network network, const SecondMoments& statistics, std::size_t memory_bytes = default_memory_bytes,
                   NetworkMethod method = NetworkMethod::automatic);
  ~QuadraticNetwork();
  QuadraticNetwork(QuadraticNetwork&&) noexcept;

  const Network& network() const { return network_; }
  double num_rows() const { return num_rows_; }

  // E of the sum over rows of (y - output)^2, for independent weights; both matrices are num_levels x num_weights. The
  // derivative by each probability, at the other weights' distributions, replaces *by_probability. As the expectation
  // is linear in the distribution of each weight, it is the expectation given that level, but for a constant of the
  // weight.
  double expected_square_error(const Matrix& levels, const Matrix& probabilities,
                               Matrix* by_probability = nullptr) const;

 private:
  Network network_;
  double num_rows_ = 0.0;
  std::unique_ptr<const NetworkEngine> engine_;
};

// What a network would take, known before anything is built. Throws Error(usage) for a network without inputs, without
// hidden layers or with an empty one.
struct NetworkSize {
  std::size_t num_weights = 0;
  std::size_t num_monomials = 0;  // features of a row
  double num_terms = 0.0;         // of the square of the output, at most; 0 with method moments, which has none
  double memory_bytes = 0.0;      // of statistics and terms, at most
};
NetworkSize network_size(const Network& network, NetworkMethod method = NetworkMethod::automatic);

// Throws Error(resource), with the terms and the memory, for a network that needs more than this.
void require_memory(const Network& network, std::size_t memory_bytes, NetworkMethod method = NetworkMethod::automatic);

}  // namespace direct
