// SPDX-License-Identifier: MIT
// The output of a network as a polynomial in its weights: the paper's forward_pass. A term's coefficient for a row, C
// of the paper, is a number times a monomial of the inputs that the weights of the first layer determine, so that rows
// are not seen here.
#pragma once

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include <direct/network.h>

#include "models/network/weight_polynomial.h"

namespace direct {

class ForwardPass {
 public:
  // Takes what term_bounds() says.
  explicit ForwardPass(const Network& network);

  const Network& network() const { return network_; }
  const WeightPolynomial& output() const { return output_; }
  const WeightPolynomial& square() const& { return square_; }  // of the output, with room for that too
  WeightPolynomial square() && { return std::move(square_); }

 private:
  Network network_;
  WeightPolynomial output_, square_;
};

// The monomial of the inputs that goes with a term, in `degree` factors as those of monomial_index().
class InputMonomial {
 public:
  InputMonomial(const Network& network, std::size_t degree);

  // Until the next call. Requires: the term has no more factors of the first layer.
  std::span<const std::size_t> factors(std::span<const WeightPower> term);
  std::size_t index(std::span<const WeightPower> term);

 private:
  Layer first_layer_;
  std::vector<std::size_t> powers_;   // of each input, the constant being the first
  std::vector<std::size_t> factors_;  // do not decrease
};

}  // namespace direct
