// SPDX-License-Identifier: MIT
// What the pilot rows tell: the features and first values of the variances.
#pragma once

#include <direct/fit.h>

#include "features/block_evidence.h"

namespace direct {

struct Pilot {
  FeatureMap features;
  Variances variances;
};

// What Fourier features are learned from. `rows` are the pilot rows and `sample` more rows, for the metric, if any;
// `extremes` are the least and the most of each input, in two rows. All are standardised as the features want them.
struct PilotData {
  Rows rows;
  MetricRows sample;
  Matrix extremes;
};

Pilot learn_from_pilot(const PilotData& data, const FitOptions& options);

}  // namespace direct
