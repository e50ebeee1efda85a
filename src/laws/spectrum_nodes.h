// SPDX-License-Identifier: MIT
// The nodes of a spectrum: how many there are, where they are, and the noise at them.
#pragma once

#include <cstddef>
#include <vector>

#include "laws/noise_terms.h"
#include "laws/spectrum.h"

namespace direct {

// Makes room, filled with 0, for as many nodes as reach the cut, but for no more than 65536: then it adds noise that is
// negligible past the last, and says so in the resolution. Noise and cut are in units of the spectrum's scale.
void reserve_nodes(double cut, NoiseTerms& noise, Spectrum& spectrum);

std::vector<double> node_positions(std::size_t count);  // in steps: 0.5, 1.5, ...

// Multiplies psi by that of the noise, in units of the spectrum's scale.
void multiply_noise(const NoiseTerms& noise, Spectrum& spectrum);

}  // namespace direct
