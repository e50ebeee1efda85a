// SPDX-License-Identifier: MIT
// A count of mean exposure * exp(eta).
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "likelihoods/family.h"
#include "likelihoods/log_link.h"

namespace direct {
namespace {

constexpr double most_events = 0x1p53;  // up to which doubles tell all whole numbers apart

WorkingRow poisson_row(double target, double eta, double mean) {
  return with_curvature({.value = target * eta - mean, .slope = target - mean, .curvature = mean});
}

class Poisson final : public LikelihoodFamily {
 public:
  Poisson() : LikelihoodFamily({.name = "poisson", .help = "a count", .is_count = true, .takes_exposure = true}) {}

  const char* expected_in_place_of(double value) const override {
    const bool is_count = value >= 0.0 && value <= most_events && std::floor(value) == value;
    return is_count ? nullptr : "count (a whole number from 0 to 2^53)";
  }

  // Without any events the mean is taken for that of half an event.
  long double offset(const TargetTotals& totals) const override {
    return std::log((totals.largest == 0.0 ? 0.5L : totals.sum) / totals.base);
  }

  std::string warning(const TargetTotals& totals, const std::string& name) const override {
    return totals.largest == 0.0 ? "all counts are 0 in the target " + name : "";
  }

  std::string summary(const TargetSummary& target) const override {
    return fmt::format("counts     of {}{}", target.target,
                       target.exposure.empty() ? "" : " in proportion to " + target.exposure);
  }

  WorkingRow working_row(double target, double eta) const override { return poisson_row(target, eta, exp_of_eta(eta)); }
  WorkingRow expected_row(double target, double eta, double variance) const override {
    return poisson_row(target, eta, exp_of_eta(eta + 0.5 * variance));
  }
  double saturated_eta(double target, double /*offset*/) const override { return std::log(target + 0.5); }

  void add_expectation(LogisticBound, const LikelihoodRows& rows, const WeightLaw& law, UnitSums& sums) const override {
    const std::size_t n = rows.size();
    add_exponential({.linear = {rows.targets.begin(), rows.targets.end()},
                     .scales = std::vector<double>(n, 1.0),
                     .shifts = std::vector<double>(n, 0.0)},
                    rows, law, sums);
  }

  double row_constant(double target) const override { return -std::lgamma(target + 1.0); }

  double mean(double eta) const override { return mean_of_log(eta); }
  std::unique_ptr<const Law> law(EtaLaw eta, DispersionLaw /*dispersion*/) const override {
    return count_law(std::move(eta));
  }
  double unit_deviance(double target, double mean) const override {
    const double logarithm = target > 0.0 ? target * std::log(target / mean) : 0.0;
    return 2.0 * (logarithm - (target - mean));
  }
};

}  // namespace

const LikelihoodFamily& poisson_family() {
  static const Poisson family;
  return family;
}

}  // namespace direct
