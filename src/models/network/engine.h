// SPDX-License-Identifier: MIT
// The two ways to the expected square error of a network.
#pragma once

#include <memory>

#include <direct/network.h>

namespace direct {

class NetworkEngine {
 public:
  virtual ~NetworkEngine() = default;

  // As QuadraticNetwork::expected_square_error.
  virtual double expected_square_error(const Matrix& levels, const Matrix& probabilities,
                                       Matrix* by_probability) const = 0;
};

// Of one hidden layer, in O(H d^4). Requires: the network has one, and the statistics are of its degree.
std::unique_ptr<const NetworkEngine> moments_engine(const Network& network, const SecondMoments& statistics);

// Of any depth: the paper's forward_pass. Requires: the statistics are of the network's degree.
std::unique_ptr<const NetworkEngine> forward_pass_engine(const Network& network, const SecondMoments& statistics);

}  // namespace direct
