// SPDX-License-Identifier: MIT
#include "fit/pilot.h"

#include <algorithm>
#include <limits>
#include <span>

#include <direct/network.h>

#include "algebra/dense.h"
#include "fit/left_out_rows.h"
#include "fit/metric.h"
#include "fit/specification.h"

namespace direct {
namespace {

MetricKernel metric_kernel(const KernelHyperparameters& pilot) {
  MetricKernel result{.directions = Matrix(pilot.lengthscales.size(), 1),
                      .signal_variance = pilot.signal_variance,
                      .noise_variance = pilot.noise_variance};
  for (std::size_t j = 0; j < pilot.lengthscales.size(); ++j) result.directions(j, 0) = 1.0 / pilot.lengthscales[j];
  return result;
}

// Where there are many times as many rows as pilot rows these have little to say beside them.
MetricKernel learned_kernel(const PilotData& data, const FitOptions& options) {
  constexpr std::size_t many = 8;
  MetricOptions how{.seed = options.seed, .progress = options.progress};
  if (data.sample_needs_pilot || data.sample_size < many * data.rows.targets.size())
    how.candidate = metric_kernel(optimise_kernel(data.rows.inputs, data.rows.targets, {.progress = options.progress}));
  if (data.sample_size == 0) return *how.candidate;
  return learn_metric(data.sample(how.candidate ? &*how.candidate : nullptr), how);
}

// Rows predicted from the others, at the best of a few noises: that of the kernel is what a smaller model leaves
// unexplained.
LeftOutScores best_left_out_scores(const FeatureMap& map, const Matrix& inputs, const std::vector<double>& targets,
                                   const Variances& variances) {
  Matrix features;
  evaluate(map, inputs, features);
  const std::vector<double> weights(map.num_features(), variances.weight);
  LeftOutScores best{.nll = std::numeric_limits<double>::infinity()};
  for (const double share : {1.0, 0.1, 0.01}) {
    const auto scores = left_out_scores(features, weights, share * variances.noise, targets);
    if (scores && scores->nll < best.nll) best = *scores;
  }
  return best;
}

// Features of 8 bits, which are the cheapest on a chip, unless pilot rows tell that they lose against 12, in density
// and in squares: one without the other is a matter of outliers. Other likelihoods have more noise than that.
FeatureMap integer_features_by_need(const Pilot& pilot, const PilotData& data, std::span<const double> least,
                                    std::span<const double> most, Likelihood likelihood) {
  constexpr std::size_t most_rows = 512;
  constexpr double accepted_loss = 0.1;  // nats per row
  constexpr double accepted_squares = 1.02;
  const FeatureMap coarse = integer_features(pilot.features, least, most, 8);
  if (likelihood != Likelihood::gaussian) return coarse;
  const std::size_t num_rows = data.rows.targets.size(), count = std::min(num_rows, most_rows);
  Matrix inputs(count, data.rows.inputs.cols());
  std::vector<double> targets;
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t j = 0; j < inputs.cols(); ++j) inputs(i, j) = data.rows.inputs(i * num_rows / count, j);
    targets.push_back(data.rows.targets[i * num_rows / count]);
  }
  FeatureMap fine = integer_features(pilot.features, least, most, 12);
  const LeftOutScores eight = best_left_out_scores(coarse, inputs, targets, pilot.variances);
  const LeftOutScores twelve = best_left_out_scores(fine, inputs, targets, pilot.variances);
  const bool loses =
      eight.nll > twelve.nll + accepted_loss && eight.mean_square > accepted_squares * twelve.mean_square;
  return loses ? fine : coarse;
}

// b features of b/2 frequencies stand for the kernel: signal = weight variance * b / 2.
Pilot fourier_pilot(const PilotData& data, const FitOptions& options) {
  const MetricKernel kernel = learned_kernel(data, options);
  const double b = static_cast<double>(options.num_features);
  Pilot pilot{.features = fourier_features(kernel.directions, options.num_features, options.seed)};
  pilot.variances = {.noise = kernel.noise_variance, .weight = 2.0 * kernel.signal_variance / b};
  if (options.feature_bits == 0) return pilot;
  std::vector<double> least, most;
  for (std::size_t j = 0; j < data.extremes.cols(); ++j) {
    least.push_back(data.extremes(0, j));
    most.push_back(data.extremes(1, j));
  }
  pilot.features = options.feature_bits == automatic_feature_bits
                       ? integer_features_by_need(pilot, data, least, most, options.likelihood)
                       : integer_features(pilot.features, least, most, options.feature_bits);
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
  require_memory(network, parse_memory(options.memory));
  map.degree = degree(network);
  return map;
}

}  // namespace

Pilot learn_from_pilot(const PilotData& data, const FitOptions& options) {
  const std::size_t num_inputs = data.rows.inputs.cols();
  switch (options.features) {
    case FeatureKind::fourier:
      return fourier_pilot(data, options);
    case FeatureKind::linear:
      return evidence_pilot(with_degree(linear_features(num_inputs), options), data.rows, options);
    case FeatureKind::given:
      return evidence_pilot(with_degree(given_features(num_inputs), options), data.rows, options);
  }
  return {};
}

}  // namespace direct
