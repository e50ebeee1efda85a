// SPDX-License-Identifier: MIT
// Independent terms with a few values each, and the product of their characteristic functions.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace direct {

inline constexpr double negligible_probability = 1e-20;

class TermList {
 public:
  std::size_t size() const { return first_.size() - 1; }
  std::span<const double> values(std::size_t term) const { return of(term, values_); }
  std::span<const double> probabilities(std::size_t term) const { return of(term, probabilities_); }
  double span(std::size_t term) const { return values(term).back() - values(term).front(); }

  // Values of negligible probability are left out. `values` are scaled as they are added.
  void add(std::span<const double> values, std::span<const double> probabilities, double scale = 1.0);

 private:
  std::span<const double> of(std::size_t term, const std::vector<double>& values) const {
    return std::span(values).subspan(first_[term], first_[term + 1] - first_[term]);
  }

  std::vector<double> values_, probabilities_;
  std::vector<std::size_t> first_ = {0};
};

// Multiplies by E exp(2 pi i position sum of terms), for each of the positions.
void multiply_characteristic(const TermList& terms, std::span<const double> positions, std::span<double> real,
                             std::span<double> imaginary);

}  // namespace direct
