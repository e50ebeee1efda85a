// SPDX-License-Identifier: MIT
// Rows of a likelihood that is not Gaussian as rows of one that is: the working responses of a first fit, with their
// weights. A metric is learned from them.
#pragma once

#include <direct/data.h>
#include <direct/likelihood.h>

#include "features/block_evidence.h"

namespace direct {

// `rows` have standardised inputs and targets as they are. `kernel` is that of responses over `scale`, which is their
// deviation, and those that are returned are so, too.
MetricRows working_sample(Likelihood likelihood, double offset, Rows rows, const MetricKernel& kernel, double scale,
                          std::uint64_t seed);

}  // namespace direct
