// SPDX-License-Identifier: MIT
// The entropy of one component.
#pragma once

#include <direct/matrix.h>

namespace direct {

// Adds `weight` times the derivative of entropy() by the log probabilities: -q (log q + 1).
void add_entropy_gradient(const Matrix& log_probabilities, double weight, Matrix& gradient);

}  // namespace direct
