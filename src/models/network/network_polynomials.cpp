// SPDX-License-Identifier: MIT
#include "models/network/network_polynomials.h"

#include <cmath>

#include <direct/features.h>

#include "models/network/raw_moments.h"

namespace direct {
namespace {

std::vector<double> expected_coefficients(const WeightPolynomial& polynomial, const Network& network,
                                          std::size_t degree_of_inputs, const RawMoments& moments) {
  InputMonomial monomial(network, degree_of_inputs);
  std::vector<double> result(num_monomials(network.num_inputs, degree_of_inputs));
  for (std::size_t t = 0; t < polynomial.num_terms(); ++t) {
    const auto factors = polynomial.factors(t);
    const MomentProduct product = moments.expectation(factors);
    if (product.num_zero > 0) continue;
    const double magnitude = std::exp(std::log(polynomial.coefficient(t)) + product.log_magnitude);
    result[monomial.index(factors)] += product.sign() * magnitude;
  }
  return result;
}

}  // namespace

// A weight's power in the square is at most the degree of that in the inputs.
NetworkPolynomials network_polynomials(const ForwardPass& pass, const Matrix& levels, const Matrix& probabilities) {
  const std::size_t once = degree(pass.network()), twice = 2 * once;
  const RawMoments moments(levels, probabilities, twice);
  return {.mean = expected_coefficients(pass.output(), pass.network(), once, moments),
          .square = expected_coefficients(pass.square(), pass.network(), twice, moments)};
}

}  // namespace direct
