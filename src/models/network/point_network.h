// SPDX-License-Identifier: MIT
// A network at one vector of weights, of any depth: its output as a polynomial in the inputs, and the square error of
// all rows with its gradient, from the moments of the inputs.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <direct/network.h>

namespace direct {

class PointNetwork {
 public:
  explicit PointNetwork(const Network& network);

  std::vector<double> coefficients(std::span<const double> weights) const;  // of the output

  // Of all rows; the gradient, if there is room for one, is replaced. Requires: the statistics are of the network's
  // degree.
  double square_error(const SecondMoments& statistics, std::span<const double> weights,
                      std::span<double> gradient = {}) const;
  // Of several vectors of weights, a column each.
  std::vector<double> square_errors(const SecondMoments& statistics, const Matrix& weights) const;

 private:
  using Polynomial = std::vector<double>;  // coefficients by monomial_index
  // What neurons sum up, and what they put out; of the output layer only the sums.
  struct States {
    std::vector<std::vector<Polynomial>> sums, outputs;
  };

  States states(std::span<const double> weights) const;
  Polynomial squared(std::size_t layer, const Polynomial& sum) const;
  void write_gradient(std::span<const double> weights, const States& states, Polynomial by_output,
                      std::span<double> gradient) const;
  Polynomial through_square(std::size_t layer, const Polynomial& sum, const Polynomial& by_square) const;

  Network network_;
  std::vector<Layer> layers_;
  std::vector<Polynomial> inputs_;                    // x_1, ... as polynomials of degree 1
  std::vector<std::vector<std::uint32_t>> products_;  // of each hidden layer: the number of monomial a times b, a-major
};

}  // namespace direct
