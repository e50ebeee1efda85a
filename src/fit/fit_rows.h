// SPDX-License-Identifier: MIT
// Fits beyond Gaussian noise: the companion, then a posterior on its grids from the companion's weighted moments, then
// that posterior's own ELBO, by passes over the rows.
#pragma once

#include <direct/fit.h>

namespace direct {

Training fit_rows(const Dataset& dataset, const FitOptions& options, const Preparation* like, const Ranks* ranks);

}  // namespace direct
