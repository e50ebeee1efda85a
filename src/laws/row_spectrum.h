// SPDX-License-Identifier: MIT
// The spectrum of y for one row of features, standardised target: a product over the weights. Weights whose share of
// the spread is small enter by the series of their logarithms, a few sums over all of them; the others one by one.
#pragma once

#include <span>

#include "laws/spectrum.h"
#include "laws/weight_terms.h"

namespace direct {

Spectrum row_spectrum(const WeightTerms& terms, std::span<const TermMoments> moments, std::span<const double> features);

}  // namespace direct
