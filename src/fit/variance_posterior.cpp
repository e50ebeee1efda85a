// SPDX-License-Identifier: MIT
#include "fit/variance_posterior.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "algebra/categorical.h"
#include "algebra/constants.h"
#include "algebra/dense.h"
#include "features/weak_prior.h"
#include "fit/spectral_evidence.h"

namespace direct {
namespace {

class LogPosterior {
 public:
  LogPosterior(const SecondMoments& statistics, bool is_centred, double least_ratio)
      : evidence_(statistics), units_(variance_units(statistics)), is_centred_(is_centred), least_ratio_(least_ratio) {}

  Variances variances(double log_noise, double log_signal) const {
    return {.noise = units_.target * std::exp(log_noise),
            .weight = units_.target / units_.features * std::exp(log_signal)};
  }

  double operator()(double log_noise, double log_signal) const {
    const Variances v = variances(log_noise, log_signal);
    if (v.noise < least_ratio_ * v.weight) return -infinity;
    const double of_the_mean = is_centred_ ? 0.5 * log_noise : 0.0;
    return evidence_(v) + of_the_mean + noise_prior().log_density(log_noise) + signal_prior().log_density(log_signal);
  }

 private:
  SpectralEvidence evidence_;
  VarianceUnits units_;
  bool is_centred_;
  double least_ratio_;
};

constexpr std::size_t points = 32;  // along an axis

struct Axis {
  double low = 0.0, high = 0.0;

  double step() const { return (high - low) / static_cast<double>(points); }
  double at(std::size_t i) const { return low + step() * (static_cast<double>(i) + 0.5); }
};

// A grid of values of the log posterior; point k is number k / points along the noise, k % points along the signal.
struct PosteriorGrid {
  PosteriorGrid(const LogPosterior& log_posterior, Axis noise_axis, Axis signal_axis)
      : noise(noise_axis), signal(signal_axis), values(points * points) {
    for (std::size_t k = 0; k < values.size(); ++k)
      values[k] = log_posterior(noise.at(k / points), signal.at(k % points));
    normalise_log(values);
  }

  // The same about the points that have any density to speak of.
  PosteriorGrid refined(const LogPosterior& log_posterior) const {
    constexpr double negligible = 12.0;
    const double least = *std::ranges::max_element(values) - negligible;
    Axis x{infinity, -infinity}, z{infinity, -infinity};
    for (std::size_t k = 0; k < values.size(); ++k) {
      if (values[k] < least) continue;
      x = {std::min(x.low, noise.at(k / points)), std::max(x.high, noise.at(k / points))};
      z = {std::min(z.low, signal.at(k % points)), std::max(z.high, signal.at(k % points))};
    }
    return {
        log_posterior, {x.low - noise.step(), x.high + noise.step()}, {z.low - signal.step(), z.high + signal.step()}};
  }

  MeanVariance noise_moments() const {
    return moments_of([this](std::size_t k) { return noise.at(k / points); });
  }
  MeanVariance signal_moments() const {
    return moments_of([this](std::size_t k) { return signal.at(k % points); });
  }

  template <typename Coordinate>
  MeanVariance moments_of(const Coordinate& coordinate) const {
    std::vector<double> coordinates(values.size());
    for (std::size_t k = 0; k < values.size(); ++k) coordinates[k] = coordinate(k);
    return moments(coordinates, exponentials(values));
  }

  Axis noise, signal;
  std::vector<double> values;
};

}  // namespace

VarianceUnits variance_units(const SecondMoments& statistics) {
  const double target = statistics.target_square / statistics.num_rows;
  const double features = view(statistics.gram).diagonal().sum() / statistics.num_rows;
  return {.target = target > 0.0 ? target : 1.0, .features = features > 0.0 ? features : 1.0};
}

VariancePosterior variance_posterior(const SecondMoments& statistics, bool is_centred, double least_ratio) {
  constexpr int rounds = 3;
  const LogPosterior log_posterior(statistics, is_centred, least_ratio);
  PosteriorGrid grid(log_posterior, {std::log(1e-6), std::log(10.0)}, {std::log(1e-4), std::log(100.0)});
  for (int round = 0; round < rounds; ++round) grid = grid.refined(log_posterior);
  const MeanVariance noise = grid.noise_moments();
  return {.variances = log_posterior.variances(noise.mean, grid.signal_moments().mean),
          .log_noise_variance = noise.variance};
}

}  // namespace direct
