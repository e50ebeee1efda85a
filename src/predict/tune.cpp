// SPDX-License-Identifier: MIT
#include <direct/tune.h>

#include <algorithm>

#include "algebra/parallel.h"
#include "algebra/stopwatch.h"
#include "fit/fit_checked.h"
#include "fit/gather.h"
#include "fit/gaussian_only.h"
#include "predict/fold_statistics.h"
#include "predict/fold_survey.h"
#include "predict/frontier.h"
#include "predict/full_precision.h"
#include "predict/leading_problem.h"
#include "predict/tune_grid.h"

namespace direct {
namespace {

// A point, and its scores fold by fold.
struct Trial {
  TunePoint point;
  std::vector<double> rmse = {}, nll = {}, coverage = {};
};

std::vector<Trial> trials(const TuneGrid& grid) {
  std::vector<Trial> result;
  for (const std::size_t num_features : grid.num_features)
    for (const std::size_t levels : grid.levels)
      for (const double sparsity : grid.sparsity)
        result.push_back({{.num_features = num_features, .levels = levels, .target_sparsity = sparsity}});
  return result;
}

void add_fold(Trial& trial, const TrainedModel& model, const Evaluation& evaluation) {
  trial.rmse.push_back(evaluation.rmse);
  trial.nll.push_back(evaluation.nll);
  trial.coverage.push_back(evaluation.intervals.at("0.9").coverage);
  TunePoint& point = trial.point;
  point.sparsity += evaluation.sparsity;
  point.zero_codes += zero_codes(model.posterior, model.prior);
  point.num_active_features = std::max(point.num_active_features, evaluation.num_active_features);
  point.bytes = std::max(point.bytes, weight_bytes(model));
  point.converged = point.converged && model.summary.converged;
  point.trusted = point.trusted && evaluation.interval_warnings.empty();
}

TunePoint finished(const Trial& trial) {
  TunePoint point = trial.point;
  const auto num_folds = static_cast<double>(trial.rmse.size());
  point.rmse = fold_spread(trial.rmse);
  point.nll = fold_spread(trial.nll);
  point.coverage = fold_spread(trial.coverage);
  point.sparsity /= num_folds;
  point.zero_codes /= num_folds;
  return point;
}

// Whatever a fit reports, the listener hears how many are done.
class FitCount {
 public:
  explicit FitCount(Progress progress) : progress_(std::move(progress)) {}

  void add_one() { ++done_; }
  Progress callback() const {
    if (!progress_) return {};
    return [this](const ProgressEvent&) { return progress_({.stage = "tune", .done = static_cast<double>(done_)}); };
  }

 private:
  Progress progress_;
  std::size_t done_ = 0;
};

// Without statistics in the model there is no yardstick to evaluate: FullPrecisionTrials has it, once for all levels.
FitOptions trial_options(const FitOptions& options, const TunePoint& point, const FitCount& count) {
  FitOptions result = options_at(options, point.num_features, point.levels, point.target_sparsity);
  result.slim = true;
  result.progress = count.callback();
  return result;
}

struct Run {
  FitOptions options;
  TuneGrid grid;
  FitCount count;
  std::vector<Trial> trials = {};
  FullPrecisionTrials full_precision = {};
  Tuning result = {};
};

// Where the numbers of features are left to us, the rows of the first fold decide them for all folds.
void start_trials(Run& run, const FeatureMap& features) {
  std::vector<std::size_t>& counts = run.grid.num_features;
  const bool is_fourier = features.kind == FeatureKind::fourier;
  if (counts.empty()) counts = is_fourier ? fractions(features.num_features()) : std::vector{features.num_features()};
  if (is_fourier) run.options.num_features = counts.back();
  run.trials = trials(run.grid);
}

// What one fold learns from.
struct FoldSums {
  std::size_t fold = 0;
  std::size_t num_cosines = 0;  // that were trained; else 0
  const Preparation& preparation;
  const Statistics& statistics;
  const FloatProblem* floats = nullptr;  // none where the features are no integers
};

// The grid of trials for one fold, all from the sums of its training rows.
void try_fold(Run& run, const FoldSums& sums, const Dataset& test) {
  const SecondMoments moments = second_moments(sums.statistics);
  if (run.trials.empty()) start_trials(run, sums.preparation.features);
  LeadingProblem problem;
  for (Trial& trial : run.trials) {
    if (sums.num_cosines > 0 && sums.num_cosines != trial.point.num_features) continue;
    Stopwatch stopwatch;
    const std::size_t columns =
        sums.num_cosines > 0 ? sums.preparation.features.num_features() : trial.point.num_features;
    if (problem.preparation.features.num_features() != columns)
      problem = leading_problem(moments, sums.preparation, columns);
    const FitOptions how = trial_options(run.options, trial.point, run.count);
    const Training training = fit_checked(problem.statistics, problem.preparation, how);
    add_fold(trial, training.model, evaluate(training.model, test, {.threads = how.threads, .progress = how.progress}));
    trial.point.seconds += stopwatch.seconds();
    run.full_precision.add(sums.fold, trial.point.num_features, training.model, problem.statistics, sums.floats, test,
                           how.progress);
    run.result.seconds += training.report.seconds;
    run.count.add_one();
  }
}

// The sums of float features for some rows, if the features of the preparation are integers.
template <typename Accumulate>  // a Statistics for a Preparation
std::optional<FloatProblem> float_problem(const Preparation& preparation, const Accumulate& statistics_with) {
  std::optional<Preparation> floats = float_preparation(preparation);
  if (!floats) return std::nullopt;
  SecondMoments moments = second_moments(statistics_with(*floats));
  return FloatProblem{std::move(*floats), std::move(moments)};
}

const FloatProblem* pointer_to(const std::optional<FloatProblem>& problem) { return problem ? &*problem : nullptr; }

// Random features are the first of as many as there are; trained ones are others for each number of them. 0: any.
std::vector<std::size_t> numbers_of_cosines(const Run& run) {
  return run.options.features == FeatureKind::trained ? run.grid.num_features : std::vector<std::size_t>{0};
}

FitOptions options_with(const Run& run, std::size_t num_cosines) {
  FitOptions result = run.options;
  if (num_cosines > 0) result.num_features = num_cosines;
  return result;
}

void try_shared(Run& run, const Dataset& dataset, const CrossValidationOptions& cv, std::size_t num_cosines) {
  const FoldStatistics folds = fold_statistics(dataset, options_with(run, num_cosines), cv);
  run.result.num_rows = folds.plan.num_rows();
  run.result.num_folds = folds.plan.num_folds();
  run.result.leakage = shared_leakage();
  run.result.notes = folds.notes;
  run.result.seconds += folds.seconds;
  for (std::size_t k = 0; k < folds.plan.num_folds(); ++k) {
    const auto floats = float_problem(folds.preparation, [&](const Preparation& preparation) {
      return accumulate(training_rows(dataset, folds.plan, k), preparation, {.progress = run.options.progress})
          .groups.front();
    });
    const Statistics statistics = training_statistics(folds, k);
    try_fold(run, {k, num_cosines, folds.preparation, statistics, pointer_to(floats)},
             test_rows(dataset, folds.plan, k));
  }
}

void try_per_fold(Run& run, const FoldSurvey& folds, std::size_t k, std::size_t num_cosines) {
  const Dataset training = training_rows(folds.dataset, folds.plan, k);
  const Gathered fold = gather_checked(training, options_with(run, num_cosines), nullptr, nullptr);
  const auto& [preparation, statistics] = fold.statistics;
  run.result.seconds += fold.seconds;
  const auto floats = float_problem(preparation, [&](const Preparation& with) {
    return accumulate(training, with, {.progress = run.options.progress}).groups.front();
  });
  try_fold(run, {k, num_cosines, preparation, statistics, pointer_to(floats)}, test_rows(folds.dataset, folds.plan, k));
}

void try_per_fold(Run& run, const Dataset& dataset, const CrossValidationOptions& cv) {
  const FoldSurvey folds = fold_survey(dataset, run.options, cv);
  run.result.num_rows = folds.plan.num_rows();
  run.result.num_folds = folds.plan.num_folds();
  run.result.notes = folds.notes;
  run.result.seconds += folds.seconds;
  for (std::size_t k = 0; k < folds.plan.num_folds(); ++k)
    for (const std::size_t num_cosines : numbers_of_cosines(run)) try_per_fold(run, folds, k, num_cosines);
}

Tuning tune_in_arena(const Dataset& dataset, FitOptions options, const TuneOptions& tune) {
  TuneGrid grid = tune_grid(options, tune);
  if (!grid.num_features.empty()) options.num_features = grid.num_features.back();
  Run run{options, std::move(grid), FitCount(options.progress)};
  run.result.features = options.features;
  if (tune.cv.shared)
    for (const std::size_t num_cosines : numbers_of_cosines(run)) try_shared(run, dataset, tune.cv, num_cosines);
  else
    try_per_fold(run, dataset, tune.cv);
  for (const Trial& trial : run.trials) run.result.points.push_back(finished(trial));
  find_frontier(run.result);
  run.result.full_precision = run.full_precision.result();
  return run.result;
}

}  // namespace

Tuning tune(const Dataset& dataset, const FitOptions& options, const TuneOptions& tune) {
  require_gaussian(options.likelihood, "tune");
  const Stopwatch stopwatch;
  Tuning result = with_threads(options.threads, [&] { return tune_in_arena(dataset, options, tune); });
  result.seconds.total = stopwatch.seconds();
  return result;
}

}  // namespace direct
