// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include <direct/predict.h>
#include <direct/trust.h>

namespace direct {

// Requires: as many predictions as the companion's, at least one.
CompanionComparison comparison(std::span<const Prediction> predictions, std::span<const Prediction> companion);

}  // namespace direct
