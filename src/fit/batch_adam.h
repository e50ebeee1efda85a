// SPDX-License-Identifier: MIT
// Adam over the logits of a posterior, one step for each small batch of rows: for more rows than full passes are worth.
#pragma once

#include <direct/elbo.h>
#include <direct/fit.h>

#include "fit/logits.h"
#include "fit/row_model.h"

namespace direct {

// Never ends below its start. An iteration is a pass over the rows, taken in their order: of every block of 1024 the
// first batch is every fourth row, and so on.
PosteriorFit climb_batch_adam(const RowModel& model, const WeightPrior& prior, const NoisePrior& noise,
                              LogitPoint start, const ElboTerms& terms, const FitOptions& options);

}  // namespace direct
