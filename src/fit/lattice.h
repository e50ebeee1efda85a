// SPDX-License-Identifier: MIT
// The companion factorised in the order in which its mean is rounded to the grid: one weight after another, each error
// shifting the conditional means of the weights still to come (Babai's nearest plane), the best-determined weight
// first.
#pragma once

#include <cstddef>
#include <vector>

#include <direct/model.h>

namespace direct {

struct OrderedCompanion {
  std::vector<std::size_t> order;  // the last is rounded first
  Matrix factor;                   // of the precision matrix in this order
  std::vector<double> mean;        // in the weights' own order
};

OrderedCompanion ordered_companion(const SecondMoments& statistics, const WeightPrior& prior, double noise_precision);
// The same in an order that is known, which saves the pivoting.
OrderedCompanion ordered_companion(const SecondMoments& statistics, const WeightPrior& prior, double noise_precision,
                                   std::vector<std::size_t> order);

// A point of the grid near the mean in the metric of the posterior.
std::vector<double> lattice_point(const OrderedCompanion& companion, const Matrix& levels);

}  // namespace direct
