// SPDX-License-Identifier: MIT
#pragma once

#include <direct/fit.h>

#include "fit/fitted_posterior.h"

namespace direct {

// Of all features both; `target_scale` is that of the preparation.
Price price(const SecondMoments& statistics, const FittedPosterior& sparse, const FittedPosterior& plain,
            double target_scale);

}  // namespace direct
