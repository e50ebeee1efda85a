// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <vector>

#include "algebra/categorical.h"
#include "algebra/constants.h"
#include "laws/link/eta_interval.h"
#include "laws/link/linked_laws.h"
#include "laws/link/log_quantile.h"
#include "laws/link/moments.h"

namespace direct {
namespace {

class PositiveLaw final : public Law {
 public:
  PositiveLaw(EtaLaw eta, DispersionLaw dispersion) : eta_(std::move(eta)), dispersion_(std::move(dispersion)) {
    prediction_ = positive_prediction(eta_, dispersion_.mean);
  }

  double cdf(double y) const override {
    if (!(y > 0.0)) return 0.0;
    return y > largest_double ? 1.0 : std::min(tails(y).lower, 1.0);
  }

  // Shapes of any probability count, for one may be the only one that explains a far-away y.
  LogDensity log_density(double y) const override {
    constexpr double negligible_log = 40.0;
    if (!(y > 0.0 && y <= largest_double)) return {-largest_double};
    std::vector<double> parts;
    for (const auto& [dispersion, probability, log_probability] : dispersion_.levels) {
      const Transform density = positive_density(y, 1.0 / dispersion);
      if (!parts.empty() && log_probability + log_peak(density) < log_sum_exp(parts) - negligible_log) continue;
      parts.push_back(log_probability + log_expectation(eta_, density));
    }
    return {log_sum_exp(parts)};
  }

  double quantile(double probability) const override {
    constexpr double max_noise = 4.0;
    return direct::quantile({.tails = [this](double y) { return tails(y); },
                             .log_mean = eta_.mean,
                             .log_variance = eta_.std * eta_.std + std::min(dispersion_.mean, max_noise)},
                            probability);
  }

  Interval mean_interval(double level) const override {
    const Interval eta = eta_interval(eta_, level);
    return {std::min(std::exp(eta.lower), largest_double), std::min(std::exp(eta.upper), largest_double)};
  }

 private:
  // A tail is no more than 1: shapes that are too improbable to change any digit are left out.
  Tails tails(double y) const {
    constexpr double negligible = 1e-14;
    Tails sum{0.0, 0.0};
    for (const auto& [dispersion, probability, log_probability] : dispersion_.levels) {
      if (probability <= negligible * std::min(sum.lower, sum.upper)) break;
      const double shape = 1.0 / dispersion;
      const IncompleteGamma found = expected_tails(eta_, positive_tail(y, shape, TransformKind::gamma_p),
                                                   positive_tail(y, shape, TransformKind::gamma_q));
      sum.lower += probability * found.p;
      sum.upper += probability * found.q;
    }
    return sum;
  }

  EtaLaw eta_;
  DispersionLaw dispersion_;
};

}  // namespace

std::unique_ptr<const Law> positive_law(EtaLaw eta, DispersionLaw dispersion) {
  return std::make_unique<const PositiveLaw>(std::move(eta), std::move(dispersion));
}

}  // namespace direct
