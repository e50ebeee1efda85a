// SPDX-License-Identifier: MIT
#include "laws/link/conditional_law.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "algebra/categorical.h"
#include "algebra/constants.h"
#include "laws/link/eta_interval.h"
#include "laws/quantile.h"

namespace direct {
namespace {

std::vector<EtaLaw::Value> values_of(const EtaLaw& eta) {
  std::vector<EtaLaw::Value> values = eta.values;
  const auto nodes = student_nodes(infinity);
  for (const auto& [log_weight, terms] : eta.products)
    for (const auto& [log_node, x] : nodes)
      values.push_back({log_weight + log_node, terms.mean() + std::sqrt(terms.variance()) * x});
  return values;
}

class ConditionalLaw final : public Law {
 public:
  ConditionalLaw(const EtaLaw& eta, const DispersionLaw& dispersion, Conditional given)
      : eta_(eta), dispersion_(dispersion), values_(values_of(eta)), given_(std::move(given)) {
    set_prediction();
  }

  double cdf(double y) const override {
    double sum = 0.0;
    for_each([&](double log_weight, double eta, double dispersion) {
      sum += std::exp(log_weight) * given_.cdf(y, eta, dispersion);
    });
    return std::clamp(sum, 0.0, 1.0);
  }

  LogDensity log_density(double y) const override {
    std::vector<double> parts;
    for_each([&](double log_weight, double eta, double dispersion) {
      parts.push_back(log_weight + given_.log_density(y, eta, dispersion));
    });
    return {log_sum_exp(parts)};
  }

  double quantile(double probability) const override {
    const double unit = std::max(prediction_.std_total, 1e-300);
    double low = prediction_.mean - unit, high = prediction_.mean + unit;
    for (double step = unit; cdf(low) > probability && std::isfinite(low - step); step *= 2.0) low -= step;
    for (double step = unit; cdf(high) < probability && std::isfinite(high + step); step *= 2.0) high += step;
    return direct::quantile({.distribution =
                                 [this](double y) {
                                   return CdfAndDensity{cdf(y), density(y)};
                                 },
                             .low = low,
                             .high = high,
                             .start = std::clamp(prediction_.mean, low, high)},
                            probability);
  }

  // Requires: the mean increases with eta.
  Interval mean_interval(double level) const override {
    const Interval eta = eta_interval(eta_, level);
    return {given_.mean(eta.lower), given_.mean(eta.upper)};
  }

 private:
  template <typename Use>
  void for_each(const Use& use) const {
    for (const auto& [log_weight, eta] : values_)
      for (const auto& level : dispersion_.levels) use(log_weight + level.log_probability, eta, level.value);
  }

  void set_prediction() {
    prediction_ = {.eta_mean = eta_.mean, .eta_std = eta_.std};
    double model = 0.0, noise = 0.0;
    for (const auto& [log_weight, eta] : values_) prediction_.mean += std::exp(log_weight) * given_.mean(eta);
    for (const auto& [log_weight, eta] : values_)
      model += std::exp(log_weight) * std::pow(given_.mean(eta) - prediction_.mean, 2);
    for_each([&](double log_weight, double eta, double dispersion) {
      noise += std::exp(log_weight) * given_.variance(eta, dispersion);
    });
    prediction_.std_model = std::sqrt(model);
    prediction_.std_noise = std::sqrt(noise);
    prediction_.std_total = std::hypot(prediction_.std_model, prediction_.std_noise);
  }

  EtaLaw eta_;
  DispersionLaw dispersion_;
  std::vector<EtaLaw::Value> values_;
  Conditional given_;
};

}  // namespace

std::unique_ptr<const Law> conditional_law(const EtaLaw& eta, const DispersionLaw& dispersion, Conditional given) {
  return std::make_unique<const ConditionalLaw>(eta, dispersion, std::move(given));
}

}  // namespace direct
