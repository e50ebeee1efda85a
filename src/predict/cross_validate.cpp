// SPDX-License-Identifier: MIT
#include <direct/predict.h>

#include "algebra/parallel.h"
#include "algebra/stopwatch.h"
#include "predict/fold_statistics.h"

namespace direct {
namespace {

FoldResult tested(const Training& training, const Dataset& test, const FitOptions& options) {
  return {.evaluation = evaluate(training.model, test, {.threads = options.threads, .progress = options.progress}),
          .report = training.report};
}

CrossValidation with_shared_features(const Dataset& dataset, const FitOptions& options,
                                     const CrossValidationOptions& cv) {
  const FoldStatistics folds = fold_statistics(dataset, options, cv);
  CrossValidation result{.notes = folds.notes, .seconds = folds.seconds};
  for (std::size_t k = 0; k < folds.plan.num_folds(); ++k) {
    const Training training = fit(training_statistics(folds, k), folds.preparation, options);
    result.folds.push_back(tested(training, test_rows(dataset, folds.plan, k), options));
  }
  return result;
}

// Likelihoods for which statistics are not enough pass over the rows of each fold.
CrossValidation with_shared_map(const Dataset& dataset, const FitOptions& options, const CrossValidationOptions& cv) {
  const Prepared prepared = prepare(dataset, options);
  const FoldPlan plan(cv, prepared.num_rows, options.seed);
  CrossValidation result{.notes = shared_preparation_notes(dataset, prepared), .seconds = prepared.seconds};
  for (std::size_t k = 0; k < plan.num_folds(); ++k) {
    const Training training = fit(training_rows(dataset, plan, k), options, &prepared.preparation);
    result.folds.push_back(tested(training, test_rows(dataset, plan, k), options));
  }
  return result;
}

CrossValidation with_own_features(const Dataset& dataset, const FitOptions& options, const CrossValidationOptions& cv) {
  const SurveyOptions counting{.max_pilot_rows = 0, .likelihood = options.likelihood, .progress = options.progress};
  const FoldPlan plan(cv, survey(dataset, counting).num_rows, options.seed);
  CrossValidation result;
  for (std::size_t k = 0; k < plan.num_folds(); ++k) {
    const Training training = fit(training_rows(dataset, plan, k), options);
    result.folds.push_back(tested(training, test_rows(dataset, plan, k), options));
  }
  return result;
}

}  // namespace

CrossValidation cross_validate(const Dataset& dataset, const FitOptions& options, const CrossValidationOptions& cv) {
  check(options);
  const Stopwatch stopwatch;
  CrossValidation result = with_threads(options.threads, [&] {
    if (cv.per_fold) return with_own_features(dataset, options, cv);
    if (options.likelihood != Likelihood::gaussian) return with_shared_map(dataset, options, cv);
    return with_shared_features(dataset, options, cv);
  });
  for (const FoldResult& fold : result.folds) {
    result.seconds.hyperparameters += fold.report.seconds.hyperparameters;
    result.seconds.fit += fold.report.seconds.fit;
    if (!cv.per_fold) continue;
    result.seconds.read += fold.report.seconds.read;
    result.seconds.features += fold.report.seconds.features;
    result.seconds.statistics += fold.report.seconds.statistics;
  }
  result.seconds.total = stopwatch.seconds();
  return result;
}

}  // namespace direct
