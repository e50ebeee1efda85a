// SPDX-License-Identifier: MIT
#include "fit/metric_guard.h"

#include <algorithm>
#include <cmath>

#include <direct/features.h>
#include <direct/model.h>

#include "algebra/cholesky.h"
#include "algebra/dense.h"

namespace direct {
namespace {

constexpr std::size_t num_guard_features = 768;
constexpr std::size_t most_guard_rows = 4000;  // to fit to
constexpr std::size_t one_held_out_of = 10;

void add_row(const MetricRows& from, std::size_t row, MetricRows& to) {
  for (std::size_t j = 0; j < from.inputs.cols(); ++j) to.inputs(to.size(), j) = from.inputs(row, j);
  to.targets.push_back(from.targets[row]);
  if (!from.root_weights.empty()) to.root_weights.push_back(from.root_weights[row]);
}

MetricRows room_for_rows(const MetricRows& like, std::size_t count) {
  return {.inputs = Matrix(count, like.inputs.cols()), .is_noise_known = like.is_noise_known};
}

// Times the roots of their weights.
Matrix weighted_features(const FeatureMap& map, const MetricRows& rows) {
  Matrix features;
  evaluate(map, rows.inputs, features);
  if (!rows.root_weights.empty()) view(features).array().colwise() *= view(rows.root_weights).array();
  return features;
}

std::vector<double> weighted_targets(const MetricRows& rows) {
  std::vector<double> targets = rows.targets;
  if (!rows.root_weights.empty()) view(targets).array() *= view(rows.root_weights).array();
  return targets;
}

}  // namespace

MetricRows thinned(const MetricRows& rows, std::size_t count) {
  count = std::min(count, rows.size());
  MetricRows result = room_for_rows(rows, count);
  for (std::size_t i = 0; i < count; ++i) add_row(rows, i * rows.size() / count, result);
  return result;
}

SecondMoments weighted_moments(const FeatureMap& map, const MetricRows& rows) {
  MomentAccumulator sums(map.num_features());
  sums.add(weighted_features(map, rows), weighted_targets(rows));
  return std::move(sums).finish();
}

SplitRows split_rows(const MetricRows& rows) {
  const std::size_t held_out = rows.size() / one_held_out_of;
  SplitRows result{room_for_rows(rows, rows.size() - held_out), room_for_rows(rows, held_out)};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const bool is_held_out = i % one_held_out_of == one_held_out_of / 2 && result.held_out.size() < held_out;
    add_row(rows, i, is_held_out ? result.held_out : result.training);
  }
  return result;
}

BasisFit basis_fit(const FeatureMap& map, const SplitRows& rows, const Variances& start) {
  const SecondMoments moments = weighted_moments(map, rows.training);
  EvidenceOptions known{.max_factorisations = 10};
  if (rows.training.is_noise_known) known.noise = 1.0;
  BasisFit result{std::vector<double>(rows.held_out.size(), -1e300),
                  maximise_evidence(moments, start, known).variances};
  const auto [noise, weight] = result.variances;
  Matrix factor = moments.gram;
  view(factor).diagonal().array() += noise / weight;
  if (!factorise(factor)) return result;
  std::vector<double> mean = moments.feature_target;
  solve_factorised(factor, mean);
  Matrix solved(map.num_features(), rows.held_out.size());
  view(solved) = view(weighted_features(map, rows.held_out)).transpose();
  const Eigen::ArrayXd errors = view(weighted_targets(rows.held_out)) - view(solved).transpose() * view(mean);
  solve_lower(factor, solved);
  const Eigen::ArrayXd variances = noise * (1.0 + view(solved).colwise().squaredNorm().transpose().array());
  view(result.densities) = (-0.5 * (variances.log() + errors.square() / variances)).matrix();
  return result;
}

GuardFit guard_fit(const SplitRows& rows, const MetricKernel& kernel, std::uint64_t seed) {
  constexpr double pairs = 0.5 * static_cast<double>(num_guard_features);
  BasisFit fit = basis_fit(fourier_features(kernel.directions, num_guard_features, seed),
                           {thinned(rows.training, most_guard_rows), rows.held_out},
                           {kernel.noise_variance, kernel.signal_variance / pairs});
  return {std::move(fit.densities), fit.variances.weight * pairs, fit.variances.noise};
}

DensityGain density_gain(std::span<const double> densities, std::span<const double> others) {
  const Eigen::ArrayXd gains = view(densities) - view(others);
  const double mean = gains.mean(), variance = (gains - mean).square().mean();
  return {mean, std::sqrt(variance / static_cast<double>(gains.size()))};
}

bool is_clearly_better(const GuardFit& fit, const GuardFit& than) {
  const DensityGain gain = density_gain(fit.densities, than.densities);
  return gain.mean > gain.standard_error;
}

}  // namespace direct
