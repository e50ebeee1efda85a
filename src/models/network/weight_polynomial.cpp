// SPDX-License-Identifier: MIT
#include "models/network/weight_polynomial.h"

#include <cassert>

#include "models/network/merged_terms.h"

namespace direct {

WeightPower::WeightPower(std::size_t weight, std::size_t power)
    : bits_(static_cast<std::uint32_t>(weight << 8 | power)) {
  assert(weight < std::size_t{1} << 24 && power >= 1 && power <= 255);
}

void WeightPolynomial::append(std::span<const WeightPower> factors, double coefficient) {
  factors_.insert(factors_.end(), factors.begin(), factors.end());
  ends_.push_back(factors_.size());
  coefficients_.push_back(coefficient);
}

void WeightPolynomial::reserve(std::size_t num_terms, std::size_t num_factors) {
  factors_.reserve(num_factors);
  ends_.reserve(num_terms + 1);
  coefficients_.reserve(num_terms);
}

std::size_t WeightPolynomial::memory_bytes() const {
  return factors_.size() * sizeof(WeightPower) + ends_.size() * sizeof(std::size_t) +
         coefficients_.size() * sizeof(double);
}

WeightPolynomial one_weight(std::size_t weight) {
  WeightPolynomial result;
  result.append(std::vector{WeightPower(weight, 1)}, 1.0);
  return result;
}

void add(WeightPolynomial& into, const WeightPolynomial& other, double scale) {
  for (std::size_t t = 0; t < other.num_terms(); ++t) into.append(other.factors(t), scale * other.coefficient(t));
}

void add_product(WeightPolynomial& into, const WeightPolynomial& other, std::size_t weight) {
  std::vector<WeightPower> factors;
  for (std::size_t t = 0; t < other.num_terms(); ++t) {
    factors.assign(other.factors(t).begin(), other.factors(t).end());
    assert(factors.empty() || factors.back().weight() < weight);
    factors.emplace_back(weight, 1);
    into.append(factors, other.coefficient(t));
  }
}

namespace {

void multiply(std::span<const WeightPower> one, std::span<const WeightPower> other, std::vector<WeightPower>& product) {
  product.clear();
  auto i = one.begin(), j = other.begin();
  while (i != one.end() && j != other.end()) {
    if (i->weight() < j->weight()) {
      product.push_back(*i++);
    } else if (j->weight() < i->weight()) {
      product.push_back(*j++);
    } else {
      product.emplace_back(i->weight(), i->power() + j->power());
      ++i, ++j;
    }
  }
  product.insert(product.end(), i, one.end());
  product.insert(product.end(), j, other.end());
}

}  // namespace

WeightPolynomial squared(const WeightPolynomial& polynomial, std::size_t most_terms, std::size_t most_factors) {
  MergedTerms merged(most_terms, most_factors);
  std::vector<WeightPower> product;
  for (std::size_t i = 0; i < polynomial.num_terms(); ++i)
    for (std::size_t j = 0; j <= i; ++j) {
      multiply(polynomial.factors(i), polynomial.factors(j), product);
      const double coefficient = polynomial.coefficient(i) * polynomial.coefficient(j);
      merged.add(product, i == j ? coefficient : 2.0 * coefficient);
    }
  return std::move(merged).finish();
}

WeightPolynomial relabelled(const WeightPolynomial& polynomial, std::size_t first, std::size_t shift) {
  WeightPolynomial result;
  std::vector<WeightPower> factors;
  for (std::size_t t = 0; t < polynomial.num_terms(); ++t) {
    factors.clear();
    for (const WeightPower factor : polynomial.factors(t))
      factors.emplace_back(factor.weight() + (factor.weight() >= first ? shift : 0), factor.power());
    result.append(factors, polynomial.coefficient(t));
  }
  return result;
}

}  // namespace direct
