// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <vector>

namespace direct {

// The shape k of the generalised Pareto distribution that the largest of these ratios follow: 1/k moments exist. The
// estimate of Zhang and Stephens (2009) with the weak prior of Vehtari et al. (2024), finite for any finite ratios.
// 0 where the largest ratio is so frequent that there is no tail; nothing where the tail has fewer than 5 values.
std::optional<double> pareto_shape(std::vector<double> log_ratios);

}  // namespace direct
