// SPDX-License-Identifier: MIT
#include "models/row_expectation.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "algebra/categorical.h"
#include "algebra/dense.h"
#include "models/logistic.h"
#include "models/tilted.h"

namespace direct {
namespace {

// Rows whose exponential moment is beyond this are hopeless under the posterior; what they say stays finite.
constexpr double largest_moment_log = 600.0;

double exp_of_moment(double x) { return std::exp(std::min(x, largest_moment_log)); }

std::vector<double> predictor_means(const LikelihoodRows& rows, const WeightLaw& law) {
  std::vector<double> result(rows.offsets.begin(), rows.offsets.end());
  view(result).noalias() += view(rows.features) * view(law.means);
  return result;
}

std::vector<double> predictor_variances(const LikelihoodRows& rows, const WeightLaw& law) {
  std::vector<double> result(rows.size());
  view(result).noalias() = view(rows.features).array().square().matrix() * view(law.variances);
  return result;
}

void add_by_mean(const LikelihoodRows& rows, const std::vector<double>& derivatives, UnitSums& sums) {
  view(sums.by_mean).noalias() += view(rows.features).transpose() * view(derivatives);
}

// sum of weight (linear E z - E exp(scale z + shift)), with one exponential moment per row
struct ExponentialRows {
  std::vector<double> linear, scales, shifts;
};

void add_exponential(const ExponentialRows& terms, const LikelihoodRows& rows, const WeightLaw& law, UnitSums& sums) {
  const std::size_t n = rows.size();
  ExponentialMoments::Kept kept;
  std::vector<double> logarithms(n), derivatives(n);
  law.exponential.log_moments(rows.features, terms.scales, logarithms, sums.wants_gradient() ? &kept : nullptr);
  const std::vector<double> means = predictor_means(rows, law);
  for (std::size_t i = 0; i < n; ++i) {
    const double moment = exp_of_moment(logarithms[i] + terms.scales[i] * rows.offsets[i] + terms.shifts[i]);
    sums.value += rows.weights[i] * (terms.linear[i] * means[i] - moment);
    logarithms[i] = -rows.weights[i] * moment;  // the derivative by the log moment
    derivatives[i] = rows.weights[i] * terms.linear[i];
  }
  if (!sums.wants_gradient()) return;
  law.exponential.add_gradient(rows.features, terms.scales, logarithms, kept, sums.by_moment);
  add_by_mean(rows, derivatives, sums);
}

ExponentialRows poisson_rows(const LikelihoodRows& rows) {
  const std::size_t n = rows.size();
  return {.linear = {rows.targets.begin(), rows.targets.end()},
          .scales = std::vector<double>(n, 1.0),
          .shifts = std::vector<double>(n, 0.0)};
}

// -z - y exp(-z)
ExponentialRows gamma_rows(const LikelihoodRows& rows) {
  const std::size_t n = rows.size();
  ExponentialRows result{.linear = std::vector<double>(n, -1.0), .scales = std::vector<double>(n, -1.0)};
  for (const double target : rows.targets) result.shifts.push_back(std::log(target));
  return result;
}

// Theorem 2: log sigmoid(z) >= -exp(-z) for the second class, and of -z for the first.
ExponentialRows taylor_rows(const LikelihoodRows& rows) {
  const std::size_t n = rows.size();
  ExponentialRows result{.linear = std::vector<double>(n, 0.0), .shifts = std::vector<double>(n, 0.0)};
  for (const double target : rows.targets) result.scales.push_back(-class_sign(target));
  return result;
}

// At the best xi, sqrt(E z^2).
void add_quadratic(const LikelihoodRows& rows, const WeightLaw& law, UnitSums& sums) {
  const std::vector<double> means = predictor_means(rows, law), variances = predictor_variances(rows, law);
  std::vector<double> by_mean(rows.size()), by_variance(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const double sign = class_sign(rows.targets[i]), xi = std::hypot(means[i], std::sqrt(variances[i]));
    const double curvature = quadratic_curvature(xi);
    sums.value += rows.weights[i] * (log_sigmoid(xi) + 0.5 * (sign * means[i] - xi));
    by_mean[i] = rows.weights[i] * (0.5 * sign - 2.0 * curvature * means[i]);
    by_variance[i] = -rows.weights[i] * curvature;
  }
  if (!sums.wants_gradient()) return;
  add_by_mean(rows, by_mean, sums);
  view(sums.by_variance).noalias() += view(rows.features).array().square().matrix().transpose() * view(by_variance);
}

void add_tilted(const LikelihoodRows& rows, const WeightLaw& law, UnitSums& sums) {
  std::vector<double> signs;
  for (const double target : rows.targets) signs.push_back(class_sign(target));
  const TiltedRows tilted = best_tilts(law.exponential, rows.features, signs, rows.offsets, predictor_means(rows, law),
                                       predictor_variances(rows, law));
  std::vector<double> weights(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    sums.value -= rows.weights[i] * tilted.values[i];
    weights[i] = rows.weights[i] * tilted.tilts[i] * signs[i];
  }
  if (!sums.wants_gradient()) return;
  add_by_mean(rows, weights, sums);
  for (const TiltedMoment* moment : {&tilted.with, &tilted.against}) {
    for (std::size_t i = 0; i < rows.size(); ++i) weights[i] = -rows.weights[i] * moment->shares[i];
    law.exponential.add_gradient(rows.features, moment->scales, weights, moment->kept, sums.by_moment);
  }
}

std::vector<double> cell_steps(const WeightPrior& prior) {
  return prior.learned ? prior.learned->steps : std::vector<double>{};
}

}  // namespace

WeightLaw::WeightLaw(const WeightPrior& prior_of_weights, const Matrix& log_probabilities)
    : prior(prior_of_weights),
      probabilities(exponentials(log_probabilities)),
      variances(cell_variances(prior)),
      exponential(prior.levels, probabilities, cell_steps(prior)) {
  for (std::size_t j = 0; j < prior.num_features(); ++j) {
    const MeanVariance weight = moments(prior.levels.column(j), probabilities.column(j));
    means.push_back(weight.mean);
    variances[j] += weight.variance;
  }
}

UnitSums::UnitSums(const WeightPrior& prior)
    : by_mean(prior.num_features()),
      by_variance(prior.num_features()),
      by_moment(prior.num_levels(), prior.num_features()) {}

void merge(UnitSums& into, const UnitSums& other) {
  into.value += other.value;
  if (!into.wants_gradient()) return;
  view(into.by_mean) += view(other.by_mean);
  view(into.by_variance) += view(other.by_variance);
  view(into.by_moment) += view(other.by_moment);
}

// The mean is sum q w, the variance sum q w^2 - mean^2.
Matrix by_probability(const UnitSums& sums, const WeightLaw& law) {
  Matrix result = sums.by_moment;
  for (std::size_t j = 0; j < result.cols(); ++j) {
    const auto levels = view(law.prior.levels.column(j)).array();
    view(result.column(j)).array() += levels * (sums.by_mean[j] + sums.by_variance[j] * (levels - 2.0 * law.means[j]));
  }
  return result;
}

void add_expectation(const RowLikelihood& likelihood, const LikelihoodRows& rows, const WeightLaw& law,
                     UnitSums& sums) {
  if (likelihood.likelihood == Likelihood::poisson) return add_exponential(poisson_rows(rows), rows, law, sums);
  if (likelihood.likelihood == Likelihood::gamma) return add_exponential(gamma_rows(rows), rows, law, sums);
  switch (likelihood.bound) {
    case Bound::taylor:
      return add_exponential(taylor_rows(rows), rows, law, sums);
    case Bound::tilted:
      return add_tilted(rows, law, sums);
    case Bound::quadratic:
      return add_quadratic(rows, law, sums);
  }
}

void add_targets(Likelihood likelihood, const LikelihoodRows& rows, TargetSums& sums) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    sums.weight += rows.weights[i];
    if (likelihood == Likelihood::gamma) sums.log_targets += rows.weights[i] * std::log(rows.targets[i]);
    if (likelihood == Likelihood::poisson) sums.constant -= rows.weights[i] * std::lgamma(rows.targets[i] + 1.0);
  }
}

// Of gamma: n (nu log nu - log Gamma(nu)) + (nu - 1) sum log y, nu = 1 / dispersion
std::vector<double> likelihood_constants(Likelihood likelihood, const TargetSums& sums, const NoisePrior& dispersions) {
  std::vector<double> result;
  for (const double dispersion : dispersions.variances) {
    const double shape = 1.0 / dispersion;
    result.push_back(likelihood == Likelihood::gamma ? sums.weight * (shape * std::log(shape) - std::lgamma(shape)) +
                                                           (shape - 1.0) * sums.log_targets
                                                     : sums.constant);
  }
  return result;
}

}  // namespace direct
