// SPDX-License-Identifier: MIT
// The tilted bound E log(1 + exp(x)) <= a E x + log(E exp(-a x) + E exp((1 - a) x)), x = -sign z, at the a in [0, 1]
// that is best for each row: it is convex in a, and at the best a derivatives by anything else may take a for constant.
#pragma once

#include <span>
#include <vector>

#include <direct/matrix.h>

#include "algebra/exponential_moments.h"

namespace direct {

// One of the two exponential moments, E exp(scale phi'w), and its share of their sum.
struct TiltedMoment {
  std::vector<double> scales, shares;
  ExponentialMoments::Kept kept;  // for the gradient
};

struct TiltedRows {
  std::vector<double> tilts, values;  // a, and the bound there
  TiltedMoment with, against;         // of exp(-a x) and exp((1 - a) x)
};

// z = phi'w + offset has these means and variances.
TiltedRows best_tilts(const ExponentialMoments& moments, const Matrix& features, std::span<const double> signs,
                      std::span<const double> offsets, std::span<const double> means,
                      std::span<const double> variances);

}  // namespace direct
