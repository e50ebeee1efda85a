// SPDX-License-Identifier: MIT
// y = eta + noise. Statistics say all there is to know, so fits do not go by rows; the functions of a row are those
// that other likelihoods are compared with.
#include <cmath>

#include <fmt/format.h>

#include "algebra/constants.h"
#include "laws/link/conditional_law.h"
#include "likelihoods/family.h"

namespace direct {
namespace {

class Gaussian final : public LikelihoodFamily {
 public:
  Gaussian()
      : LikelihoodFamily({.name = "gaussian",
                          .help = "a number with Gaussian noise",
                          .is_gaussian = true,
                          .dispersion_name = "noise std"}) {}

  long double offset(const TargetTotals& totals) const override { return totals.sum / totals.base; }

  std::string summary(const TargetSummary& target) const override {
    return fmt::format("noise      {:.4g}, standard deviation in units of {}", target.noise_std, target.target);
  }

  WorkingRow working_row(double target, double eta) const override {
    return {.value = -0.5 * (target - eta) * (target - eta), .slope = target - eta, .curvature = 1.0};
  }

  WorkingRow expected_row(double target, double eta, double /*variance*/) const override {
    return working_row(target, eta);
  }

  void add_expectation(LogisticBound, const LikelihoodRows& rows, const WeightLaw& law, UnitSums& sums) const override {
    const std::vector<double> means = eta_means(rows, law), variances = eta_variances(rows, law);
    std::vector<double> by_mean(rows.size()), by_variance(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const double residual = rows.targets[i] - means[i];
      sums.value -= 0.5 * rows.weights[i] * (residual * residual + variances[i]);
      by_mean[i] = rows.weights[i] * residual;
      by_variance[i] = -0.5 * rows.weights[i];
    }
    if (!sums.wants_gradient()) return;
    add_by_mean(rows, by_mean, sums);
    add_by_variance(rows, by_variance, sums);
  }

  double constant(const TargetSums& sums, double variance) const override {
    return -0.5 * sums.weight * std::log(two_pi * variance);
  }

  bool is_quadratic(LogisticBound) const override { return true; }

  double mean(double eta) const override { return eta; }
  // Predictor has an exact law (laws/sum_law.h).
  std::unique_ptr<const Law> law(EtaLaw eta, DispersionLaw variance) const override {
    const auto given = [](double at, double of) { return StudentT{at, std::sqrt(of), infinity}; };
    return conditional_law(
        eta, variance,
        {.log_density = [given](double y, double at, double of) { return log_density(given(at, of), y); },
         .cdf = [given](double y, double at, double of) { return cdf_and_density(given(at, of), y).cdf; },
         .mean = [](double at) { return at; },
         .variance = [](double, double of) { return of; }});
  }
  double unit_deviance(double target, double mean) const override { return (target - mean) * (target - mean); }
};

}  // namespace

const LikelihoodFamily& gaussian_family() {
  static const Gaussian family;
  return family;
}

}  // namespace direct
