// SPDX-License-Identifier: MIT
// The law of y = phi'w + noise at one row.
#pragma once

#include <span>

#include "laws/scaled_law.h"
#include "laws/weight_terms.h"

namespace direct {

// From the moments of phi'w, the standardised target without its noise, to those of y: the shape is left open.
ScaledLawParts law_of_moments(const TermMoments& moments, const WeightTerms& terms, const Units& units);

// Without a tail.
ScaledLawParts sum_law(const WeightTerms& terms, const Units& units, std::span<const double> features);

// Of an ensemble, whose products with the weights of `terms.ensemble` are these.
ScaledLawParts ensemble_law(const EnsembleTerms& terms, const Units& units, std::span<const double> products);

}  // namespace direct
