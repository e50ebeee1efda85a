// SPDX-License-Identifier: MIT
// Real factors as integers and shifts.
#pragma once

#include <direct/deploy.h>

namespace direct {

// The nearest ratio; 0 for a factor below 2^-47. Requires: 0 <= factor < 2^31.
IntegerRatio integer_ratio(double factor);

double factor_of(const IntegerRatio& ratio);

}  // namespace direct
