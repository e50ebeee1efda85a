// SPDX-License-Identifier: MIT
#include "fit/training.h"

#include <fmt/format.h>

#include "fit/few_rows.h"

namespace direct {
namespace {

FitSummary summary_of(const FitReport& report, const ChosenVariances& chosen, double num_rows) {
  return {.elbo = report.elbo,
          .converged = report.converged,
          .stop_reason = report.stop_reason,
          .iterations = report.iterations,
          .num_rows = num_rows,
          .protocol = chosen.protocol,
          .hyperparameters = chosen.variances,
          .rounding_cost = report.rounding_cost};
}

// What belongs to the run is left out; what the preparation has decided is what it says.
FitOptions kept_options(FitOptions options, const FeatureMap& features) {
  options.features = features.kind;
  if (features.kind == FeatureKind::fourier) options.num_features = features.num_features();
  if (features.kind == FeatureKind::trained) options.num_features = features.num_features() - features.num_inputs - 1;
  options.feature_bits = features.integer ? features.integer->value_bits : 0;
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

}  // namespace

Training trained(FittedPosterior fitted, const Preparation& preparation, const FitOptions& options,
                 const ChosenVariances& chosen, double num_rows, const Statistics* statistics) {
  FitReport& report = fitted.fit.report;
  if (are_too_few(num_rows))
    report.notes.push_back(fmt::format("too few rows to learn from: {} (expected 5 or more)", num_rows));
  Training training{.model = {.preparation = preparation,
                              .prior = std::move(fitted.prior),
                              .noise = std::move(fitted.noise),
                              .posterior = std::move(fitted.fit.posterior),
                              .summary = summary_of(report, chosen, num_rows),
                              .options = kept_options(options, preparation.features)},
                    .report = std::move(report)};
  if (options.slim)
    drop_pilot_rows(training.model.preparation);
  else if (statistics)
    training.model.statistics = *statistics;
  return training;
}

}  // namespace direct
