// SPDX-License-Identifier: MIT
// The companion factorised in the order in which points are rounded to the grid: one weight after another, each error
// shifting the conditional means of the weights still to come (Babai's nearest plane), the best-determined weight
// first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
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

std::size_t nearest_level(std::span<const double> levels, double value);

// The level of a weight that is nearest to a value.
using NearestLevel = std::function<double(std::size_t weight, double value)>;
NearestLevel nearest_on(const Matrix& levels);  // which must outlive it

// A point of the grid near the target, or the mean, in the metric of the posterior.
std::vector<double> lattice_point(const OrderedCompanion& companion, std::span<const double> target,
                                  const NearestLevel& nearest);
std::vector<double> lattice_point(const OrderedCompanion& companion, std::span<const double> target,
                                  const Matrix& levels);
std::vector<double> lattice_point(const OrderedCompanion& companion, const Matrix& levels);

// Exact draws of the companion, num_features x count: pairs on opposite sides of its mean, mean + d and mean - d.
Matrix companion_draws(const OrderedCompanion& companion, std::size_t count, std::uint64_t seed);

}  // namespace direct
