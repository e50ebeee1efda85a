// SPDX-License-Identifier: MIT
// E f(v) = 1 / (2 pi i) times the integral of M(s) F(s) over a line, by the trapezoidal rule, whose error is
// exponentially small.
#pragma once

#include "laws/link/saddle.h"

namespace direct {

struct LineIntegral {
  double log_value = 0.0;
  bool exact = true;  // else so much cancels, or so many nodes would be needed, that digits are lost
};

// The line goes through the saddle point; where that is close to the pole on the right, through the one beyond it, and
// the residue is added. To `allow_inexact` is to do what can be done with a bounded number of nodes.
LineIntegral line_integral(const Integrand& integrand, bool allow_inexact = true);

}  // namespace direct
