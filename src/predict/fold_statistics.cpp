// SPDX-License-Identifier: MIT
#include "predict/fold_statistics.h"

namespace direct {
namespace {

Seconds seconds_of(const Prepared& prepared, const Accumulation& pass) {
  Seconds seconds = prepared.seconds;
  seconds.read += pass.read_seconds;
  seconds.features = pass.features_seconds;
  seconds.statistics = pass.sums_seconds;
  return seconds;
}

}  // namespace

std::vector<std::string> shared_preparation_notes(const Dataset& dataset, const Prepared& prepared) {
  std::vector<std::string> notes = dataset.notes;
  notes.insert(notes.end(), prepared.notes.begin(), prepared.notes.end());
  notes.push_back(
      "scaling, features and pilot hyperparameters are shared by all folds, so they have seen the test rows; "
      "cv --per-fold learns them in each fold");
  return notes;
}

FoldStatistics fold_statistics(const Dataset& dataset, const FitOptions& options, const CrossValidationOptions& cv) {
  Prepared prepared = prepare(dataset, options);
  FoldPlan plan(cv, prepared.num_rows, options.seed);
  const std::vector<int> folds = plan.fold_of_rows();
  Accumulation pass = accumulate(dataset, prepared.preparation,
                                 {.num_groups = static_cast<int>(plan.num_folds()) + 1,
                                  .group = [&](std::size_t row) { return folds[row]; },
                                  .progress = options.progress});
  return {.preparation = std::move(prepared.preparation),
          .plan = std::move(plan),
          .parts = std::move(pass.groups),
          .notes = shared_preparation_notes(dataset, prepared),
          .seconds = seconds_of(prepared, pass)};
}

Statistics training_statistics(const FoldStatistics& folds, std::size_t fold) {
  Statistics sum = empty_statistics(folds.preparation.features);
  for (std::size_t k = 0; k < folds.parts.size(); ++k)
    if (k != fold) merge(sum, folds.parts[k]);
  return sum;
}

Dataset test_rows(const Dataset& dataset, const FoldPlan& plan, std::size_t fold) {
  return only_rows(dataset, [&plan, fold](std::size_t row) { return plan.tests(fold, row); });
}

Dataset training_rows(const Dataset& dataset, const FoldPlan& plan, std::size_t fold) {
  return only_rows(dataset, [&plan, fold](std::size_t row) { return !plan.tests(fold, row); });
}

}  // namespace direct
