// SPDX-License-Identifier: MIT
#pragma once

#include "predict/generalized/terms.h"

namespace direct {

// Quantiles of z, exact for a few values of it; else of z and Gaussian noise of a hundredth of its deviation.
Bounds predictor_interval(const GeneralizedDistribution::Law& law, double level);

}  // namespace direct
