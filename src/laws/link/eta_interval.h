// SPDX-License-Identifier: MIT
#pragma once

#include <direct/distribution.h>

#include "laws/link/eta_law.h"

namespace direct {

// Quantiles of eta: of Student's t where its values stand for one; else exact for a few values; else of eta and
// Gaussian noise of a hundredth of its deviation.
Interval eta_interval(const EtaLaw& eta, double level);

}  // namespace direct
