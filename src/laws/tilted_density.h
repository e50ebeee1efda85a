// SPDX-License-Identifier: MIT
// The density of the standardised target far from its mean, where a sum over a spectrum has no digits left: with the
// distribution tilted by exp(theta y) so that its mean is y, f(y) = exp(K(theta) - theta y) f_theta(y), K being the
// cumulant generating function, and y is in the middle of f_theta.
#pragma once

#include <span>

#include "laws/law.h"
#include "laws/weight_terms.h"

namespace direct {

// Not exact where y is in a gap between far-away values of the terms.
LogDensity tilted_log_density(const WeightTerms& terms, std::span<const double> features, double y);

}  // namespace direct
