// SPDX-License-Identifier: MIT
// Tells which of several kernels, or bases, predicts best those rows that none of them was learned from.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <direct/statistics.h>

#include "features/block_evidence.h"

namespace direct {

struct SplitRows {
  MetricRows training, held_out;
};

// A tenth of the rows is held out, in even steps: in an order of their contents that is a fair share.
SplitRows split_rows(const MetricRows& rows);

// At most so many rows, in even steps.
MetricRows thinned(const MetricRows& rows, std::size_t count);

// A regression on the features of a map, at the variances of its best evidence.
struct BasisFit {
  std::vector<double> densities;  // log densities of the held-out rows
  Variances variances;
};
BasisFit basis_fit(const FeatureMap& map, const SplitRows& rows, const Variances& start);

// The sums of features and targets, each times the root of its row's weight.
SecondMoments weighted_moments(const FeatureMap& map, const MetricRows& rows);

// A model of random features of a kernel, fitted to some of the training rows, on the held-out rows.
struct GuardFit {
  std::vector<double> densities;
  double signal_variance = 1.0, noise_variance = 1.0;  // of its evidence
};
GuardFit guard_fit(const SplitRows& rows, const MetricKernel& kernel, std::uint64_t seed);

// By how much the mean density is above that of another fit, and the standard error of this.
struct DensityGain {
  double mean = 0.0, standard_error = 0.0;
};
DensityGain density_gain(std::span<const double> densities, std::span<const double> others);

// Whether the mean density is above that of the other fit by more than its standard error.
bool is_clearly_better(const GuardFit& fit, const GuardFit& than);

}  // namespace direct
