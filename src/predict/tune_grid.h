// SPDX-License-Identifier: MIT
// What tune() varies.
#pragma once

#include <cstddef>
#include <vector>

#include <direct/tune.h>

namespace direct {

// Each increasing and without repeats.
struct TuneGrid {
  std::vector<std::size_t> num_features;  // empty: as many as the data have, or fractions() of what the rows pay for
  std::vector<std::size_t> levels;
  std::vector<double> sparsity;
};

// All, a half, a quarter and an eighth, in multiples that features of both kinds can be cut to; none of 0 (auto).
std::vector<std::size_t> fractions(std::size_t num_features);

// Throws Error(usage) as check() does.
TuneGrid tune_grid(const FitOptions& options, const TuneOptions& tune);

FitOptions options_at(FitOptions options, std::size_t num_features, std::size_t levels, double sparsity);

}  // namespace direct
