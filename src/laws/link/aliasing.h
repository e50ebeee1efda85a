// SPDX-License-Identifier: MIT
// The error of the trapezoidal rule: with a step of 2 pi / length it is the sum of E f(v + k length) e^(-theta k
// length) over k = +-1, +-2, ... The integrand on another line, at a distance d, bounds them by its exponent less d
// length; where that line is beyond a pole, the residue gives what the pole adds.
#pragma once

#include "laws/link/saddle.h"

namespace direct {

struct Aliasing {
  double length = 0.0;
  double correction = 0.0;  // to subtract, in units of the integrand at theta
};

// Only poles of the strip of the transform itself are crossed.
Aliasing aliasing(const Integrand& integrand, const Strip& strip, double theta, const LogFunctionAt& at);

}  // namespace direct
