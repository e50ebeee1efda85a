// SPDX-License-Identifier: MIT
#include "features/monomials.h"

#include <algorithm>
#include <limits>

#include <direct/features.h>

#include "algebra/dense.h"

namespace direct {
namespace {

constexpr std::size_t most = std::numeric_limits<std::size_t>::max();

// n over k, or the largest number there is.
std::size_t binomial(std::size_t n, std::size_t k) {
  __extension__ using Wide = unsigned __int128;
  Wide result = 1;
  for (std::size_t i = 1; i <= std::min(k, n - k); ++i) {
    result = result * (n - i + 1) / i;
    if (result > most) return most;
  }
  return static_cast<std::size_t>(result);
}

}  // namespace

std::size_t num_monomials(std::size_t num_inputs, std::size_t degree) { return binomial(num_inputs + degree, degree); }

// Colexicographic: factor j, counted from 1, comes after binomial(factor + j - 1, j) others.
std::size_t monomial_index(std::span<const std::size_t> factors) {
  std::size_t index = 0;
  for (std::size_t j = 0; j < factors.size(); ++j)
    if (factors[j] > 0) index += binomial(factors[j] + j, j + 1);
  return index;
}

// The first factor that may grow grows, and those before it start again.
void MonomialFactors::next() {
  std::size_t j = 0;
  while (j + 1 < factors_.size() && factors_[j] == factors_[j + 1]) ++j;
  ++factors_[j];
  std::fill_n(factors_.begin(), j, std::size_t{0});
}

// A monomial is its last factor times the monomial of the others.
void evaluate_monomials(std::size_t degree, const Matrix& inputs, Matrix& features) {
  MonomialFactors monomial(degree);
  view(features.column(0)).setOnes();
  std::vector<std::size_t> others(degree, 0);
  for (std::size_t column = 1; column < features.cols(); ++column) {
    monomial.next();
    const std::vector<std::size_t>& factors = monomial.factors();
    std::copy_n(factors.begin(), degree - 1, others.begin() + 1);
    view(features.column(column)).array() =
        view(features.column(monomial_index(others))).array() * view(inputs.column(factors.back() - 1)).array();
  }
}

}  // namespace direct
