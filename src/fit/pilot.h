// SPDX-License-Identifier: MIT
// What the pilot rows tell: the features and first values of the variances.
#pragma once

#include <direct/fit.h>

namespace direct {

struct Pilot {
  FeatureMap features;
  Variances variances;
};

// `rows` are standardised as the features want them; `extremes` are the least and the most of each input, in two rows,
// standardised too.
Pilot learn_from_pilot(const Rows& rows, const Matrix& extremes, const FitOptions& options);

}  // namespace direct
