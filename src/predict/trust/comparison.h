// SPDX-License-Identifier: MIT
#pragma once

#include <direct/predict.h>
#include <direct/trust.h>

namespace direct {

// Requires: as many predictions as the companion's, at least one.
CompanionComparison comparison(const Predictions& predictions, const Predictions& companion);

}  // namespace direct
