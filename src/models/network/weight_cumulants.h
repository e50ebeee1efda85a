// SPDX-License-Identifier: MIT
// The first four cumulants of each weight of a network: all that the square of one hidden layer's output needs.
#pragma once

#include <span>
#include <vector>

#include <direct/matrix.h>

namespace direct {

struct WeightCumulants {
  double mean = 0.0, variance = 0.0, third = 0.0, fourth = 0.0;
};

// Column by column.
std::vector<WeightCumulants> weight_cumulants(const Matrix& levels, const Matrix& probabilities);

// From the derivatives of a function by the cumulants of one weight to those by its probabilities.
void chain_rule(const WeightCumulants& weight, const WeightCumulants& derivative, std::span<const double> levels,
                std::span<double> by_probability);

}  // namespace direct
