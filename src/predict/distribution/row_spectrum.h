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

// Multiplies psi of a spectrum by that of the noise, in units of its scale.
void multiply_noise(const NoiseTerms& noise, Spectrum& spectrum);
NoiseTerms in_units_of(double scale, NoiseTerms noise);

// Numbers of nodes from 1/2 up: 0.5, 1.5, ...
std::vector<double> node_positions(std::size_t count);

// As many nodes as reach the cut, but no more than there may be: then noise is added that is negligible past the last.
std::size_t num_nodes(double cut, NoiseTerms& noise, Spectrum& spectrum);

}  // namespace direct
