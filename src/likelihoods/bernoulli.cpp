// SPDX-License-Identifier: MIT
// One of two classes, P(second) = 1 / (1 + exp(-eta)). The expectation of its logarithm is bounded from below.
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "algebra/sigmoid.h"
#include "likelihoods/family.h"
#include "likelihoods/log_link.h"
#include "likelihoods/logistic.h"
#include "likelihoods/tilted.h"

namespace direct {
namespace {

// Theorem 2: log sigmoid(eta) >= -exp(-eta) for the second class, and of -eta for the first.
void add_taylor(const LikelihoodRows& rows, const WeightLaw& law, UnitSums& sums) {
  const std::size_t n = rows.size();
  ExponentialRows terms{.linear = std::vector<double>(n, 0.0), .scales = {}, .shifts = std::vector<double>(n, 0.0)};
  for (const double target : rows.targets) terms.scales.push_back(-class_sign(target));
  add_exponential(terms, rows, law, sums);
}

// The bound is taken at its best xi, sqrt(E eta^2).
void add_quadratic(const LikelihoodRows& rows, const WeightLaw& law, UnitSums& sums) {
  const std::vector<double> means = eta_means(rows, law), variances = eta_variances(rows, law);
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
  add_by_variance(rows, by_variance, sums);
}

void add_tilted(const LikelihoodRows& rows, const WeightLaw& law, UnitSums& sums) {
  std::vector<double> signs;
  for (const double target : rows.targets) signs.push_back(class_sign(target));
  const TiltedRows tilted =
      best_tilts(law.exponential, rows.features, signs, rows.offsets, eta_means(rows, law), eta_variances(rows, law));
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

class Bernoulli final : public LikelihoodFamily {
 public:
  Bernoulli()
      : LikelihoodFamily({.name = "bernoulli",
                          .help = "one of two classes",
                          .has_classes = true,
                          .has_bound = true,
                          .is_bounded = true}) {}

  // The log odds of the classes.
  long double offset(const TargetTotals& totals) const override { return std::log(totals.sum / totals.base); }

  std::string summary(const TargetSummary& target) const override {
    return fmt::format("classes    \"{}\" and \"{}\" of {}, bound {}", target.classes[0], target.classes[1],
                       target.target, target.bound);
  }

  WorkingRow working_row(double target, double eta) const override {
    const double p = sigmoid(eta), sign = class_sign(target);
    return with_curvature(
        {.value = log_sigmoid(sign * eta), .slope = sign * sigmoid(-sign * eta), .curvature = p * sigmoid(-eta)});
  }

  // The quadratic bound, at its best.
  WorkingRow expected_row(double target, double eta, double variance) const override {
    const double xi = std::hypot(eta, std::sqrt(variance)), curvature = 2.0 * quadratic_curvature(xi);
    const double sign = class_sign(target);
    return {.value = quadratic_bound(sign * eta, xi), .slope = 0.5 * sign - curvature * eta, .curvature = curvature};
  }

  void add_expectation(LogisticBound bound, const LikelihoodRows& rows, const WeightLaw& law,
                       UnitSums& sums) const override {
    switch (bound) {
      case LogisticBound::taylor:
        return add_taylor(rows, law, sums);
      case LogisticBound::tilted:
        return add_tilted(rows, law, sums);
      case LogisticBound::quadratic:
        return add_quadratic(rows, law, sums);
    }
  }

  bool is_quadratic(LogisticBound bound) const override { return bound == LogisticBound::quadratic; }
  // Theorem 2 charges a misclassified row so much that a good start may be a bad one for it.
  bool may_mislead(LogisticBound bound) const override { return bound == LogisticBound::taylor; }

  double mean(double eta) const override { return sigmoid(eta); }
  std::unique_ptr<const Law> law(EtaLaw eta, DispersionLaw /*dispersion*/) const override {
    return class_law(std::move(eta));
  }
  double unit_deviance(double target, double mean) const override {
    return -2.0 * (target > 0.5 ? std::log(mean) : std::log1p(-mean));
  }
};

}  // namespace

const LikelihoodFamily& bernoulli_family() {
  static const Bernoulli family;
  return family;
}

}  // namespace direct
