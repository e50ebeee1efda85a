// SPDX-License-Identifier: MIT
// A positive number of mean exp(eta) and variance dispersion * mean^2. The dispersion, one over the shape, takes the
// place of the noise variance.
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "likelihoods/family.h"
#include "likelihoods/log_link.h"

namespace direct {
namespace {

// `ratio` is y exp(-eta), or its expectation.
WorkingRow gamma_row(double ratio, double eta) {
  return {.value = -eta - ratio, .slope = ratio - 1.0, .curvature = ratio};
}

class Gamma final : public LikelihoodFamily {
 public:
  Gamma()
      : LikelihoodFamily(
            {.name = "gamma", .help = "a positive number whose noise grows with it", .dispersion_name = "dispersion"}) {
  }

  const char* expected_in_place_of(double value) const override { return value > 0.0 ? nullptr : "positive number"; }

  long double offset(const TargetTotals& totals) const override { return std::log(totals.sum / totals.base); }

  std::string summary(const TargetSummary& target) const override {
    return fmt::format("dispersion {:.4g}: the standard deviation of {} is {:.4g} of its mean", target.noise_variance,
                       target.target, target.noise_std);
  }

  // The expected curvature: the observed one may be anything.
  WorkingRow working_row(double target, double eta) const override {
    WorkingRow row = gamma_row(exp_of_eta(std::log(target) - eta), eta);
    row.curvature = 1.0;
    return row;
  }
  WorkingRow expected_row(double target, double eta, double variance) const override {
    return with_curvature(gamma_row(exp_of_eta(std::log(target) - eta + 0.5 * variance), eta));
  }
  double saturated_eta(double target, double /*offset*/) const override { return std::log(target); }

  // -eta - y exp(-eta)
  void add_expectation(LogisticBound, const LikelihoodRows& rows, const WeightLaw& law, UnitSums& sums) const override {
    const std::size_t n = rows.size();
    ExponentialRows terms{.linear = std::vector<double>(n, -1.0), .scales = std::vector<double>(n, -1.0), .shifts = {}};
    for (const double target : rows.targets) terms.shifts.push_back(std::log(target));
    add_exponential(terms, rows, law, sums);
  }

  // n (nu log nu - log Gamma(nu)) + (nu - 1) sum log y, nu = 1 / dispersion
  double row_statistic(double target) const override { return std::log(target); }
  double constant(const TargetSums& sums, double dispersion) const override {
    const double shape = 1.0 / dispersion;
    return sums.weight * (shape * std::log(shape) - std::lgamma(shape)) + (shape - 1.0) * sums.statistic;
  }

  double mean(double eta) const override { return mean_of_log(eta); }
  std::unique_ptr<const Law> law(EtaLaw eta, DispersionLaw dispersion) const override {
    return positive_law(std::move(eta), std::move(dispersion));
  }
  double unit_deviance(double target, double mean) const override {
    return 2.0 * ((target - mean) / mean - std::log(target / mean));
  }
};

}  // namespace

const LikelihoodFamily& gamma_family() {
  static const Gamma family;
  return family;
}

}  // namespace direct
