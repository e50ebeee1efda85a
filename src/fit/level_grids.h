// SPDX-License-Identifier: MIT
// Grids of levels with an exact zero.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include <direct/fit_options.h>

namespace direct {

// Evenly spaced from `low` to `high`. Where low <= 0 <= high and there are 3 or more, all are multiples of the step,
// and one end lies as far beyond low or high as that takes.
std::vector<double> even_levels(double low, double high, std::size_t count);

// 0 and +-2^k for consecutive k, the largest being the power of two nearest to `end` in the logarithm. Requires an odd
// count of at least 3.
std::vector<double> power_levels(double end, std::size_t count);

// The levels of a range or a list; none of the other supports, which wait for the data or the weights.
std::optional<std::vector<double>> given_levels(const Support& support, std::size_t num_levels);

// What pow2, auto, and the supports that are learned from there lay from about -end to end.
std::vector<double> automatic_levels(const FitOptions& options, double end);

}  // namespace direct
