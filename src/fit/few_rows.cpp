// SPDX-License-Identifier: MIT
#include "fit/few_rows.h"

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

#include <direct/data.h>

#include "algebra/constants.h"
#include "algebra/dense.h"
#include "features/row_features.h"
#include "features/weak_prior.h"
#include "fit/leave_one_out.h"
#include "fit/spectral_evidence.h"

namespace direct {
namespace {

static double fr_env(const char* n, double d) { const char* s = getenv(n); return s ? atof(s) : d; }

constexpr double few = 500.0;

// The units in which the priors are: of the target's square and of a feature vector's.
struct Units {
  double target = 1.0, features = 1.0;
};

Units units_of(const SecondMoments& statistics) {
  const double target = statistics.target_square / statistics.num_rows;
  const double features = view(statistics.gram).diagonal().sum() / statistics.num_rows;
  return {.target = target > 0.0 ? target : 1.0, .features = features > 0.0 ? features : 1.0};
}

// The posterior of the logarithms of noise and signal, in units. The mean that was subtracted from the target takes
// the place of one row.
class LogVariances {
 public:
  LogVariances(const SecondMoments& statistics, const Units& units, bool is_centred, double least_ratio)
      : evidence_(statistics), units_(units), is_centred_(is_centred), least_ratio_(least_ratio) {}

  Variances variances(double log_noise, double log_signal) const {
    return {.noise = units_.target * std::exp(log_noise),
            .weight = units_.target / units_.features * std::exp(log_signal)};
  }

  double operator()(double log_noise, double log_signal) const {
    const Variances v = variances(log_noise, log_signal);
    if (v.noise < least_ratio_ * v.weight) return -infinity;
    return evidence_(v) + noise_prior().log_density(log_noise) + signal_prior().log_density(log_signal) +
           (is_centred_ ? 0.5 * log_noise : 0.0);
  }

 private:
  SpectralEvidence evidence_;
  Units units_;
  bool is_centred_;
  double least_ratio_;
};

struct Axis {
  double low, high;
  double at(int i, int count) const { return low + (high - low) * (i + 0.5) / count; }
};

struct LogMoments {
  double noise = 0.0, signal = 0.0, noise_variance = 0.0;
};

// Sums over a grid, which is then laid anew around what has any density to speak of.
LogMoments log_moments(const LogVariances& density) {
  constexpr int count = 32, rounds = 4;
  constexpr double negligible = -12.0;
  Axis noise{std::log(1e-6), std::log(10.0)}, signal{std::log(1e-4), std::log(100.0)};
  std::vector<double> values(count * count);
  LogMoments result;
  for (int round = 0; round < rounds; ++round) {
    for (int i = 0; i < count * count; ++i)
      values[i] = density(noise.at(i / count, count), signal.at(i % count, count));
    const double most = *std::ranges::max_element(values);
    double mass = 0.0, sum = 0.0, square = 0.0, signal_sum = 0.0;
    Axis next_noise{infinity, -infinity}, next_signal{infinity, -infinity};
    for (int i = 0; i < count * count; ++i) {
      if (!(values[i] > most + negligible)) continue;
      const double weight = std::exp(values[i] - most), x = noise.at(i / count, count), z = signal.at(i % count, count);
      mass += weight;
      sum += weight * x;
      square += weight * x * x;
      signal_sum += weight * z;
      next_noise = {std::min(next_noise.low, x), std::max(next_noise.high, x)};
      next_signal = {std::min(next_signal.low, z), std::max(next_signal.high, z)};
    }
    result = {.noise = sum / mass, .signal = signal_sum / mass};
    result.noise_variance = square / mass - result.noise * result.noise;
    const double noise_step = (noise.high - noise.low) / count, signal_step = (signal.high - signal.low) / count;
    noise = {next_noise.low - noise_step, next_noise.high + noise_step};
    signal = {next_signal.low - signal_step, next_signal.high + signal_step};
  }
  return result;
}

FewRows averaged(const LogVariances& density) {
  const LogMoments moments = log_moments(density);
  FewRows result{.variances = density.variances(moments.noise, moments.signal), .noise = {}, .note = {}};
  result.noise = belief_of_log_moments(std::log(result.variances.noise), moments.noise_variance);
  return result;
}

// The mean of the target, and its spread. Targets that are all alike, or a single one, have no spread to show: their
// own size takes its place.
FewRows plain_mean(const SecondMoments& statistics, const Units& units, const Scaling& scaling) {
  const double n = statistics.num_rows, degrees = std::max(1.0, n - 1.0);
  double variance = statistics.target_square / degrees;
  if (!(variance > 0.0)) {
    const double size = std::abs(scaling.target_mean) / scaling.target_scale;
    variance = size > 0.0 ? size * size : 1.0;
  }
  constexpr double nothing = 1e-8;  // of the noise
  return {.variances = {.noise = variance, .weight = nothing * variance / units.features},
          .noise = {.variance = variance * (1.0 + 1.0 / n), .degrees = std::max(2.0, degrees)},
          .note = {}};
}

double student_log_density(double error, double variance, double degrees) {
  return std::lgamma(0.5 * (degrees + 1.0)) - std::lgamma(0.5 * degrees) - 0.5 * std::log(pi * degrees * variance) -
         0.5 * (degrees + 1.0) * std::log1p(error * error / (degrees * variance));
}

double log_density(const LeaveOneOut& left_out, double degrees) {
  double sum = 0.0;
  for (std::size_t i = 0; i < left_out.errors.size(); ++i)
    sum += student_log_density(left_out.errors[i], left_out.variances[i], degrees);
  return sum;
}

struct TrainingRows {
  Matrix features;  // num_features x rows
  std::vector<double> targets;
};

// The pilot rows, if they are all that the statistics have seen.
std::optional<TrainingRows> training_rows(const SecondMoments& statistics, const Preparation& preparation) {
  constexpr double rounding = 1e-6;
  if (static_cast<double>(preparation.pilot_targets.size()) != statistics.num_rows ||
      preparation.features.num_features() != statistics.num_features())
    return std::nullopt;
  TrainingRows rows{.features = {}, .targets = preparation.pilot_targets};
  Matrix inputs = preparation.pilot_inputs;
  standardise_inputs(preparation.scaling, inputs);
  standardise_targets(preparation.scaling, rows.targets);
  evaluate_rows(preparation.features, inputs, 0, inputs.rows(), rows.features);
  const Eigen::VectorXd sums = view(rows.features) * view(rows.targets);
  const double difference = (sums - view(statistics.feature_target)).norm();
  const double scale = std::sqrt(statistics.target_square * view(statistics.gram).diagonal().sum());
  if (!(difference <= rounding * scale)) return std::nullopt;
  return rows;
}

// Rows left out are predicted better than by their mean, by a margin that chance seldom reaches.
bool beats_the_mean(const TrainingRows& rows, const FewRows& model, const FewRows& plain) {
  const double margin = fr_env("FR_MARGIN", 1.0);  // nats
  const double with = log_density(leave_one_out(rows.features, rows.targets, model.variances, true), model.noise.degrees);
  const double without =
      log_density(leave_one_out(rows.features, rows.targets, plain.variances, true), plain.noise.degrees);
  return with > without + margin;
}

}  // namespace

std::optional<FewRows> few_rows(const SecondMoments& statistics, const Preparation& preparation, double least_ratio) {
  const double n = statistics.num_rows;
  if (n > few || n >= 4.0 * static_cast<double>(statistics.num_features())) return std::nullopt;
  const Units units = units_of(statistics);
  const bool is_gaussian = preparation.schema.likelihood == Likelihood::gaussian;
  const bool is_centred = preparation.features.kind != FeatureKind::given;
  if (!is_gaussian || !is_centred) return averaged(LogVariances(statistics, units, !is_gaussian, least_ratio));
  FewRows plain = plain_mean(statistics, units, preparation.scaling);
  if (are_too_few(n)) return plain;
  FewRows model = averaged(LogVariances(statistics, units, true, least_ratio));
  model.noise.variance *= 1.0 + 1.0 / n;
  const auto rows = training_rows(statistics, preparation);
  if (!rows || beats_the_mean(*rows, model, plain)) return model;
  plain.note = fmt::format(
      "left out of the fit, the {} rows are predicted no better than by their mean, so the fit is that mean", n);
  return plain;
}

}  // namespace direct
