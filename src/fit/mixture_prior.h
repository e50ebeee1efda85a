// SPDX-License-Identifier: MIT
// One product of distributions under any prior. Given its responsibilities, a mixture prior is a product (Eq. 25), so
// that every method of mean field serves.
#pragma once

#include "fit/mean_field.h"

namespace direct {

// Requires: the prior's bound is not sampled. `companion` is that of the prior when it is a product.
PosteriorFit fit_product(const LinearRegression& model, const WeightPrior& prior, const NoisePrior& noise,
                         const FitOptions& options, const CompanionStart& companion);

}  // namespace direct
