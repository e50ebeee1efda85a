// SPDX-License-Identifier: MIT
// What few deviations cost: the expected loss of log density because their variance is that of a sample.
#pragma once

#include <cstddef>
#include <span>

namespace direct {

struct DeviationLaw {
  std::size_t num_deviations = 1;
  double noise_degrees = 0.0;  // may be infinite
};

// E[log N(y; 0, 1) - log t(y)] in nats. The target y has variance 1, of which `share` is the model's. The t has the
// squared scale share * chi^2_K / K + 1 - share, and the degrees that follow from it.
double expected_loss(const DeviationLaw& law, double share);

// The mean over rows, whose shares these are, of what `law` loses beyond what `reference` loses.
double deviations_cost(const DeviationLaw& law, const DeviationLaw& reference, std::span<const double> shares);

}  // namespace direct
