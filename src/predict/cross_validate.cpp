// SPDX-License-Identifier: MIT
#include <direct/evaluate.h>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "algebra/parallel.h"
#include "algebra/stopwatch.h"
#include "fit/fit_checked.h"
#include "fit/gather.h"
#include "predict/fold_statistics.h"
#include "predict/fold_survey.h"

namespace direct {
namespace {

FoldResult tested(const Training& training, const Dataset& test, const FitOptions& options) {
  return {.evaluation = evaluate(training.model, test, {.threads = options.threads, .progress = options.progress}),
          .report = training.report};
}

CrossValidation with_shared_features(const Dataset& dataset, const FitOptions& options,
                                     const CrossValidationOptions& cv) {
  const FoldStatistics folds = fold_statistics(dataset, options, cv);
  CrossValidation result;
  result.add(folds);
  for (std::size_t k = 0; k < folds.plan.num_folds(); ++k) {
    const Training training = fit_checked(training_statistics(folds, k), folds.preparation, options);
    result.folds.push_back(tested(training, test_rows(dataset, folds.plan, k), options));
  }
  return result;
}

// Likelihoods for which statistics are not enough pass over the rows of each fold.
CrossValidation with_shared_map(const Dataset& dataset, const FitOptions& options, const CrossValidationOptions& cv) {
  const Prepared prepared = prepare_checked(dataset, options);
  const FoldPlan plan = fold_plan(dataset, prepared.preparation.schema, prepared.num_rows, options.seed, cv);
  CrossValidation result;
  result.notes = dataset.notes;
  result.add(prepared);
  for (std::size_t k = 0; k < plan.num_folds(); ++k) {
    const Training training = fit_checked(training_rows(dataset, plan, k), options, &prepared.preparation);
    result.folds.push_back(tested(training, test_rows(dataset, plan, k), options));
  }
  return result;
}

CrossValidation with_own_features(const Dataset& dataset, const FitOptions& options, const CrossValidationOptions& cv) {
  const FoldSurvey folds = fold_survey(dataset, options, cv);
  CrossValidation result;
  result.add(folds);
  for (std::size_t k = 0; k < folds.plan.num_folds(); ++k) {
    const Training training = fit_checked(training_rows(folds.dataset, folds.plan, k), options);
    result.folds.push_back(tested(training, test_rows(folds.dataset, folds.plan, k), options));
  }
  return result;
}

bool has_auc(const FoldResult& fold) { return !std::isnan(fold.evaluation.classes->auc); }

std::string auc_warning(const std::vector<FoldResult>& folds) {
  const auto with_auc = std::count_if(folds.begin(), folds.end(), has_auc);
  const std::string others = with_auc == 0 ? "there is no auc" : "auc is the mean over the others";
  return fmt::format("{} of {} folds have test rows of one class alone, so they have no auc; {}",
                     static_cast<std::ptrdiff_t>(folds.size()) - with_auc, folds.size(), others);
}

void add_class_warnings(const FitOptions& options, CrossValidation& result) {
  if (!options.likelihood->has_classes) return;
  if (!std::all_of(result.folds.begin(), result.folds.end(), has_auc))
    result.warnings.push_back(auc_warning(result.folds));
}

// Each fold reports its own; what the folds share was counted once.
void add_fold_seconds(CrossValidation& result) {
  for (const FoldResult& fold : result.folds) result.seconds += fold.report.seconds;
}

}  // namespace

std::string shared_leakage() {
  return "`shared`: scaling, features and hyperparameters were learned on all rows, the test rows of each fold "
         "included; scores are somewhat optimistic";
}

CrossValidation cross_validate(const Dataset& dataset, const FitOptions& options, const CrossValidationOptions& cv) {
  check(options);
  const Stopwatch stopwatch;
  CrossValidation result = with_threads(options.threads, [&] {
    if (!cv.shared) return with_own_features(dataset, options, cv);
    if (!options.likelihood->is_gaussian) return with_shared_map(dataset, options, cv);
    return with_shared_features(dataset, options, cv);
  });
  if (cv.shared) result.leakage = shared_leakage();
  add_class_warnings(options, result);
  add_fold_seconds(result);
  result.seconds.total = stopwatch.seconds();
  return result;
}

}  // namespace direct
