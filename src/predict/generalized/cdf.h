// SPDX-License-Identifier: MIT
// Probabilities and quantiles of counts and positive numbers. Those of counts are continuous in the count.
#pragma once

#include "predict/generalized/terms.h"

namespace direct {

// P(Y <= y) and P(Y > y), each to its own digits. Requires: y > 0, or > -1 of counts.
struct Tails {
  double lower = 0.0, upper = 1.0;
};
Tails tails(const GeneralizedDistribution::Law& law, double y);

double log_probability(const GeneralizedDistribution::Law& law, double y);  // of what y may be

double quantile(const GeneralizedDistribution::Law& law, double probability);

}  // namespace direct
