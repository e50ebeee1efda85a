// SPDX-License-Identifier: MIT
#include "laws/term_list.h"

#include <algorithm>
#include <cmath>

#include "algebra/vector_math.h"

namespace direct {
namespace {

// Where the product is negligible already, further terms make no difference: their factors are no larger than 1.
constexpr std::size_t block_positions = 64;
constexpr std::size_t terms_between_looks = 8;

bool is_negligible(std::span<const double> real, std::span<const double> imaginary) {
  const auto is_small = [](double value) { return std::abs(value) < 1e-18; };
  return std::all_of(real.begin(), real.end(), is_small) && std::all_of(imaginary.begin(), imaginary.end(), is_small);
}

void multiply_block(const TermList& terms, std::span<const double> positions, std::span<double> real,
                    std::span<double> imaginary) {
  for (std::size_t i = 0; i < terms.size(); ++i) {
    multiply_characteristic(terms.values(i), terms.probabilities(i), positions, real, imaginary);
    if (i % terms_between_looks == 0 && is_negligible(real, imaginary)) return;
  }
}

}  // namespace

void TermList::add(std::span<const double> values, std::span<const double> probabilities, double scale) {
  for (std::size_t k = 0; k < values.size(); ++k) {
    if (probabilities[k] < negligible_probability) continue;
    values_.push_back(values[k] * scale);
    probabilities_.push_back(probabilities[k]);
  }
  first_.push_back(values_.size());
}

void multiply_characteristic(const TermList& terms, std::span<const double> positions, std::span<double> real,
                             std::span<double> imaginary) {
  for (std::size_t first = 0; first < positions.size(); first += block_positions) {
    const std::size_t count = std::min(block_positions, positions.size() - first);
    multiply_block(terms, positions.subspan(first, count), real.subspan(first, count), imaginary.subspan(first, count));
  }
}

}  // namespace direct
