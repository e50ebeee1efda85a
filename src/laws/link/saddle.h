// SPDX-License-Identifier: MIT
// The exponent of an integrand, log of the moment generating function of v times the transform, on the real line: it
// is convex between two poles, and the line of integration goes through its minimum.
#pragma once

#include "laws/link/row_terms.h"
#include "laws/link/transform.h"

namespace direct {

struct Integrand {
  const RowTerms& terms;
  const Transform& f;

  double mean() const { return f.sign * terms.mean() + f.shift; }  // of v
  LogFunctionAt at(double theta) const;
};

struct Strip {
  double left = 0.0, right = 0.0;
};

// The minimum of the exponent within the strip, to a small part of the width of the integrand.
double saddle_point(const Integrand& integrand, const Strip& strip);

}  // namespace direct
