// SPDX-License-Identifier: MIT
// The evidence of the Gaussian companion, and its maximum for a prior of mean zero and one variance (Eq. 10): with
// lambda = noise / weight variance everything but the noise follows from one factorisation of G + lambda I.
#include <direct/error.h>
#include <direct/model.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "algebra/cholesky.h"
#include "algebra/dense.h"
#include "features/weak_prior.h"
#include "models/precision.h"
#include "optimize/line_maximum.h"

namespace direct {
namespace {

struct RidgeFit {
  double residual = 0.0;         // yy - c' (G + lambda I)^-1 c
  double log_determinant = 0.0;  // of I + G / lambda
};

// `work` is where the factor goes: a large matrix, worth keeping between calls.
RidgeFit ridge_fit(const SecondMoments& statistics, double lambda, Matrix& work) {
  work = statistics.gram;
  view(work).diagonal().array() += lambda;
  work = factorised(std::move(work));
  std::vector<double> half = statistics.feature_target;
  solve_lower(work, half);
  const double b = static_cast<double>(statistics.num_features());
  return {.residual = std::max(0.0, statistics.target_square - view(half).squaredNorm()),
          .log_determinant = log_determinant(work) - b * std::log(lambda)};
}

double log_evidence_of(const RidgeFit& fit, double num_rows, double noise) {
  return -0.5 * (num_rows * std::log(2.0 * std::numbers::pi * noise) + fit.log_determinant + fit.residual / noise);
}

// The noise variance below which a fit is taken for perfect, against the mean square of the target.
double noise_floor(const SecondMoments& statistics) {
  constexpr double relative = 1e-8;
  const double mean_square = statistics.target_square / statistics.num_rows;
  return relative * (mean_square > 0.0 ? mean_square : 1.0);
}

// Weak priors on the noise and on the signal phi'w of the average row, in units of the target's mean square.
class VariancePriors {
 public:
  explicit VariancePriors(const SecondMoments& statistics) {
    const double mean_square = statistics.target_square / statistics.num_rows;
    const double features = view(statistics.gram).diagonal().sum() / statistics.num_rows;
    if (mean_square > 0.0) log_unit_ = std::log(mean_square);
    if (features > 0.0 && std::isfinite(features)) log_features_ = std::log(features);
  }

  double log_density(const Variances& v) const {
    return noise_prior().log_density(std::log(v.noise) - log_unit_) +
           signal_prior().log_density(std::log(v.weight) + log_features_ - log_unit_);
  }

  // The noise with the largest log density plus log evidence, -(n log noise + residual / noise) / 2, at a ratio of the
  // variances. Newton's method: the sum is concave in log noise.
  double best_noise(double residual, double num_rows, double log_lambda) const {
    const LogNormal noise = noise_prior(), signal = signal_prior();
    const double shift = log_features_ - log_lambda;
    double x = residual > 0.0 ? std::log(residual / num_rows) - log_unit_ : 0.0;  // far from it steps overshoot
    for (int i = 0; i < 50; ++i) {
      const double misfit = 0.5 * residual * std::exp(-x - log_unit_);
      const double slope = misfit - 0.5 * num_rows + noise.slope(x) + signal.slope(x + shift);
      const double step = slope / (misfit + 1.0 / noise.variance + 1.0 / signal.variance);
      x += step;
      if (std::abs(step) < 1e-12) break;
    }
    return std::exp(x + log_unit_);
  }

 private:
  double log_unit_ = 0.0, log_features_ = 0.0;
};

class EvidenceAlongLambda {
 public:
  EvidenceAlongLambda(const SecondMoments& statistics, const EvidenceOptions& options)
      : statistics_(statistics), options_(options), num_rows_(statistics.num_rows), priors_(statistics) {}

  double operator()(double log_lambda) {
    const double lambda = std::exp(log_lambda);
    const RidgeFit fit = ridge_fit(statistics_, lambda, work_);
    const Variances variances = best_variances(fit, lambda);
    double value = log_evidence_of(fit, num_rows_, variances.noise);
    if (options_.weak_priors) value += priors_.log_density(variances);
    ++best_.factorisations;
    if (best_.factorisations == 1 || value > best_.log_evidence) {
      best_.log_evidence = value;
      best_.variances = variances;
    }
    report(options_.progress, {.stage = "evidence", .done = static_cast<double>(best_.factorisations)});
    return value;
  }

  const EvidenceMaximum& best() const { return best_; }

 private:
  Variances best_variances(const RidgeFit& fit, double lambda) const {
    if (options_.noise) return {*options_.noise, *options_.noise / lambda};
    if (options_.weight) return {*options_.weight * lambda, *options_.weight};
    const double likeliest =
        options_.weak_priors ? priors_.best_noise(fit.residual, num_rows_, std::log(lambda)) : fit.residual / num_rows_;
    const double noise = std::max(likeliest, noise_floor(statistics_));
    return {noise, noise / lambda};
  }

  const SecondMoments& statistics_;
  const EvidenceOptions& options_;
  double num_rows_;
  VariancePriors priors_;
  Matrix work_;
  EvidenceMaximum best_;
};

// Beyond these the ridge either vanishes in rounding or explains everything.
LineRange log_lambda_range(const SecondMoments& statistics, double least_ratio) {
  const double mean = view(statistics.gram).diagonal().mean();
  const double scale = mean > 0.0 ? std::clamp(mean, 1e-280, 1e280) : 1.0;
  const double high = scale * 1e8;
  return {std::log(std::clamp(least_ratio, scale * 1e-11, high)), std::log(high)};
}

}  // namespace

// Eq. 14. The squares are taken at the mean, where they are least: its rounding errors cancel.
double log_evidence(const Companion& companion, const SecondMoments& statistics, const WeightPrior& prior,
                    double noise_precision) {
  const LinearRegression model(statistics);
  const std::vector<double>& mean = companion.mean;
  const std::vector<double> certain(mean.size(), 0.0);
  const double square_error = std::max(0.0, model.expected_square_error(mean, certain, model.residual(mean)));
  double twice = statistics.num_rows * std::log(2.0 * std::numbers::pi / noise_precision) +
                 noise_precision * square_error + log_determinant(companion.factor);
  for (std::size_t j = 0; j < mean.size(); ++j) {
    const double deviation = mean[j] - prior.means[j];
    twice += std::log(prior.variances[j]) + deviation * deviation / prior.variances[j];
  }
  return -0.5 * twice;
}

EvidenceMaximum maximise_evidence(const SecondMoments& statistics, const Variances& start,
                                  const EvidenceOptions& options) {
  if (statistics.num_rows == 0.0) throw Error(ErrorKind::usage, "the evidence needs at least one row");
  EvidenceAlongLambda evidence(statistics, options);
  if (options.noise && options.weight) {
    evidence(std::log(*options.noise / *options.weight));
    return evidence.best();
  }
  const Variances known{options.noise.value_or(start.noise), options.weight.value_or(start.weight)};
  constexpr double nats = 0.01;  // what the last step may still promise
  maximise_on_line([&](double x) { return evidence(x); }, std::log(known.noise / known.weight),
                   log_lambda_range(statistics, options.least_ratio),
                   {.tolerance = nats, .max_evaluations = options.max_factorisations});
  return evidence.best();
}

}  // namespace direct
