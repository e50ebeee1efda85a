// SPDX-License-Identifier: MIT
// What tune() varies.
#pragma once

#include <cstddef>
#include <vector>

#include <direct/tune.h>

namespace direct {

// Each increasing and without repeats.
struct TuneGrid {
  std::vector<std::size_t> num_features;  // empty: as many as the data have
  std::vector<std::size_t> levels;
  std::vector<double> sparsity;
};

// Throws Error(usage) as check() does.
TuneGrid tune_grid(const FitOptions& options, const TuneOptions& tune);

FitOptions options_at(FitOptions options, std::size_t num_features, std::size_t levels, double sparsity);

}  // namespace direct
