// SPDX-License-Identifier: MIT
#include "fit/pilot.h"

#include <vector>

#include <direct/network.h>

#include "algebra/dense.h"
#include "features/input_scale.h"
#include "fit/feature_bits.h"
#include "fit/metric.h"
#include "fit/trained_basis.h"

namespace direct {
namespace {

MetricKernel metric_kernel(const KernelHyperparameters& pilot) {
  MetricKernel result{.directions = Matrix(pilot.lengthscales.size(), 1),
                      .signal_variance = pilot.signal_variance,
                      .noise_variance = pilot.noise_variance};
  for (std::size_t j = 0; j < pilot.lengthscales.size(); ++j) result.directions(j, 0) = 1.0 / pilot.lengthscales[j];
  return result;
}

// The pilot rows have little to add where there are many times as many rows.
MetricKernel learned_kernel(const PilotData& data, const FitOptions& options) {
  constexpr std::size_t many = 8;
  MetricOptions how{.seed = options.seed, .progress = options.progress};
  const bool is_gaussian = options.likelihood->is_gaussian;  // others take their first fit from the pilot
  if (!is_gaussian || data.sample_size < many * data.rows.targets.size())
    how.candidate = metric_kernel(optimise_kernel(data.rows.inputs, data.rows.targets, {.progress = options.progress}));
  if (data.sample_size == 0) return *how.candidate;
  return learn_metric(data.sample(how.candidate ? &*how.candidate : nullptr), how);
}

struct Extremes {
  explicit Extremes(const Matrix& rows) {
    for (std::size_t j = 0; j < rows.cols(); ++j) {
      least.push_back(rows(0, j));
      most.push_back(rows(1, j));
    }
  }
  std::vector<double> least, most;
};

// Other likelihoods have more noise than 8 bits cost.
FeatureMap integer_pilot(const Pilot& pilot, const PilotData& data, const FitOptions& options) {
  const auto [least, most] = Extremes(data.extremes);
  if (options.feature_bits != automatic_feature_bits)
    return integer_features(pilot.features, least, most, options.feature_bits, data.rows.inputs);
  if (!options.likelihood->is_gaussian) return integer_features(pilot.features, least, most, 8, data.rows.inputs);
  return integer_features_by_need(pilot.features, pilot.variances, data.rows, least, most);
}

// b features of b/2 frequencies stand for the kernel: signal = weight variance * b / 2.
Pilot fourier_pilot(const PilotData& data, const FitOptions& options) {
  const MetricKernel kernel = learned_kernel(data, options);
  const double b = static_cast<double>(options.num_features);
  Pilot pilot{.features = fourier_features(kernel.directions, options.num_features, options.seed)};
  pilot.variances = {.noise = kernel.noise_variance, .weight = 2.0 * kernel.signal_variance / b};
  if (options.feature_bits != 0) pilot.features = integer_pilot(pilot, data, options);
  return pilot;
}

MetricRows rows_to_train_on(const PilotData& data, const MetricKernel& kernel) {
  if (data.sample_size > 0) return data.sample(&kernel);
  return {.inputs = data.rows.inputs, .targets = data.rows.targets};
}

Pilot trained_pilot(const PilotData& data, const FitOptions& options) {
  const MetricKernel kernel = learned_kernel(data, options);
  const Extremes extremes(data.extremes);
  const MetricRows rows = rows_to_train_on(data, kernel);
  const std::vector<InputScale> scales = input_scales(rows.inputs, extremes.least, extremes.most);
  TrainedBasis basis = trained_basis(
      rows, kernel,
      {.num_cosines = options.num_features, .seed = options.seed, .scales = scales, .progress = options.progress});
  Pilot pilot{.features = std::move(basis.map), .variances = basis.variances, .notes = {std::move(basis.note)}};
  if (options.feature_bits != 0) pilot.features = integer_trained_features(pilot.features);
  return pilot;
}

SecondMoments pilot_moments(const FeatureMap& map, const Rows& rows) {
  Matrix features;
  evaluate(map, rows.inputs, features);
  MomentAccumulator sums(map.num_features());
  sums.add(features, rows.targets);
  return std::move(sums).finish();
}

// Half of the target's mean square is noise, half comes from the weights.
Variances even_split(const SecondMoments& statistics) {
  const double mean_square = statistics.target_square / statistics.num_rows;
  const double target = mean_square > 0.0 ? mean_square : 1.0;
  const double features = view(statistics.gram).diagonal().sum() / statistics.num_rows;
  return {.noise = 0.5 * target, .weight = features > 0.0 ? 0.5 * target / features : 1.0};
}

Pilot evidence_pilot(FeatureMap map, const Rows& rows, const FitOptions& options) {
  const SecondMoments statistics = pilot_moments(map, rows);
  const EvidenceMaximum maximum = maximise_evidence(
      statistics, even_split(statistics),
      {.weak_priors = options.model == ModelKind::linear, .max_factorisations = 20, .progress = options.progress});
  return {.features = std::move(map), .variances = maximum.variances};
}

// Of a network: all products of as many inputs as its degree.
FeatureMap with_degree(FeatureMap map, const FitOptions& options) {
  if (options.model == ModelKind::linear) return map;
  const Network network{.num_inputs = map.num_inputs, .hidden = options.hidden};
  require_memory(network, options.memory.bytes);
  map.degree = degree(network);
  return map;
}

}  // namespace

Pilot learn_from_pilot(const PilotData& data, const FitOptions& options) {
  const std::size_t num_inputs = data.rows.inputs.cols();
  switch (options.features) {
    case FeatureKind::fourier:
      return fourier_pilot(data, options);
    case FeatureKind::trained:
      return trained_pilot(data, options);
    case FeatureKind::linear:
      return evidence_pilot(with_degree(linear_features(num_inputs), options), data.rows, options);
    case FeatureKind::given:
      return evidence_pilot(with_degree(given_features(num_inputs), options), data.rows, options);
  }
  return {};
}

}  // namespace direct
