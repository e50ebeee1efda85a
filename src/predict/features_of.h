// SPDX-License-Identifier: MIT
#pragma once

#include <direct/predict.h>

#include "laws/scaled_law.h"

namespace direct {

// Encoded inputs, standardised. Throws Error(usage) for another number of inputs than the model's.
Matrix standardised_inputs(const Preparation& preparation, const Matrix& inputs);

// Features of encoded inputs, as the model's preparation makes them.
Matrix features_of(const Preparation& preparation, const Matrix& inputs);

// From moments of the standardised target to a prediction in its own units.
Prediction in_target_units(const Units& units, double mean, double variance, double noise_variance);

}  // namespace direct
