// SPDX-License-Identifier: MIT
#include <direct/fit.h>

#include "algebra/parallel.h"
#include "algebra/stopwatch.h"
#include "fit/pilot.h"

namespace direct {
namespace {

Prepared prepare_in_arena(const Dataset& dataset, const FitOptions& options) {
  Stopwatch stopwatch;
  Prepared result;
  Survey survey = direct::survey(dataset, {.seed = options.seed, .progress = options.progress});
  result.seconds.read = stopwatch.lap();
  if (options.features == FeatureKind::given) survey.scaling = identity_scaling(num_inputs(survey.schema));
  standardise_inputs(survey.scaling, survey.pilot.inputs);
  standardise_targets(survey.scaling, survey.pilot.targets);
  const Pilot pilot = learn_from_pilot(survey.pilot, options);
  result.seconds.hyperparameters = stopwatch.lap();
  result.preparation = {.schema = std::move(survey.schema),
                        .scaling = std::move(survey.scaling),
                        .features = pilot.features,
                        .pilot = pilot.variances};
  result.num_rows = survey.num_rows;
  result.notes = std::move(survey.warnings);
  return result;
}

}  // namespace

Prepared prepare(const Dataset& dataset, const FitOptions& options) {
  check(options);
  return with_threads(options.threads, [&] { return prepare_in_arena(dataset, options); });
}

}  // namespace direct
