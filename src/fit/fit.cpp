// SPDX-License-Identifier: MIT
#include <direct/error.h>
#include <direct/fit.h>

#include "algebra/parallel.h"
#include "algebra/stopwatch.h"
#include "fit/fit_posterior.h"
#include "fit/hyperparameters.h"
#include "fit/support_choice.h"

namespace direct {
namespace {

FitSummary summary_of(const FitReport& report, const ChosenVariances& chosen, std::size_t num_rows,
                      std::uint64_t seed) {
  return {.elbo = report.elbo,
          .converged = report.converged,
          .stop_reason = report.stop_reason,
          .iterations = report.iterations,
          .num_rows = num_rows,
          .protocol = chosen.protocol,
          .hyperparameters = chosen.variances,
          .seed = seed};
}

Training fit_in_arena(SecondMoments statistics, const Preparation& preparation, const FitOptions& options) {
  Stopwatch stopwatch;
  const ChosenVariances chosen = chosen_variances(statistics, preparation, options);
  const double hyperparameter_seconds = stopwatch.lap();

  NoisePrior noise = noise_prior(preparation, chosen.variances, options);
  const WeightPrior first = first_prior(statistics.num_features(), chosen.variances, options);
  const CompanionStart companion = companion_start(statistics, first, prior_noise_precision(noise));
  ChosenSupport support = chosen_support(LinearRegression(statistics), first, noise, companion, options);
  PosteriorFit fit = fit_posterior(statistics, support.prior, noise, options, companion);

  if (!support.note.empty()) fit.report.notes.push_back(support.note);
  fit.report.seconds.hyperparameters = hyperparameter_seconds;
  fit.report.seconds.fit = stopwatch.lap();
  fit.report.seconds.total = stopwatch.seconds();
  Training training{.model = {.preparation = preparation,
                              .prior = std::move(support.prior),
                              .noise = std::move(noise),
                              .posterior = std::move(fit.posterior),
                              .summary = summary_of(fit.report, chosen, statistics.num_rows, options.seed)},
                    .report = std::move(fit.report)};
  if (!options.slim) training.model.statistics = std::move(statistics);
  return training;
}

Training fit_in_arena(const Dataset& dataset, const FitOptions& options) {
  Stopwatch stopwatch;
  const Prepared prepared = prepare(dataset, options);
  Accumulation pass = accumulate(dataset, prepared.preparation, options.progress);
  Training training = fit_in_arena(std::move(pass.groups.front()), prepared.preparation, options);
  Seconds& seconds = training.report.seconds;
  seconds.read = prepared.seconds.read + pass.read_seconds;
  seconds.features = pass.features_seconds;
  seconds.statistics = pass.sums_seconds;
  seconds.hyperparameters += prepared.seconds.hyperparameters;
  seconds.total = stopwatch.seconds();
  std::vector<std::string>& notes = training.report.notes;
  notes.insert(notes.begin(), prepared.notes.begin(), prepared.notes.end());
  notes.insert(notes.end(), pass.warnings.begin(), pass.warnings.end());
  return training;
}

}  // namespace

Training fit(SecondMoments statistics, const Preparation& preparation, const FitOptions& options) {
  check(options);
  if (statistics.num_rows == 0) throw Error(ErrorKind::data, "the statistics hold no rows; expected at least one");
  return with_threads(options.threads, [&] { return fit_in_arena(std::move(statistics), preparation, options); });
}

Training fit(const Dataset& dataset, const FitOptions& options) {
  check(options);
  return with_threads(options.threads, [&] { return fit_in_arena(dataset, options); });
}

}  // namespace direct
