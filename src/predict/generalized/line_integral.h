// SPDX-License-Identifier: MIT
// E f(v) = 1 / (2 pi i) times the integral of M(s) F(s) over a line, by the trapezoidal rule, whose error is
// exponentially small: with a step of 2 pi / length it is E f(v + k length) e^(-theta k length) for k = +-1, +-2, ...,
// and these are bounded by the integrand on other lines.
#pragma once

#include "predict/generalized/saddle.h"

namespace direct {

struct LineIntegral {
  double log_value = 0.0;
  bool exact = true;  // else so much cancels, or so many nodes would be needed, that digits are lost
};

// The line goes through the saddle point; where that is close to the pole on the right, through the one beyond it, and
// the residue is added. To `settle` is to do what can be done with a bounded number of nodes.
LineIntegral line_integral(const Integrand& integrand, bool settle = true);

}  // namespace direct
