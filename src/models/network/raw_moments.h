// SPDX-License-Identifier: MIT
// E[w^p] of each weight of a network, with sign and logarithm apart: a term of many factors then neither overflows nor
// underflows on its way.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <direct/matrix.h>

#include "models/network/weight_polynomial.h"

namespace direct {

// The product of moments other than zero, and how many there were of each kind.
struct MomentProduct {
  double log_magnitude = 0.0;
  std::uint32_t num_negative = 0, num_zero = 0;

  double sign() const { return num_negative % 2 == 0 ? 1.0 : -1.0; }
};

class RawMoments {
 public:
  // Both are num_levels x num_weights.
  RawMoments(const Matrix& levels, const Matrix& probabilities, std::size_t most_power);

  std::size_t size() const { return moments_.size(); }
  std::size_t index(WeightPower factor) const { return factor.weight() * most_power_ + factor.power() - 1; }
  bool is_zero(WeightPower factor) const { return moments_[index(factor)].num_zero > 0; }
  MomentProduct expectation(std::span<const WeightPower> factors) const;

  // Of sums over terms, each of which has the factor exp(log_scale): the sum of all terms with a moment, for a moment
  // of zero without it, becomes the derivative by the moment.
  std::vector<double> derivatives(std::span<const double> sums, double log_scale) const;

 private:
  std::size_t most_power_;
  std::vector<MomentProduct> moments_;
};

// by_probability(level, weight) = sum over p of the derivative by E[weight^p] times level^p. Requires: `by_moment` is
// as RawMoments numbers them.
void chain_to_probabilities(const Matrix& levels, std::span<const double> by_moment, Matrix& by_probability);

}  // namespace direct
