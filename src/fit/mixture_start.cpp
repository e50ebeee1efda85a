// SPDX-License-Identifier: MIT
#include "fit/mixture_start.h"

#include <algorithm>
#include <cmath>

#include <direct/elbo.h>

#include "algebra/categorical.h"
#include "models/companion_deviation.h"

namespace direct {
namespace {

// Deviations of exact draws of the companion from its mean, num_features x count: the directions in which the weights
// may move together at little cost.
Matrix free_directions(const MixtureProblem& p, std::size_t count, std::uint64_t seed) {
  const Companion companion =
      gaussian_companion(p.statistics, effective_prior(p.prior, p.mean_field), noise_precision(p.mean_field, p.noise));
  Matrix directions(p.prior.num_features(), count);
  for (std::size_t i = 0; i < count; ++i)
    std::ranges::copy(companion_deviation(companion.factor, seed, RandomStream::perturbations, i),
                      directions.column(i).begin());
  return directions;
}

// A weight that is all but certain stays where it is.
constexpr double least_start_variance = 1e-12;  // of the square of the weight's range

double range_of(std::span<const double> levels) { return levels.back() - levels.front(); }

bool may_move(const WeightPrior& prior, const WeightMoments& weights, std::size_t j) {
  const double range = range_of(prior.levels.column(j));
  return weights.variances[j] > least_start_variance * range * range;
}

// How far to go for two components to be `separation` nats apart, -log BC, were the weights Gaussian; never beyond the
// draws themselves.
double length_for(double separation, const Matrix& directions, const WeightPrior& prior, const WeightMoments& weights) {
  double sum = 0.0;
  for (std::size_t i = 0; i < directions.cols(); ++i)
    for (std::size_t j = 0; j < directions.rows(); ++j)
      if (may_move(prior, weights, j)) sum += directions(j, i) * directions(j, i) / weights.variances[j];
  const double apart = 0.25 * sum / static_cast<double>(directions.cols());  // 2 / 8 of the mean square
  return apart > separation ? std::sqrt(separation / apart) : 1.0;
}

// The mean of each weight moves by about length times direction; the shape of its distribution stays.
Matrix moved(const Matrix& log_probabilities, std::span<const double> direction, double length,
             const WeightPrior& prior, const WeightMoments& weights) {
  constexpr double most = 3.0;  // deviations
  Matrix result = log_probabilities;
  for (std::size_t j = 0; j < result.cols(); ++j) {
    if (!may_move(prior, weights, j)) continue;
    const double deviation = std::sqrt(weights.variances[j]);
    const double slope = std::clamp(length * direction[j] / deviation, -most, most) / deviation;
    for (std::size_t k = 0; k < result.rows(); ++k) result(k, j) += slope * (prior.levels(k, j) - weights.means[j]);
    normalise_log(result.column(j));
  }
  return result;
}

// Equal weights.
Posterior spread_components(const Posterior& mean_field, const WeightPrior& prior, const WeightMoments& weights,
                            const Matrix& directions, double length) {
  const std::size_t count = directions.cols();
  Posterior q{.log_component_weights = std::vector<double>(count, -std::log(static_cast<double>(count))),
              .noise_log_probabilities = mean_field.noise_log_probabilities};
  for (std::size_t i = 0; i < count; ++i)
    q.log_probabilities.push_back(
        moved(mean_field.log_probabilities.front(), directions.column(i), length, prior, weights));
  return q;
}

// Taylor's bound is poor for components that are far from its center; the others find nothing to gain from components
// that are nearly the same.
double separation_for(Entropy entropy) { return entropy == Entropy::taylor ? 0.25 : 1.0; }  // nats

}  // namespace

// On a coarse grid a weight does not move a little: half as far, until no more is lost than a mixture may gain.
Posterior mixture_start(const MixtureProblem& p, const FitOptions& options) {
  constexpr int most_halvings = 20;
  const std::size_t count = num_components(options);
  if (count == 1) return p.mean_field;
  const WeightMoments weights = weight_moments(p.mean_field, p.prior);
  const Matrix directions = free_directions(p, count, options.seed);
  const double least = p.elbo(p.mean_field) - std::log(static_cast<double>(count));
  double length = length_for(separation_for(options.entropy), directions, p.prior, weights);
  Posterior start = spread_components(p.mean_field, p.prior, weights, directions, length);
  for (int i = 0; i < most_halvings && p.elbo(start) < least; ++i)
    start = spread_components(p.mean_field, p.prior, weights, directions, length *= 0.5);
  return start;
}

}  // namespace direct
