// SPDX-License-Identifier: MIT
#pragma once

#include "predict/distribution/spectrum.h"
#include "predict/generalized/linear_predictor.h"

namespace direct {

// Of z and Gaussian noise of this deviation, without which a few values would need no end of nodes. Requires: the
// deviation is positive.
Spectrum predictor_spectrum(const LinearPredictor& predictor, double noise_deviation);

}  // namespace direct
