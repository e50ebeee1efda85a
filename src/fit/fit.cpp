// SPDX-License-Identifier: MIT
#include <direct/error.h>
#include <direct/fit.h>

#include <algorithm>

#include "algebra/parallel.h"
#include "algebra/stopwatch.h"
#include "fit/fit_checked.h"
#include "fit/fit_moments.h"
#include "fit/fit_rows.h"
#include "fit/gather.h"
#include "fit/gaussian_only.h"
#include "fit/network/fit_network.h"
#include "fit/training.h"

namespace direct {
namespace {

FittedPosterior fit_model(const SecondMoments& statistics, const Preparation& preparation, ChosenVariances& chosen,
                          const FitOptions& options, const GivenNoise& noise) {
  return options.model == ModelKind::network ? fit_network(statistics, preparation, chosen, options, noise)
                                             : fit_moments(statistics, preparation, chosen, options, noise);
}

Training fit_in_arena(const Statistics& sums, const Preparation& preparation, const FitOptions& options) {
  Stopwatch stopwatch;
  const SecondMoments statistics = second_moments(sums);
  const GivenNoise noise = given_noise(preparation, options);
  ChosenVariances chosen = chosen_variances(statistics, preparation, options, noise);
  const double hyperparameter_seconds = stopwatch.lap();
  FittedPosterior fitted = fit_model(statistics, preparation, chosen, options, noise);
  FitReport& report = fitted.fit.report;
  if (!chosen.note.empty()) report.notes.push_back(chosen.note);
  report.seconds.hyperparameters = hyperparameter_seconds;
  report.seconds.fit = stopwatch.lap();
  report.seconds.total = stopwatch.seconds();
  return trained(std::move(fitted), preparation, options, chosen, statistics.num_rows, &sums);
}

// Statistics know the degree of a network, and no more of it.
void check_features(const FeatureMap& features, const FitOptions& options) {
  if (options.model == ModelKind::network) return check_network_features(features, options);
  if (features.degree > 1)
    throw Error(ErrorKind::usage,
                "`model`: the statistics are those of a network; expected `model` network and `hidden`");
}

}  // namespace

Training fit_checked(const Statistics& statistics, const Preparation& preparation, const FitOptions& options) {
  if (!options.likelihood->is_gaussian || !preparation.schema.likelihood->is_gaussian)
    throw Error(ErrorKind::usage, "`likelihood`: statistics are enough for Gaussian noise only; expected the rows");
  if (num_rows(statistics) == 0.0) throw Error(ErrorKind::data, "the statistics hold no rows; expected at least one");
  check_features(preparation.features, options);
  return with_threads(options.threads, [&] { return fit_in_arena(statistics, preparation, options); });
}

Training fit_checked(const Dataset& dataset, const FitOptions& options, const Preparation* like, const Ranks* ranks) {
  if (!options.likelihood->is_gaussian) return fit_rows(dataset, options, like, ranks);
  const Gathered gathered = gather_checked(dataset, options, like, ranks);
  if (ranks != nullptr && ranks->rank() > 0) return {};
  return fit_gathered(gathered, options);
}

Training fit_gathered(const Gathered& gathered, const FitOptions& options) {
  Training training = fit_checked(gathered.statistics.statistics, gathered.statistics.preparation, options);
  training.report.add_first(gathered);
  return training;
}

Training fit(const Statistics& statistics, const Preparation& preparation, const FitOptions& options) {
  check(options);
  return fit_checked(statistics, preparation, options);
}

Training fit(const PreparedStatistics& statistics, const FitOptions& options) {
  return fit(statistics.statistics, statistics.preparation, options);
}

Training fit(const Dataset& dataset, const FitOptions& options, const Preparation* like, const Ranks* ranks) {
  check(options);
  return fit_checked(dataset, options, like, ranks);
}

Training update(const TrainedModel& model, const Dataset& more, const UpdateOptions& update) {
  require_gaussian(model.preparation.schema.likelihood, "update");
  if (!model.statistics) {
    throw Error(ErrorKind::model,
                "the model is slim: it holds no statistics to update; expected one fitted without `slim`");
  }
  FitOptions options = model.options;
  options.threads = update.threads;
  options.progress = update.progress;
  check(options);
  Gathered gathered = gather_checked(more, options, &model.preparation, nullptr);
  Statistics sums = *model.statistics;
  decay(sums, update.decay);
  merge(sums, gathered.statistics.statistics);
  if (update.decay < 1.0 && sums.exact)
    gathered.notes.push_back(
        "a decay ends the exactness of the statistics: later sums depend on it to the last digits");
  if (model.calibration)
    gathered.notes.push_back("the calibration was that of the old model and is gone; calibrate the new one");
  gathered.statistics.statistics = std::move(sums);
  return fit_gathered(gathered, options);
}

}  // namespace direct
