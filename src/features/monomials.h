// SPDX-License-Identifier: MIT
// All products of up to so many inputs.
#pragma once

#include <cstddef>
#include <vector>

#include <direct/matrix.h>

namespace direct {

// The factors of a monomial, in order. Starts with the first of all, 1.
class MonomialFactors {
 public:
  explicit MonomialFactors(std::size_t degree) : factors_(degree, 0) {}

  const std::vector<std::size_t>& factors() const { return factors_; }
  void next();  // in the order of monomial_index

 private:
  std::vector<std::size_t> factors_;
};

// Requires: `features` has a row for each of the inputs' and a column for each monomial.
void evaluate_monomials(std::size_t degree, const Matrix& inputs, Matrix& features);

}  // namespace direct
