// SPDX-License-Identifier: MIT
#pragma once

#include <direct/trust.h>

namespace direct {

Saturation saturation(const Posterior& posterior, const WeightPrior& prior);

}  // namespace direct
