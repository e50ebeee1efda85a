// SPDX-License-Identifier: MIT
#pragma once

#include <direct/features.h>

namespace direct {

// The map of the first columns of a Fourier map. Throws Error(usage) for a number that is odd, or of an integer map no
// multiple of 4: its words hold two frequencies.
FeatureMap leading_features(const FeatureMap& map, std::size_t num_features);

}  // namespace direct
