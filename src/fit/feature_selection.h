// SPDX-License-Identifier: MIT
// The features that are worth having, chosen from the statistics alone: one group after another, each time the one with
// the largest gain in the companion's log evidence (docs/mathematics.md, "Sparsity by choice").
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include <direct/features.h>
#include <direct/progress.h>
#include <direct/statistics.h>

namespace direct {

std::size_t group_size(FeatureKind kind);  // Fourier features come in pairs

struct SelectionOptions {
  std::size_t group_size = 1;
  std::optional<std::size_t> most = {};  // features, but at least one group; none: as many as the evidence pays for
  Progress progress = {};
};

// Increasing. Requires at least one feature.
std::vector<std::size_t> selected_features(const SecondMoments& statistics, const Variances& variances,
                                           const SelectionOptions& options);

}  // namespace direct
