// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cmath>

#include "algebra/constants.h"
#include "laws/link/eta_interval.h"
#include "laws/link/linked_laws.h"
#include "laws/link/moments.h"

namespace direct {
namespace {

double probability_at(double eta) { return 1.0 / (1.0 + std::exp(-eta)); }

class ClassLaw final : public Law {
 public:
  explicit ClassLaw(EtaLaw eta) : eta_(std::move(eta)), logs_(class_logs(eta_)) {
    prediction_ = class_prediction(eta_, logs_);
  }

  double cdf(double y) const override { return y < 0.0 ? 0.0 : y < 1.0 ? std::exp(logs_[0]) : 1.0; }

  LogDensity log_density(double y) const override {
    return {y == 0.0 ? logs_[0] : y == 1.0 ? logs_[1] : -largest_double};
  }

  double quantile(double probability) const override { return std::exp(logs_[0]) >= probability ? 0.0 : 1.0; }

  Interval shortest_interval(double level) const override {
    return {quantile(0.5 - 0.5 * level), quantile(0.5 + 0.5 * level)};
  }

  // Of the probability.
  Interval mean_interval(double level) const override {
    const Interval eta = eta_interval(eta_, level);
    return {probability_at(eta.lower), probability_at(eta.upper)};
  }

  // The distance of F from a step is that of the probability from y, between 0 and 1.
  double crps(double y) const override {
    const double of_first = std::exp(logs_[0]), inside = std::clamp(y, 0.0, 1.0);
    return std::abs(y - inside) + inside * of_first * of_first + (1.0 - inside) * (1.0 - of_first) * (1.0 - of_first);
  }

  double entropy() const override {
    double sum = 0.0;
    for (const double log_probability : logs_) sum -= std::exp(log_probability) * log_probability;
    return std::max(sum, 0.0);
  }

 private:
  EtaLaw eta_;
  std::array<double, 2> logs_;  // log probabilities
};

}  // namespace

std::unique_ptr<const Law> class_law(EtaLaw eta) { return std::make_unique<const ClassLaw>(std::move(eta)); }

}  // namespace direct
