// SPDX-License-Identifier: MIT
#include <direct/fit.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "algebra/dense.h"
#include "algebra/parallel.h"
#include "algebra/stopwatch.h"
#include "fit/gather.h"
#include "fit/pilot.h"
#include "fit/working_sample.h"
#include "likelihoods/family.h"

namespace direct {
namespace {

// Negative where row a comes before row b, positive where it comes after.
int compared(const Rows& rows, std::size_t a, std::size_t b) {
  for (std::size_t j = 0; j < rows.inputs.cols(); ++j)
    if (rows.inputs(a, j) != rows.inputs(b, j)) return rows.inputs(a, j) < rows.inputs(b, j) ? -1 : 1;
  return rows.targets[a] < rows.targets[b] ? -1 : rows.targets[a] > rows.targets[b] ? 1 : 0;
}

Rows reordered(const Rows& rows, const std::vector<std::size_t>& order) {
  Rows result{.inputs = Matrix(order.size(), rows.inputs.cols())};
  for (std::size_t i = 0; i < order.size(); ++i) {
    for (std::size_t j = 0; j < rows.inputs.cols(); ++j) result.inputs(i, j) = rows.inputs(order[i], j);
    result.targets.push_back(rows.targets[order[i]]);
    if (!rows.exposures.empty()) result.exposures.push_back(rows.exposures[order[i]]);
  }
  return result;
}

Rows standardised(const Scaling& scaling, Rows rows) {
  standardise_inputs(scaling, rows.inputs);
  standardise_targets(scaling, rows.targets);
  return rows;
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

void clip_far(std::vector<double>& values) {
  constexpr double far = 5.0;
  const double centre = median(values);
  std::vector<double> distances;
  for (const double value : values) distances.push_back(std::abs(value - centre));
  const double reach = far * 1.4826 * median(std::move(distances));
  if (reach > 0.0)
    for (double& value : values) value = std::clamp(value, centre - reach, centre + reach);
}

// Beyond Gaussian noise a row by itself has a z of its own, about which its likelihood is a parabola. The features and
// variances are learned as those of these z, standardised; their deviation is returned.
double replace_by_predictors(const LikelihoodFamily& family, double offset, Rows& rows) {
  const std::size_t n = rows.targets.size();
  for (std::size_t i = 0; i < n; ++i) {
    const double own_offset = offset + (rows.exposures.empty() ? 0.0 : std::log(rows.exposures[i]));
    const double z = family.saturated_eta(rows.targets[i], own_offset);
    const WorkingRow row = family.working_row(rows.targets[i], z);
    rows.targets[i] = z - own_offset + row.slope / row.curvature;
  }
  if (family.rows_are_bounds()) clip_far(rows.targets);
  const double mean = view(rows.targets).mean();
  const double deviation = std::sqrt((view(rows.targets).array() - mean).square().mean());
  const double scale = deviation > 0.0 ? deviation : 1.0;
  for (double& target : rows.targets) target = (target - mean) / scale;
  return scale;
}

// The order in which the pilot rows come depends on the units of the data; that of their standardised contents does
// not.
Rows sorted_by_contents(const Scaling& scaling, const Rows& rows) {
  const Rows contents = standardised(scaling, rows);
  std::vector<std::size_t> order(rows.targets.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    const int first = compared(contents, a, b);
    return first != 0 ? first < 0 : compared(rows, a, b) < 0;
  });
  return reordered(rows, order);
}

// The least and the most of each input, as two rows.
Matrix extremes_of(const Survey& survey) {
  Matrix extremes(2, survey.least.size());
  for (std::size_t j = 0; j < survey.least.size(); ++j) {
    extremes(0, j) = survey.least[j];
    extremes(1, j) = survey.most[j];
  }
  standardise_inputs(survey.scaling, extremes);
  return extremes;
}

constexpr std::size_t most_metric_rows = 16000;

// The pilot rows alone where they are all the rows there are: more would tell nothing new.
PilotData pilot_data(const Survey& survey, const Rows& rows) {
  PilotData data{.rows = standardised(survey.scaling, rows), .extremes = extremes_of(survey)};
  const std::size_t sample_size = survey.sample.targets.size();
  data.sample_size = sample_size > rows.targets.size() ? sample_size : 0;
  return data;
}

Pilot learn_gaussian(const Survey& survey, const Rows& rows, const FitOptions& options) {
  PilotData data = pilot_data(survey, rows);
  data.sample = [&](const MetricKernel*) {
    Rows sample = standardised(survey.scaling, sorted_by_contents(survey.scaling, survey.sample));
    return MetricRows{.inputs = std::move(sample.inputs), .targets = std::move(sample.targets)};
  };
  return learn_from_pilot(data, options);
}

Pilot learn_generalized(const Survey& survey, const Rows& rows, const FitOptions& options) {
  PilotData data = pilot_data(survey, rows);
  data.rows.targets = rows.targets;
  const double offset = survey.scaling.target_mean;
  const double scale = replace_by_predictors(options.likelihood.family(), offset, data.rows);
  data.sample = [&](const MetricKernel* pilot) {
    Rows sample = sorted_by_contents(survey.scaling, survey.sample);
    standardise_inputs(survey.scaling, sample.inputs);
    return working_sample(options.likelihood, offset, std::move(sample), *pilot, scale, options.seed);
  };
  Pilot pilot = learn_from_pilot(data, options);
  pilot.variances.weight *= scale * scale;
  pilot.variances.noise = options.likelihood->has_dispersion()
                              ? options.likelihood.family().dispersion_of(pilot.variances.noise * scale * scale)
                              : 1.0;
  return pilot;
}

Pilot learn(const Survey& survey, const Rows& rows, const FitOptions& asked) {
  FitOptions options = asked;
  if (asked.features == FeatureKind::fourier) options.num_features = num_fourier_features(asked, survey.num_rows);
  return options.likelihood->is_gaussian ? learn_gaussian(survey, rows, options)
                                         : learn_generalized(survey, rows, options);
}

bool learns_metric(const FitOptions& options) {
  return options.features == FeatureKind::trained ||
         (options.features == FeatureKind::fourier && options.hyperparameters == Hyperparameters::metric);
}

Prepared prepare_in_arena(const Dataset& dataset, const FitOptions& options) {
  Stopwatch stopwatch;
  Prepared result;
  Survey survey = direct::survey(dataset, {.seed = options.seed,
                                           .max_sample_rows = learns_metric(options) ? most_metric_rows : 0,
                                           .likelihood = options.likelihood,
                                           .progress = options.progress});
  result.seconds.read = stopwatch.lap();
  if (options.features == FeatureKind::given) survey.scaling = identity_scaling(num_inputs(survey.schema));
  const Rows rows = sorted_by_contents(survey.scaling, survey.pilot);
  result.preparation = {.schema = survey.schema,
                        .scaling = survey.scaling,
                        .least = survey.least,
                        .most = survey.most,
                        .pilot_inputs = rows.inputs,
                        .pilot_targets = rows.targets};
  Pilot pilot = learn(survey, rows, options);
  result.seconds.hyperparameters = stopwatch.lap();
  result.preparation.features = std::move(pilot.features);
  result.preparation.pilot = pilot.variances;
  result.num_rows = survey.num_rows;
  result.notes = std::move(survey.warnings);
  result.notes.insert(result.notes.end(), pilot.notes.begin(), pilot.notes.end());
  result.seconds.total = stopwatch.seconds();
  return result;
}

}  // namespace

Prepared prepare_checked(const Dataset& dataset, const FitOptions& options) {
  return with_threads(options.threads, [&] { return prepare_in_arena(dataset, options); });
}

Prepared prepare(const Dataset& dataset, const FitOptions& options) {
  check(options);
  return prepare_checked(dataset, options);
}

}  // namespace direct
