// SPDX-License-Identifier: MIT
#pragma once

#include "predict/generalized/terms.h"

namespace direct {

// Quantiles of z: of the Gaussian posterior that draws are from, as well as so many tell (Student's t); else exact for
// a few values of z; else of z and Gaussian noise of a hundredth of its deviation.
Bounds predictor_interval(const GeneralizedDistribution::Law& law, double level);

}  // namespace direct
