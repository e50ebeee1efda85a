// SPDX-License-Identifier: MIT
// What the pilot rows tell: the features and first values of the variances.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <direct/fit.h>

#include "features/block_evidence.h"

namespace direct {

struct Pilot {
  FeatureMap features;
  Variances variances;
  std::vector<std::string> notes = {};
};

// Features are learned from the pilot rows, and from the least and the most of each input, in two rows. `sample` gives
// more rows for the metric, `sample_size` of them, which may depend on the pilot's kernel (null of Gaussian noise).
// All are standardised as the features want them.
struct PilotData {
  Rows rows;
  Matrix extremes;
  std::size_t sample_size = 0;
  std::function<MetricRows(const MetricKernel* pilot)> sample = {};
};

Pilot learn_from_pilot(const PilotData& data, const FitOptions& options);

}  // namespace direct
