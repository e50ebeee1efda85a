// SPDX-License-Identifier: MIT
#pragma once

namespace direct {

// P(shape, e^v) and Q = 1 - P, for v = deviation + reference_log(shape); each to its own digits, any positive shape.
struct IncompleteGamma {
  double p = 0.0, q = 1.0;
};
IncompleteGamma incomplete_gamma(double shape, double deviation);

}  // namespace direct
