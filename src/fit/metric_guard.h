// SPDX-License-Identifier: MIT
// Tells which of several kernels predicts best those rows that none of them was learned from.
#pragma once

#include <cstdint>
#include <vector>

#include "features/block_evidence.h"

namespace direct {

struct SplitRows {
  MetricRows training, held_out;
};

// A tenth of the rows is held out, in even steps: in an order of their contents that is a fair share.
SplitRows split_rows(const MetricRows& rows);

// A model of random features of a kernel, fitted to some of the training rows, on the held-out rows.
struct GuardFit {
  std::vector<double> densities;                       // log densities of the held-out rows
  double signal_variance = 1.0, noise_variance = 1.0;  // of its evidence
};
GuardFit guard_fit(const SplitRows& rows, const MetricKernel& kernel, std::uint64_t seed);

// Whether the mean density is above that of the other fit by more than its standard error.
bool is_clearly_better(const GuardFit& fit, const GuardFit& than);

}  // namespace direct
