// SPDX-License-Identifier: MIT
#pragma once

#include "laws/link/eta_law.h"
#include "laws/spectrum.h"

namespace direct {

// Of z and Gaussian noise of this deviation, without which a few values would need no end of nodes. Requires: the
// deviation is positive.
Spectrum eta_spectrum(const EtaLaw& eta, double noise_deviation);

}  // namespace direct
