// SPDX-License-Identifier: MIT
#include "fit/fit_rows.h"

#include <fmt/format.h>

#include <direct/error.h>

#include "algebra/parallel.h"
#include "algebra/stopwatch.h"
#include "fit/companion_search.h"
#include "fit/fit_moments.h"
#include "fit/gather.h"
#include "fit/row_refinement.h"
#include "fit/training.h"

namespace direct {
namespace {

// Of the weighted moments, which are those of Gaussian noise: by coordinate ascent, and nothing is sampled.
FitOptions moments_options(FitOptions options) {
  if (options.optimizer != Optimizer::ascent) options.optimizer = Optimizer::automatic;
  if (options.entropy == Entropy::sampled) options.entropy = Entropy::pairwise;
  if (options.prior_bound == PriorBound::sampled) options.prior_bound = PriorBound::responsibility;
  return options;
}

void say_unsettled(int rounds, FitReport& report) {
  report.converged = false;
  report.stop_reason = "max_iterations";
  report.notes.push_back(fmt::format("the full-precision posterior had not settled after {} rounds", rounds));
}

FittedPosterior fit_source(RowSource& source, const Preparation& preparation, const FitOptions& options,
                           ChosenVariances& chosen, double& num_rows, Stopwatch& stopwatch) {
  const GivenNoise given = given_noise(preparation, options);
  const CompanionSearch companion = find_companion(source, preparation, options, given);
  const double companion_seconds = stopwatch.lap();
  chosen = companion.chosen;
  num_rows = companion.statistics.num_rows;
  if (!has_deviations(options)) chosen.noise.reset();
  NoiseTable noise = chosen.noise ? noise_table(*chosen.noise)
                                  : NoiseTable{noise_prior(companion.statistics, chosen.variances, given), {}};
  const FitOptions for_moments = moments_options(options);
  FittedPosterior fitted =
      fit_moments(companion.statistics, preparation, chosen, for_moments, std::vector{chosen.variances.noise});
  const RowModel model(source, {.likelihood = options.likelihood, .bound = options.bound});
  fitted = refined({model, preparation, options, for_moments, noise.log_posterior}, std::move(fitted),
                   std::move(noise.prior), chosen);
  FitReport& report = fitted.fit.report;
  report.seconds.hyperparameters = companion_seconds;
  report.seconds.fit = stopwatch.lap();
  if (!companion.converged) say_unsettled(companion.rounds, report);
  return fitted;
}

void check_prepared_likelihood(const Preparation& preparation, const FitOptions& options) {
  if (preparation.schema.likelihood == options.likelihood) return;
  throw Error(ErrorKind::usage, "the prepared map is that of another `likelihood`");
}

Training fit_rows_in_arena(const Dataset& dataset, const FitOptions& options, const Preparation* like,
                           const Ranks* ranks) {
  Stopwatch stopwatch;
  Gathered gathered;
  gathered.notes = dataset.notes;
  prepare_on(ranks, dataset, options, like, gathered);
  const Preparation& preparation = gathered.statistics.preparation;
  check_prepared_likelihood(preparation, options);
  stopwatch.lap();
  RowSource source(dataset, preparation, ranks, options.progress);
  ChosenVariances chosen;
  double num_rows = 0.0;
  FittedPosterior fitted = fit_source(source, preparation, options, chosen, num_rows, stopwatch);
  FitReport& report = fitted.fit.report;
  gathered.notes.insert(gathered.notes.end(), source.warnings().begin(), source.warnings().end());
  report.add_first(gathered);
  report.seconds.total = stopwatch.seconds();
  return trained(std::move(fitted), preparation, options, chosen, num_rows, nullptr);
}

}  // namespace

Training fit_rows(const Dataset& dataset, const FitOptions& options, const Preparation* like, const Ranks* ranks) {
  if (options.optimizer == Optimizer::adam && ranks != nullptr && ranks->size() > 1)
    throw Error(ErrorKind::usage, "`optimizer` adam: steps of small batches are taken by one process, without mpirun");
  return with_threads(options.threads, [&] { return fit_rows_in_arena(dataset, options, like, ranks); });
}

}  // namespace direct
