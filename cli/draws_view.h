// SPDX-License-Identifier: MIT
// What a reader wants to know of draws.
#pragma once

#include <cstddef>
#include <cstdint>

#include <direct/draws.h>

namespace direct {

// Counts, so that those of batches add up to the bit.
struct DrawsSummary {
  std::size_t count = 0, num_features = 0, num_levels = 0;
  std::size_t num_zeros = 0, num_zero_codes = 0;

  double sparsity() const { return share(num_zeros); }
  double zero_codes() const { return share(num_zero_codes); }

 private:
  double share(std::size_t part) const {
    return static_cast<double>(part) / (static_cast<double>(count) * static_cast<double>(num_features));
  }
};

DrawsSummary summary(const Draws& draws, const WeightPrior& prior);
void merge(DrawsSummary& into, const DrawsSummary& batch);  // of draws from the same model

// Of direct sample. What the draws have is beside what the posterior expects.
struct SampleReport {
  DrawsSummary draws;
  double sparsity = 0.0, zero_codes = 0.0;
  std::uint64_t seed = 0;
};

}  // namespace direct
