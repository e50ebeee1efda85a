// SPDX-License-Identifier: MIT
// The metric of the inputs: which of their directions matter, and how fast the target varies along them. Learned from
// thousands of rows on the evidence of a Gaussian process on blocks of them (docs/mathematics.md, "The metric").
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <direct/features.h>

#include "features/block_evidence.h"

namespace direct {

struct MetricOptions {
  std::uint64_t seed = 0;
  std::optional<MetricKernel> candidate = {};  // another kernel, which is taken if it predicts better
  Progress progress = {};
};

// The last of three kernels that predicts a tenth of the rows, held out, clearly better than those before: the
// candidate, a learned one with a lengthscale per input, and a learned one with a full matrix of directions (up to 64
// inputs). Requires: rows in an order of their contents, ten of them at least.
MetricKernel learn_metric(const MetricRows& rows, const MetricOptions& options);

}  // namespace direct
