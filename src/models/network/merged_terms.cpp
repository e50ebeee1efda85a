// SPDX-License-Identifier: MIT
#include "models/network/merged_terms.h"

#include <algorithm>

#include <direct/error.h>
#include <xxhash.h>

namespace direct {

std::size_t MergedTerms::slot(std::span<const WeightPower> factors) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t i = XXH3_64bits(factors.data(), factors.size_bytes()) & mask;
  while (slots_[i] != empty && !std::ranges::equal(terms_.factors(slots_[i]), factors)) i = (i + 1) & mask;
  return i;
}

void MergedTerms::add(std::span<const WeightPower> factors, double coefficient) {
  std::uint32_t& term = slots_[slot(factors)];
  if (term != empty) {
    terms_.coefficient(term) += coefficient;
    return;
  }
  if (terms_.num_terms() == empty) throw Error(ErrorKind::resource, "a network has more than 4294967295 terms");
  term = static_cast<std::uint32_t>(terms_.num_terms());
  terms_.append(factors, coefficient);
  if (2 * terms_.num_terms() > slots_.size()) grow();
}

void MergedTerms::grow() {
  const std::size_t size = 2 * slots_.size();
  slots_ = {};  // before the next is there
  slots_.assign(size, empty);
  for (std::size_t t = 0; t < terms_.num_terms(); ++t) slots_[slot(terms_.factors(t))] = static_cast<std::uint32_t>(t);
}

WeightPolynomial MergedTerms::finish() && {
  slots_ = {};
  return std::move(terms_);
}

}  // namespace direct
