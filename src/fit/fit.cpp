// SPDX-License-Identifier: MIT
#include <direct/error.h>
#include <direct/fit.h>

#include <algorithm>

#include "algebra/parallel.h"
#include "algebra/stopwatch.h"
#include "fit/draw_ensemble.h"
#include "fit/fit_learned.h"
#include "fit/fit_posterior.h"
#include "fit/fitted_posterior.h"
#include "fit/hyperparameters.h"
#include "fit/sparse_fit.h"
#include "fit/sparsity_options.h"
#include "fit/support_choice.h"

namespace direct {
namespace {

FittedPosterior fit_at(const SecondMoments& statistics, const Preparation& preparation, const Variances& variances,
                       const FitOptions& options) {
  NoisePrior noise = noise_prior(statistics, preparation, variances, options);
  const WeightPrior first = first_prior(statistics.num_features(), variances, options);
  if (is_learned(options)) return fit_learned(statistics, first, noise, options);
  const CompanionStart companion = companion_start(statistics, first, prior_noise_precision(noise));
  ChosenSupport support = chosen_support(LinearRegression(statistics), first, noise, companion, options);
  PosteriorFit fit = fit_posterior(statistics, support.prior, noise, options, companion);
  if (!support.note.empty()) fit.report.notes.push_back(support.note);
  return {std::move(support.prior), std::move(noise), std::move(fit)};
}

// Then the grid costs next to nothing: each of them is within a small share of the noise.
bool holds_all_draws(const FitReport& report) { return !report.draws.empty() && num_replaced(report.draws) == 0; }

// An automatic noise grid is laid around what full precision leaves unexplained. Where 4 bits leave more than its
// largest value, the grid moves up: predictions must own up to the error of their weights' grid.
FittedPosterior fit_with_honest_noise(const SecondMoments& statistics, const Preparation& preparation,
                                      Variances& variances, const FitOptions& options) {
  FittedPosterior fitted = fit_at(statistics, preparation, variances, options);
  if (options.noise != "auto" || holds_all_draws(fitted.fit.report)) return fitted;
  const double unexplained = unexplained_variance(statistics, fitted);
  if (unexplained <= fitted.noise.variances.back()) return fitted;
  variances.noise = unexplained;
  fitted = fit_at(statistics, preparation, variances, options);
  fitted.fit.report.notes.push_back("the noise includes what the grid of the weights leaves unexplained");
  return fitted;
}

FitSummary summary_of(const FitReport& report, const ChosenVariances& chosen, double num_rows) {
  return {.elbo = report.elbo,
          .converged = report.converged,
          .stop_reason = report.stop_reason,
          .iterations = report.iterations,
          .num_rows = num_rows,
          .protocol = chosen.protocol,
          .hyperparameters = chosen.variances};
}

// What belongs to the run is left out; what the preparation has decided is what it says.
FitOptions kept_options(FitOptions options, const FeatureMap& features) {
  options.features = features.kind;
  if (features.kind == FeatureKind::fourier) options.num_features = features.num_features();
  options.feature_bits = features.integer ? 8 : 0;
  options.threads = 0;
  options.slim = false;
  options.progress = {};
  return options;
}

// A slim model holds nothing of the data but what predictions need.
void drop_pilot_rows(Preparation& preparation) {
  preparation.pilot_inputs = Matrix(0, preparation.features.num_inputs);
  preparation.pilot_targets.clear();
}

Training fit_in_arena(const Statistics& sums, const Preparation& preparation, const FitOptions& options) {
  Stopwatch stopwatch;
  const SecondMoments statistics = second_moments(sums);
  ChosenVariances chosen = chosen_variances(statistics, preparation, options);
  const double hyperparameter_seconds = stopwatch.lap();
  const FitProblem fit_problem = [&](const SecondMoments& moments, Variances& variances, const FitOptions& how) {
    return fit_with_honest_noise(moments, preparation, variances, how);
  };
  FittedPosterior fitted = asks_for_sparsity(options)
                               ? fit_sparse({statistics, preparation, options, fit_problem}, chosen)
                               : fit_problem(statistics, chosen.variances, options);
  FitReport& report = fitted.fit.report;
  report.seconds.hyperparameters = hyperparameter_seconds;
  report.seconds.fit = stopwatch.lap();
  report.seconds.total = stopwatch.seconds();
  Training training{.model = {.preparation = preparation,
                              .prior = std::move(fitted.prior),
                              .noise = std::move(fitted.noise),
                              .posterior = std::move(fitted.fit.posterior),
                              .summary = summary_of(report, chosen, statistics.num_rows),
                              .options = kept_options(options, preparation.features)},
                    .report = std::move(report)};
  if (options.slim)
    drop_pilot_rows(training.model.preparation);
  else
    training.model.statistics = sums;
  return training;
}

}  // namespace

Training fit(const Statistics& statistics, const Preparation& preparation, const FitOptions& options) {
  check(options);
  if (num_rows(statistics) == 0.0) throw Error(ErrorKind::data, "the statistics hold no rows; expected at least one");
  return with_threads(options.threads, [&] { return fit_in_arena(statistics, preparation, options); });
}

Training fit(const Gathered& gathered, const FitOptions& options) {
  Training training = fit(gathered.statistics.statistics, gathered.statistics.preparation, options);
  Seconds& seconds = training.report.seconds;
  seconds.read = gathered.seconds.read;
  seconds.features = gathered.seconds.features;
  seconds.statistics = gathered.seconds.statistics;
  seconds.hyperparameters += gathered.seconds.hyperparameters;
  seconds.total += gathered.seconds.total;
  std::vector<std::string>& notes = training.report.notes;
  notes.insert(notes.begin(), gathered.notes.begin(), gathered.notes.end());
  return training;
}

Training fit(const Dataset& dataset, const FitOptions& options, const Preparation* like, const Ranks* ranks) {
  return fit(gather(dataset, options, like, ranks), options);
}

Training update(const TrainedModel& model, const Dataset& more, const UpdateOptions& update) {
  if (!model.statistics) {
    throw Error(ErrorKind::model,
                "the model is slim: it holds no statistics to update; expected one fitted without --slim");
  }
  FitOptions options = model.options;
  options.threads = update.threads;
  options.progress = update.progress;
  Gathered gathered = gather(more, options, &model.preparation);
  Statistics sums = *model.statistics;
  decay(sums, update.decay);
  merge(sums, gathered.statistics.statistics);
  if (update.decay < 1.0 && sums.exact)
    gathered.notes.push_back(
        "a decay ends the exactness of the statistics: later sums depend on it to the last digits");
  if (model.calibration)
    gathered.notes.push_back("the calibration was that of the old model and is gone; calibrate the new one");
  gathered.statistics.statistics = std::move(sums);
  return fit(gathered, options);
}

}  // namespace direct
