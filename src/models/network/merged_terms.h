// SPDX-License-Identifier: MIT
// A polynomial that is built term by term, where a term that is there already grows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "models/network/weight_polynomial.h"

namespace direct {

// A table of terms by the hash of their factors; the factors themselves are those of the polynomial.
class MergedTerms {
 public:
  // At most: slots are twice to four times as many as terms.
  static constexpr std::size_t table_bytes_per_term = 4 * sizeof(std::uint32_t);

  // Room for so many terms of so many factors each.
  MergedTerms(std::size_t most_terms, std::size_t most_factors) {
    terms_.reserve(most_terms, most_terms * most_factors);
  }

  void add(std::span<const WeightPower> factors, double coefficient);
  WeightPolynomial finish() &&;

 private:
  std::size_t slot(std::span<const WeightPower> factors) const;  // where the term is, or is to be
  void grow();

  static constexpr std::uint32_t empty = UINT32_MAX;
  WeightPolynomial terms_;
  std::vector<std::uint32_t> slots_ = std::vector<std::uint32_t>(64, empty);
};

}  // namespace direct
