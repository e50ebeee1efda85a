// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include "algebra/constants.h"
#include "laws/link/eta_interval.h"
#include "laws/link/linked_laws.h"
#include "laws/link/log_quantile.h"
#include "laws/link/moments.h"

namespace direct {
namespace {

class CountLaw final : public Law {
 public:
  explicit CountLaw(EtaLaw eta) : eta_(std::move(eta)) { prediction_ = count_prediction(eta_); }

  double cdf(double y) const override {
    if (!(y >= 0.0)) return 0.0;
    return y > largest_double ? 1.0 : std::min(tails(std::floor(y)).lower, 1.0);
  }

  LogDensity log_density(double y) const override {
    const bool is_count = y >= 0.0 && y <= largest_double && y == std::floor(y);
    return {is_count ? log_expectation(eta_, count_probability(y)) : -largest_double};
  }

  double quantile(double probability) const override {
    constexpr double largest_log = 709.0;
    const double noise = 1.0 / (0.3 + std::exp(std::min(eta_.mean, largest_log)));
    return direct::quantile({.tails = [this](double y) { return tails(y); },
                             .is_count = true,
                             .log_mean = eta_.mean,
                             .log_variance = eta_.std * eta_.std + noise},
                            probability);
  }

  Interval mean_interval(double level) const override {
    const Interval eta = eta_interval(eta_, level);
    return {std::min(std::exp(eta.lower), largest_double), std::min(std::exp(eta.upper), largest_double)};
  }

  // A sum over the counts, if they are few; else the quadrature of a continuous law.
  double crps(double y) const override {
    constexpr double many = 4096.0;
    const double low = std::max(0.0, std::min(std::floor(y), quantile(least_probability)));
    const double high = std::max(y, quantile(1.0 - least_probability));
    if (high - low > many) return Law::crps(y);
    double sum = std::max(0.0, -y);
    for (double count = low; count < high; count += 1.0) {
      const double f = cdf(count), below = std::clamp(y - count, 0.0, 1.0);
      sum += below * f * f + (1.0 - below) * (1.0 - f) * (1.0 - f);
    }
    return sum;
  }

 private:
  Tails tails(double y) const {
    const IncompleteGamma found =
        expected_tails(eta_, count_tail(y, TransformKind::gamma_p), count_tail(y, TransformKind::gamma_q));
    return {.lower = found.q, .upper = found.p};
  }

  EtaLaw eta_;
};

}  // namespace

std::unique_ptr<const Law> count_law(EtaLaw eta) { return std::make_unique<const CountLaw>(std::move(eta)); }

}  // namespace direct
