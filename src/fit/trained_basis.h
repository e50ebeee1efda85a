// SPDX-License-Identifier: MIT
// Trains the frequencies and phases of a few cosines on the evidence (docs/mathematics.md, "Trained features").
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include <direct/features.h>
#include <direct/statistics.h>

#include "features/block_evidence.h"

namespace direct {

struct TrainedBasisOptions {
  std::size_t num_cosines = 0;  // 0: as many as held-out rows pay for
  std::uint64_t seed = 0;
  std::span<const InputScale> scales = {};  // of the inputs
  Progress progress = {};
};

struct TrainedBasis {
  FeatureMap map;  // in floating point
  Variances variances;
  std::string note;  // says what training gained
};

// A tenth of the rows is held out: it says when to stop, which start is the better, and whether training gained
// anything over a greedy choice of as many cosines out of two thousand random ones, which is kept otherwise. Requires:
// rows in an order of their contents.
TrainedBasis trained_basis(const MetricRows& rows, const MetricKernel& kernel, const TrainedBasisOptions& options);

}  // namespace direct
