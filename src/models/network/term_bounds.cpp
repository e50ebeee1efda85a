// SPDX-License-Identifier: MIT
#include "models/network/term_bounds.h"

#include <algorithm>
#include <limits>
#include <vector>

#include "models/network/merged_terms.h"

namespace direct {
namespace {

// Coefficients of a power series, or numbers of terms by the power. Where it is larger, the largest double: there is
// no infinity that times zero would be no number.
using Series = std::vector<double>;

double bounded(double value) { return std::min(value, std::numeric_limits<double>::max()); }

Series product(const Series& one, const Series& other) {
  Series result(one.size());
  for (std::size_t i = 0; i < one.size(); ++i)
    for (std::size_t j = 0; i + j < one.size(); ++j) result[i + j] = bounded(result[i + j] + one[i] * other[j]);
  return result;
}

Series power(Series base, std::size_t exponent) {
  Series result(base.size());
  result.front() = 1.0;
  for (; exponent > 0; exponent /= 2) {
    if (exponent % 2 == 1) result = product(result, base);
    base = product(base, base);
  }
  return result;
}

// Terms of z^k of a neuron of the first layer: binomial(k + num_inputs, num_inputs), for k up to `most`.
Series first_terms(std::size_t num_inputs, std::size_t most) {
  Series result{1.0};
  for (std::size_t k = 1; k <= most; ++k)
    result.push_back(bounded(result.back() * static_cast<double>(k + num_inputs) / static_cast<double>(k)));
  return result;
}

// Of a neuron over `width` neurons of the layer before, as if those shared no weights: the coefficients of
// g(t)^width / (1 - t), where g(t) is the sum over k of the terms of z^2k of the layer before, times t^k.
Series next_terms(const Series& before, std::size_t width) {
  Series even;
  for (std::size_t k = 0; k < before.size(); k += 2) even.push_back(before[k]);
  Series result = power(std::move(even), width);
  for (std::size_t k = 1; k < result.size(); ++k) result[k] = bounded(result[k] + result[k - 1]);
  return result;
}

// Of the output, by its power: up to its square.
Series output_terms(const Network& network) {
  Series result = first_terms(network.num_inputs, 2 * degree(network));
  for (const std::size_t width : network.hidden) result = next_terms(result, width);
  return result;
}

// Different weights of a term of the square: one of the output, two of the layer before, four, ... and all of it twice.
std::size_t most_factors(const Network& network) {
  return std::min(num_weights(network), 2 * (2 * degree(network) - 1));
}

}  // namespace

double TermBounds::memory_bytes() const {
  const std::size_t of_term = factors * sizeof(WeightPower) + sizeof(std::size_t) + sizeof(double) +
                              sizeof(std::uint8_t) + MergedTerms::table_bytes_per_term;
  return bounded((output + square) * static_cast<double>(of_term));
}

TermBounds term_bounds(const Network& network) {
  const Series terms = output_terms(network);
  return {.output = terms[1], .square = terms[2], .factors = most_factors(network)};
}

}  // namespace direct
