// SPDX-License-Identifier: MIT
#include "draws_view.h"

#include <cmath>

namespace direct {
namespace {

std::size_t part_of(std::size_t whole, double share) {
  return static_cast<std::size_t>(std::llround(share * static_cast<double>(whole)));
}

}  // namespace

DrawsSummary summary(const Draws& draws, const WeightPrior& prior) {
  const std::size_t size = draws.codes.size();
  return {.count = draws.count(),
          .num_features = draws.num_features,
          .num_levels = draws.num_levels,
          .num_zeros = part_of(size, sparsity(draws, prior)),
          .num_zero_codes = part_of(size, zero_codes(draws))};
}

void merge(DrawsSummary& into, const DrawsSummary& batch) {
  into.count += batch.count;
  into.num_features = batch.num_features;
  into.num_levels = batch.num_levels;
  into.num_zeros += batch.num_zeros;
  into.num_zero_codes += batch.num_zero_codes;
}

}  // namespace direct
