// SPDX-License-Identifier: MIT
// A polynomial in the weights of a network, as a list of the terms that are there: the paper's state of a neuron, whose
// rows of G are ones but for a few weights.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace direct {

// A weight and its power, which is 1 to 255, in 24 and 8 bits.
class WeightPower {
 public:
  WeightPower(std::size_t weight, std::size_t power);

  std::size_t weight() const { return bits_ >> 8; }
  std::size_t power() const { return bits_ & 255U; }
  bool operator==(const WeightPower&) const = default;

 private:
  std::uint32_t bits_;
};

// The weights of a term increase.
class WeightPolynomial {
 public:
  std::size_t num_terms() const { return coefficients_.size(); }
  std::span<const WeightPower> factors(std::size_t term) const {
    return std::span(factors_).subspan(ends_[term], ends_[term + 1] - ends_[term]);
  }
  double coefficient(std::size_t term) const { return coefficients_[term]; }
  double& coefficient(std::size_t term) { return coefficients_[term]; }

  // Memory that is not used is not taken from the machine; growth would take three times as much on its way.
  void reserve(std::size_t num_terms, std::size_t num_factors);
  void append(std::span<const WeightPower> factors, double coefficient);
  std::size_t memory_bytes() const;  // of the terms that are there

 private:
  std::vector<WeightPower> factors_;
  std::vector<std::size_t> ends_{0};  // of the factors of the terms before this one
  std::vector<double> coefficients_;
};

WeightPolynomial one_weight(std::size_t weight);
// Adds `scale` times `other`. Like terms are not merged.
void add(WeightPolynomial& into, const WeightPolynomial& other, double scale = 1.0);
// Adds `other` times a weight. Requires: the weight comes after all of those of `other`.
void add_product(WeightPolynomial& into, const WeightPolynomial& other, std::size_t weight);

// Like terms are merged; in the order in which the products come up, so that it does not depend on the hash. There is
// room for `most_terms` of `most_factors` each.
WeightPolynomial squared(const WeightPolynomial& polynomial, std::size_t most_terms = 0, std::size_t most_factors = 0);

// Weights from `first` on become those `shift` after them.
WeightPolynomial relabelled(const WeightPolynomial& polynomial, std::size_t first, std::size_t shift);

}  // namespace direct
