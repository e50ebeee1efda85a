// SPDX-License-Identifier: MIT
#include <direct/fit.h>

#include <algorithm>
#include <numeric>

#include "algebra/parallel.h"
#include "algebra/stopwatch.h"
#include "fit/pilot.h"

namespace direct {
namespace {

// The order in which the pilot rows come depends on the units of the data; this one does not.
Rows sorted_by_contents(const Rows& rows) {
  std::vector<std::size_t> order(rows.targets.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto is_before = [&](std::size_t a, std::size_t b) {
    for (std::size_t j = 0; j < rows.inputs.cols(); ++j)
      if (rows.inputs(a, j) != rows.inputs(b, j)) return rows.inputs(a, j) < rows.inputs(b, j);
    return rows.targets[a] < rows.targets[b];
  };
  std::sort(order.begin(), order.end(), is_before);
  Rows sorted{.inputs = Matrix(order.size(), rows.inputs.cols())};
  for (std::size_t i = 0; i < order.size(); ++i) {
    for (std::size_t j = 0; j < rows.inputs.cols(); ++j) sorted.inputs(i, j) = rows.inputs(order[i], j);
    sorted.targets.push_back(rows.targets[order[i]]);
  }
  return sorted;
}

Prepared prepare_in_arena(const Dataset& dataset, const FitOptions& options) {
  Stopwatch stopwatch;
  Prepared result;
  Survey survey = direct::survey(dataset, {.seed = options.seed, .progress = options.progress});
  result.seconds.read = stopwatch.lap();
  if (options.features == FeatureKind::given) survey.scaling = identity_scaling(num_inputs(survey.schema));
  standardise_inputs(survey.scaling, survey.pilot.inputs);
  standardise_targets(survey.scaling, survey.pilot.targets);
  const Pilot pilot = learn_from_pilot(sorted_by_contents(survey.pilot), options);
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
