// SPDX-License-Identifier: MIT
// Moments of the square of a sum of independent numbers, and of such a square times another: about their means
// throughout, so that numbers that are all but certain lose no digits.
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "laws/weight_terms.h"

namespace direct {

// Cumulants of orders 1 to 8, at index order - 1. Those of independent numbers add up.
using Cumulants = std::array<double, 8>;
Cumulants cumulants_of(std::span<const double> levels, std::span<const double> probabilities);

// Of orders 1 to 4: the mean, and the second to fourth moment about it.
struct CentralMoments {
  double mean = 0.0, second = 0.0, third = 0.0, fourth = 0.0;
};
CentralMoments moments_of(const Cumulants& number);
CentralMoments moments_of_square(const Cumulants& number);
CentralMoments moments_of_product(const CentralMoments& one, const CentralMoments& other);  // independent

TermMoments as_cumulants(const CentralMoments& moments);

}  // namespace direct
