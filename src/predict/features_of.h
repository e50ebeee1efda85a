// SPDX-License-Identifier: MIT
#pragma once

#include <direct/predict.h>

namespace direct {

// Encoded inputs, standardised. Throws Error(usage) for another number of inputs than the model's.
Matrix standardised_inputs(const Preparation& preparation, const Matrix& inputs);

// Features of encoded inputs, as the model's preparation makes them.
Matrix features_of(const Preparation& preparation, const Matrix& inputs);

// From moments of the standardised target to predictions in its own units.
Predictions in_target_units(const Scaling& scaling, std::span<const double> means, std::span<const double> variances,
                            double noise_variance);

}  // namespace direct
