// SPDX-License-Identifier: MIT
// What a continuous prior says of a cell: the mean of its log density over all the weights that one code stands for.
#pragma once

#include <direct/model.h>

namespace direct {

// Of mean zero. A uniform density ends at +-sqrt(3 variance).
struct WeightDensity {
  PriorKind kind = PriorKind::gaussian;
  double variance = 1.0;
  double spike = 0.0;  // of spike_slab
};

// Over the cell from level - step / 2 to level + step / 2, with its derivatives. Never above the mean of the log
// density, and equal to it but for spike_slab, where it is the logarithm of the mixture of the geometric means of spike
// and slab. (The spike of a cell cannot be a point: it is a Gaussian of a hundredth of the slab's deviation.)
struct CellMean {
  double value = 0.0, by_level = 0.0, by_step = 0.0;
};
CellMean mean_log_density(const WeightDensity& density, double level, double step);

}  // namespace direct
