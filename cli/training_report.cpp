// SPDX-License-Identifier: MIT
#include "training_report.h"

#include <cmath>
#include <cstdio>

#include <fmt/format.h>

#include <direct/predict.h>

#include "json.h"
#include "model_view.h"
#include "output.h"
#include "peak_memory.h"
#include "statistics_view.h"
#include "words.h"

namespace direct {
namespace {

void say_posterior(const Training& training) {
  const FitOptions& options = training.model.options;
  const std::vector<DrawReport>& draws = training.report.draws;
  if (options.posterior == PosteriorKind::mixture)
    fmt::print(stderr, "  posterior  mixture of {}, entropy {}\n", training.model.posterior.num_components(),
               word_of(options.entropy));
  if (const auto levels = levels_report(training.model))
    fmt::print(stderr, "  posterior  {} deviations about a centre, {}\n", training.model.posterior.deviations->count(),
               levels_text(*levels));
  else if (options.posterior == PosteriorKind::draws)
    fmt::print(
        stderr,
        "  posterior  {} draws: {} as rounded, {} refined, {} replaced by mean field; largest distortion {:.2g}\n",
        draws.size(), count(draws, DrawFate::kept), count(draws, DrawFate::refined), count(draws, DrawFate::replaced),
        largest_distortion(draws));
  const PriorScales prior = prior_scales(training.model);
  for (std::size_t c = 0; c < prior.scales.size(); ++c)
    fmt::print(stderr, "  {:<10} scale {:.4g} with probability {:.3f}\n", c == 0 ? "prior" : "", prior.scales[c],
               prior.responsibilities[c]);
}

// On a learned grid it is codes that are zero, not weights.
std::string zeros_text(const TrainedModel& model) {
  if (model.prior.learned)
    return fmt::format("{:.1f} % of the codes are zero: the weight is its centre",
                       100 * zero_codes(model.posterior, model.prior));
  return fmt::format("{:.1f} % of the weights are zero", 100 * sparsity(model.posterior, model.prior));
}

void say_active_features(const TrainedModel& model) {
  const std::size_t active = active_features(model.posterior, model.prior).size(), all = model.prior.num_features();
  const char* what = model.options.model == ModelKind::network ? "weights" : "features";
  if (active < all) fmt::print(stderr, "  active     {} of {} {}\n", active, all, what);
}

// The noise, or what stands in its place.
std::string target_line(const TrainedModel& model) {
  const Schema& schema = model.preparation.schema;
  return schema.likelihood.summary({.target = schema.target_name,
                                    .exposure = schema.exposure_name,
                                    .classes = schema.classes,
                                    .bound = word_of(model.options.bound),
                                    .noise_variance = noise_variance(model.posterior, model.noise),
                                    .noise_std = noise_std(model)});
}

void say_summary(const Training& training, const std::string& model_path) {
  const TrainedModel& model = training.model;
  const FitReport& report = training.report;
  fmt::print(
      stderr, "{}: {}, {}, {} levels\n", model_path, row_count(model.summary.num_rows),
      model.options.model == ModelKind::network ? network_text(model) : feature_count(model.preparation.features),
      num_levels(model.posterior, model.prior));
  fmt::print(stderr, "  elbo       {:.3f} nats, {} ({} iterations, start {})\n", report.elbo,
             report.converged ? "converged" : "NOT converged", report.iterations, report.start);
  say_posterior(training);
  fmt::print(stderr, "  {}\n", target_line(model));
  fmt::print(stderr, "  sparsity   {}\n", zeros_text(model));
  say_active_features(model);
  fmt::print(stderr, "  seconds    {:.2f}\n", report.seconds.total);
}

void say_details(const Training& training) {
  const FitSummary& summary = training.model.summary;
  fmt::print(stderr, "  of these   {}\n", second_split(training.report.seconds));
  fmt::print(stderr, "  protocol   {}: noise {:.4g}, prior scale {:.4g}, standardised\n", summary.protocol,
             std::sqrt(summary.hyperparameters.noise), prior_scale(training.model));
  fmt::print(stderr, "  gradient   {:.3g}, stopped by {}\n", training.report.gradient_norm,
             training.report.stop_reason);
  fmt::print(stderr, "  memory     {:.0f} MB at most\n", static_cast<double>(peak_memory_bytes()) * 1e-6);
}

}  // namespace

ExitCode report_training(const Training& training, const std::string& model_path, const Reporting& reporting) {
  if (reporting.json) {
    print(to_json(training, peak_memory_bytes()));
  } else {
    say_interval_warnings(interval_warnings(training.model));
    if (!reporting.quiet) say_summary(training, model_path);
    if (!reporting.quiet && reporting.verbose) say_details(training);
    say_notes(reporting, training.report.notes);
  }
  return training.report.converged ? exit_ok : exit_not_converged;
}

}  // namespace direct
