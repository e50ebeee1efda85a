// SPDX-License-Identifier: MIT
// The expectation of a polynomial in independent weights, and its derivatives: a sum over terms of products of moments.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <direct/matrix.h>

#include "models/network/raw_moments.h"
#include "models/network/weight_polynomial.h"

namespace direct {

class ExpectedPolynomial {
 public:
  explicit ExpectedPolynomial(WeightPolynomial polynomial);

  static std::size_t most_sums_bytes(std::size_t num_weights, std::size_t most_power);  // of an evaluation
  std::size_t num_terms() const { return terms_.num_terms(); }

  // As QuadraticNetwork::expected_square_error. The same bits for any number of threads.
  double value(const Matrix& levels, const Matrix& probabilities, Matrix* by_probability) const;

 private:
  // Sums over a block of terms, in units of exp(log_scale), its largest term.
  struct Sums {
    double log_scale = 0.0;
    double value = 0.0;
    std::vector<double> by_moment;  // as RawMoments::derivatives; empty: not asked for
  };
  std::size_t block_size() const;
  Sums of_block(std::size_t block, const RawMoments& moments, bool by_moment) const;
  void add_by_moment(std::size_t first, std::span<const double> terms, std::span<const MomentProduct> products,
                     const RawMoments& moments, std::span<double> sums) const;
  static Sums total(const std::vector<Sums>& blocks);

  WeightPolynomial terms_;  // their coefficients are logarithms of magnitudes
  std::vector<std::uint8_t> negative_;
  std::size_t most_power_ = 1;
};

}  // namespace direct
