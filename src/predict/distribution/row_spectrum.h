// SPDX-License-Identifier: MIT
// The spectrum of y for one row of features, standardised target: a product over the weights. Weights whose share of
// the spread is small enter by the series of their logarithms, a few sums over all of them; the others one by one.
#pragma once

#include <span>

#include "predict/distribution/posterior_terms.h"
#include "predict/distribution/spectrum.h"

namespace direct {

Spectrum row_spectrum(const PosteriorTerms& terms, std::span<const TermMoments> moments,
                      std::span<const double> features);

// With Gaussian noise of this variance in place of that of the terms.
Spectrum smoothed_spectrum(const PosteriorTerms& terms, double variance, std::span<const TermMoments> moments,
                           std::span<const double> features);

}  // namespace direct
