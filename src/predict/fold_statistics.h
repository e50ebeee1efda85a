// SPDX-License-Identifier: MIT
// One pass over the data gives the statistics of every fold; a training set is the sum of the others.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <direct/evaluate.h>

#include "predict/fold_plan.h"

namespace direct {

// Notes: of the data.
struct FoldStatistics : Report {
  Preparation preparation;
  FoldPlan plan;
  std::vector<Statistics> parts;  // of the rows that test each fold; the last: of those that no fold tests
};

FoldStatistics fold_statistics(const Dataset& dataset, const FitOptions& options, const CrossValidationOptions& cv);

Statistics training_statistics(const FoldStatistics& folds, std::size_t fold);

}  // namespace direct
