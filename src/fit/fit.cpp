// SPDX-License-Identifier: MIT
#include <direct/error.h>
#include <direct/fit.h>

#include "algebra/parallel.h"
#include "algebra/stopwatch.h"
#include "fit/fit_posterior.h"
#include "fit/hyperparameters.h"

namespace direct {
namespace {

FitSummary summary_of(const FitReport& report, const ChosenVariances& chosen, std::size_t num_rows, std::uint64_t seed) {
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
  CompanionStart companion =
      companion_start(statistics, prior_before_widening(statistics.num_features(), chosen.variances, options),
                      prior_noise_precision(noise));
  ChosenPrior prior = weight_prior(companion.mean, chosen.variances, options);
  PosteriorFit fit = fit_posterior(statistics, prior.prior, noise, options, std::move(companion));

  if (!prior.note.empty()) fit.report.notes.push_back(prior.note);
  fit.report.seconds.hyperparameters = hyperparameter_seconds;
  fit.report.seconds.fit = stopwatch.lap();
  fit.report.seconds.total = stopwatch.seconds();
  Training training{.model = {.preparation = preparation,
                              .prior = std::move(prior.prior),
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
