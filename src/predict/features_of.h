// SPDX-License-Identifier: MIT
#pragma once

#include <direct/predict.h>

namespace direct {

// Encoded inputs, standardised. Throws Error(usage) for another number of inputs than the model's.
Matrix standardised_inputs(const Preparation& preparation, const Matrix& inputs);

// Features of encoded inputs, as the model's preparation makes them.
Matrix features_of(const Preparation& preparation, const Matrix& inputs);

// Throws Error(usage) unless there are none, or as many as rows, all of them positive.
void check_exposures(std::span<const double> exposures, std::size_t num_rows);

// From moments of the standardised target to predictions in its own units.
Predictions in_target_units(const Scaling& scaling, std::span<const double> means, std::span<const double> variances,
                            double noise_variance);

}  // namespace direct
