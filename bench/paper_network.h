// SPDX-License-Identifier: MIT
// The expected square error of a network as the paper writes it (Eqs. nn_term2 and nn_term3): a sum over all pairs of
// the h terms of the output, with the h x h matrix V ready before training. In one thing it is better off than in the
// paper: a factor is a moment that is known, not a sum over levels.
#pragma once

#include <direct/features.h>
#include <direct/network.h>

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "models/network/forward_pass.h"

namespace bench {

class PaperNetwork {
 public:
  // Requires: `output` is that of the network, and the statistics are of its degree.
  PaperNetwork(const direct::Network& network, const direct::WeightPolynomial& output,
               const direct::SecondMoments& statistics);

  double expected_square_error(const direct::Matrix& levels, const direct::Matrix& probabilities) const;

 private:
  direct::WeightPolynomial terms_;
  std::size_t most_power_;
  double target_square_;
  std::vector<double> p_;
  direct::Matrix v_;
};

namespace detail {

// E[w^power] of each weight: (most_power + 1) x num_weights.
inline direct::Matrix moments_of(const direct::Matrix& levels, const direct::Matrix& probabilities,
                                 std::size_t most_power) {
  direct::Matrix result(most_power + 1, levels.cols());
  for (std::size_t j = 0; j < levels.cols(); ++j)
    for (std::size_t k = 0; k < levels.rows(); ++k) {
      double term = probabilities(k, j);
      for (std::size_t power = 0; power <= most_power; ++power, term *= levels(k, j)) result(power, j) += term;
    }
  return result;
}

// The product over weights of E[w^(a + b)], a and b the powers of the weight in the two terms.
inline double expected_product(std::span<const direct::WeightPower> one, std::span<const direct::WeightPower> other,
                               const direct::Matrix& moments) {
  double result = 1.0;
  auto i = one.begin(), j = other.begin();
  while (i != one.end() || j != other.end()) {
    const bool takes_one = j == other.end() || (i != one.end() && i->weight() <= j->weight());
    const bool takes_other = i == one.end() || (j != other.end() && j->weight() <= i->weight());
    const std::size_t weight = takes_one ? i->weight() : j->weight();
    std::size_t power = 0;
    if (takes_one) power += (i++)->power();
    if (takes_other) power += (j++)->power();
    result *= moments(power, weight);
  }
  return result;
}

}  // namespace detail

// Sums over rows are those of the monomials of the inputs, which the statistics have: forming C would give the same.
inline PaperNetwork::PaperNetwork(const direct::Network& network, const direct::WeightPolynomial& output,
                                  const direct::SecondMoments& statistics)
    : terms_(output),
      most_power_(2 * direct::degree(network)),
      target_square_(statistics.target_square),
      p_(output.num_terms()),
      v_(output.num_terms(), output.num_terms()) {
  direct::InputMonomial monomial(network, direct::degree(network));
  std::vector<std::size_t> index(output.num_terms());
  for (std::size_t j = 0; j < index.size(); ++j) index[j] = monomial.index(output.factors(j));
  for (std::size_t j = 0; j < index.size(); ++j) {
    p_[j] = output.coefficient(j) * statistics.feature_target[index[j]];
    for (std::size_t k = 0; k < index.size(); ++k)
      v_(k, j) = output.coefficient(j) * output.coefficient(k) * statistics.gram(index[k], index[j]);
  }
}

inline double PaperNetwork::expected_square_error(const direct::Matrix& levels,
                                                  const direct::Matrix& probabilities) const {
  const direct::Matrix moments = detail::moments_of(levels, probabilities, most_power_);
  double cross = 0.0, square = 0.0;
  for (std::size_t j = 0; j < p_.size(); ++j) {
    cross += p_[j] * detail::expected_product(terms_.factors(j), {}, moments);
    for (std::size_t k = 0; k < p_.size(); ++k)
      square += v_(k, j) * detail::expected_product(terms_.factors(j), terms_.factors(k), moments);
  }
  return target_square_ - 2.0 * cross + square;
}

}  // namespace bench
