// SPDX-License-Identifier: MIT
#include "predict/fold_statistics.h"

#include "fit/gather.h"
#include "predict/fold_survey.h"

namespace direct {
FoldStatistics fold_statistics(const Dataset& dataset, const FitOptions& options, const CrossValidationOptions& cv) {
  Prepared prepared = prepare_checked(dataset, options);
  FoldPlan plan(cv, prepared.num_rows, options.seed);
  const std::vector<int> folds = plan.fold_of_rows();
  Accumulation pass = accumulate(dataset, prepared.preparation,
                                 {.num_groups = static_cast<int>(plan.num_folds()) + 1,
                                  .group = [&](std::size_t row) { return folds[row]; },
                                  .progress = options.progress});
  FoldStatistics result{
      .preparation = std::move(prepared.preparation), .plan = std::move(plan), .parts = std::move(pass.groups)};
  result.notes = joined(dataset.notes, prepared.notes);
  result.seconds = prepared.seconds;
  result.seconds += pass.seconds;
  return result;
}

Statistics training_statistics(const FoldStatistics& folds, std::size_t fold) {
  Statistics sum = empty_statistics(folds.preparation.features);
  for (std::size_t k = 0; k < folds.parts.size(); ++k)
    if (k != fold) merge(sum, folds.parts[k]);
  return sum;
}

}  // namespace direct
