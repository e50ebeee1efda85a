// SPDX-License-Identifier: MIT
// What --max-active-features and --target-sparsity ask for. Errors are of kind usage.
#pragma once

#include <cstddef>
#include <optional>

#include <direct/fit_options.h>

namespace direct {

void check_sparsity(const FitOptions& options);

bool asks_for_sparsity(const FitOptions& options);

// Draws are not sparse by themselves: a target sparsity leaves out so many features.
bool leaves_out_features(const FitOptions& options);

// Of so many features; none: as many as the evidence pays for. Requires: leaves_out_features(options).
std::optional<std::size_t> most_active_features(const FitOptions& options, std::size_t num_features);

}  // namespace direct
