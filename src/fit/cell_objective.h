// SPDX-License-Identifier: MIT
// The ELBO as a function of the centre and the step of one weight's learned grid, with the weight's distribution at its
// optimum for each and all else as it is.
#pragma once

#include <cstddef>
#include <vector>

#include "models/cell_density.h"

namespace direct {

struct WeightedDensity {
  double responsibility = 1.0;
  WeightDensity density;
};

struct CellObjective {
  std::vector<WeightedDensity> prior;  // of a mixture prior its components
  double slope = 0.0;                  // of the expected log-likelihood in the weight: slope w - curvature w^2 / 2
  double curvature = 0.0;
  std::size_t num_levels = 0;

  // Up to what does not depend on the weight.
  struct Value {
    double value = 0.0, by_centre = 0.0, by_log_step = 0.0;
    double mean = 0.0;  // of the weight
  };
  Value operator()(double centre, double step) const;
};

}  // namespace direct
