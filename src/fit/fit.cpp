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

struct FittedPosterior {
  WeightPrior prior;
  NoisePrior noise;
  PosteriorFit fit;
};

FittedPosterior fit_at(const SecondMoments& statistics, const Preparation& preparation, const Variances& variances,
                       const FitOptions& options) {
  NoisePrior noise = noise_prior(statistics, preparation, variances, options);
  const WeightPrior first = first_prior(statistics.num_features(), variances, options);
  const CompanionStart companion = companion_start(statistics, first, prior_noise_precision(noise));
  ChosenSupport support = chosen_support(LinearRegression(statistics), first, noise, companion, options);
  PosteriorFit fit = fit_posterior(statistics, support.prior, noise, options, companion);
  if (!support.note.empty()) fit.report.notes.push_back(support.note);
  return {std::move(support.prior), std::move(noise), std::move(fit)};
}

// What the weights' means leave unexplained, per row. (The weights' variances do not count: with more features than
// rows they grow with the noise, and the two would chase each other.)
double unexplained_variance(const SecondMoments& statistics, const FittedPosterior& fitted) {
  const LinearRegression model(statistics);
  const std::vector<double> means = weight_moments(fitted.fit.posterior, fitted.prior).means;
  const std::vector<double> certain(means.size(), 0.0);
  return model.expected_square_error(means, certain, model.residual(means)) / static_cast<double>(statistics.num_rows);
}

// An automatic noise grid is laid around what full precision leaves unexplained. Where 4 bits leave more than its
// largest value, the grid moves up: predictions must own up to the error of their weights' grid.
FittedPosterior fit_with_honest_noise(const SecondMoments& statistics, const Preparation& preparation,
                                      Variances& variances, const FitOptions& options) {
  FittedPosterior fitted = fit_at(statistics, preparation, variances, options);
  const double unexplained = unexplained_variance(statistics, fitted);
  if (options.noise != "auto" || unexplained <= fitted.noise.variances.back()) return fitted;
  variances.noise = unexplained;
  fitted = fit_at(statistics, preparation, variances, options);
  fitted.fit.report.notes.push_back("the noise includes what the grid of the weights leaves unexplained");
  return fitted;
}

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
  ChosenVariances chosen = chosen_variances(statistics, preparation, options);
  const double hyperparameter_seconds = stopwatch.lap();
  FittedPosterior fitted = fit_with_honest_noise(statistics, preparation, chosen.variances, options);
  FitReport& report = fitted.fit.report;
  report.seconds.hyperparameters = hyperparameter_seconds;
  report.seconds.fit = stopwatch.lap();
  report.seconds.total = stopwatch.seconds();
  Training training{.model = {.preparation = preparation,
                              .prior = std::move(fitted.prior),
                              .noise = std::move(fitted.noise),
                              .posterior = std::move(fitted.fit.posterior),
                              .summary = summary_of(report, chosen, statistics.num_rows, options.seed)},
                    .report = std::move(report)};
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
