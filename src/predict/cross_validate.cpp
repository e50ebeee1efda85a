// SPDX-License-Identifier: MIT
#include <direct/error.h>
#include <direct/predict.h>

#include "algebra/parallel.h"
#include "algebra/stopwatch.h"
#include "predict/fold_plan.h"

namespace direct {
namespace {

Statistics sum_of_others(const std::vector<Statistics>& parts, const FeatureMap& map, std::size_t left_out) {
  Statistics sum = empty_statistics(map);
  for (std::size_t k = 0; k < parts.size(); ++k)
    if (k != left_out) merge(sum, parts[k]);
  return sum;
}

FoldResult tested(const Training& training, const Dataset& dataset, const FoldPlan& plan, std::size_t fold,
                  const FitOptions& options) {
  const Dataset test = only_rows(dataset, [&plan, fold](std::size_t row) { return plan.tests(fold, row); });
  return {.evaluation = evaluate(training.model, test, {.threads = options.threads, .progress = options.progress}),
          .report = training.report};
}

// One pass over the data gives the statistics of every fold; a training set is the sum of the others.
CrossValidation with_shared_features(const Dataset& dataset, const FitOptions& options,
                                     const CrossValidationOptions& cv) {
  const Prepared prepared = prepare(dataset, options);
  const FoldPlan plan(cv, prepared.num_rows, options.seed);
  const std::vector<int> folds = plan.fold_of_rows();
  const int groups = static_cast<int>(plan.num_folds()) + 1;  // the last: rows that no fold tests
  const Accumulation pass = accumulate(
      dataset, prepared.preparation,
      {.num_groups = groups, .group = [&](std::size_t row) { return folds[row]; }, .progress = options.progress});
  CrossValidation result{.notes = dataset.notes};
  result.notes.insert(result.notes.end(), prepared.notes.begin(), prepared.notes.end());
  result.notes.push_back(
      "scaling, features and pilot hyperparameters are shared by all folds, so they have seen the test rows; "
      "--per-fold learns them in each fold");
  for (std::size_t k = 0; k < plan.num_folds(); ++k) {
    const Training training =
        fit(sum_of_others(pass.groups, prepared.preparation.features, k), prepared.preparation, options);
    result.folds.push_back(tested(training, dataset, plan, k, options));
  }
  result.seconds = prepared.seconds;
  result.seconds.read += pass.read_seconds;
  result.seconds.features = pass.features_seconds;
  result.seconds.statistics = pass.sums_seconds;
  return result;
}

CrossValidation with_own_features(const Dataset& dataset, const FitOptions& options, const CrossValidationOptions& cv) {
  const FoldPlan plan(cv, survey(dataset, {.max_pilot_rows = 0, .progress = options.progress}).num_rows, options.seed);
  CrossValidation result;
  for (std::size_t k = 0; k < plan.num_folds(); ++k) {
    const Dataset train = only_rows(dataset, [&](std::size_t row) { return !plan.tests(k, row); });
    const Training training = fit(train, options);
    result.folds.push_back(tested(training, dataset, plan, k, options));
  }
  return result;
}

}  // namespace

CrossValidation cross_validate(const Dataset& dataset, const FitOptions& options, const CrossValidationOptions& cv) {
  check(options);
  const Stopwatch stopwatch;
  CrossValidation result = with_threads(options.threads, [&] {
    return cv.per_fold ? with_own_features(dataset, options, cv) : with_shared_features(dataset, options, cv);
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
