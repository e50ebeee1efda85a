// SPDX-License-Identifier: MIT
// Which of several kernels predicts rows best that none of them was learned from.
#pragma once

#include <cstdint>
#include <vector>

#include <direct/statistics.h>

#include "features/block_evidence.h"

namespace direct {

struct SplitRows {
  MetricRows training, held_out;
};

// A tenth of the rows is held out, in even steps: in an order of their contents that is a fair share.
SplitRows split_rows(const MetricRows& rows);

// A model of random features of a kernel, fitted to the training rows, on the held-out rows.
struct GuardFit {
  Variances variances;  // of its evidence
  std::size_t num_features = 0;
  std::vector<double> densities;  // log densities of the held-out rows
};
GuardFit guard_fit(const SplitRows& rows, const MetricKernel& kernel, std::uint64_t seed);

struct Gain {
  double mean = 0.0, standard_error = 0.0;
};
// Of the mean log density.
Gain gain_of(const GuardFit& after, const GuardFit& before);

}  // namespace direct
