// SPDX-License-Identifier: MIT
// E[output] and E[output^2] of a network as polynomials in its inputs: what a prediction needs of independent weights.
#pragma once

#include <vector>

#include <direct/matrix.h>

#include "models/network/forward_pass.h"

namespace direct {

// Coefficients of monomials, as monomial_index() numbers them: of the network's degree, and of twice that.
struct NetworkPolynomials {
  std::vector<double> mean, square;
};

// Both matrices are num_levels x num_weights.
NetworkPolynomials network_polynomials(const ForwardPass& pass, const Matrix& levels, const Matrix& probabilities);

}  // namespace direct
