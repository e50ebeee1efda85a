// SPDX-License-Identifier: MIT
#include <direct/distribution.h>

#include <algorithm>
#include <cmath>

#include <direct/error.h>

#include "algebra/constants.h"
#include "algebra/random.h"
#include "laws/law.h"
#include "laws/quantile.h"

namespace direct {
namespace {

double checked_target(double y) {
  if (std::isnan(y)) throw Error(ErrorKind::usage, "expected a number, found NaN");
  return y;
}

}  // namespace

Distribution::Distribution(std::shared_ptr<const Law> law, std::shared_ptr<const void> owner)
    : owner_(std::move(owner)), law_(std::move(law)) {}

const Prediction& Distribution::prediction() const { return law_->prediction(); }

double Distribution::skewness() const { return law_->skewness(); }

double Distribution::excess_kurtosis() const { return law_->excess_kurtosis(); }

double Distribution::cdf(double y) const { return law_->cdf(checked_target(y)); }

double Distribution::density(double y) const { return law_->density(checked_target(y)); }

double Distribution::log_density(double y, bool* exact) const {
  const LogDensity result = std::isnan(y) ? LogDensity{-largest_double} : law_->log_density(y);
  if (exact) *exact = result.exact;
  return std::clamp(result.value, -largest_double, largest_double);
}

double Distribution::quantile(double probability) const {
  check_probability(probability, "quantile");
  return law_->quantile(probability);
}

Interval Distribution::interval(double level) const {
  check_probability(level, "interval");
  return {law_->quantile(0.5 - 0.5 * level), law_->quantile(0.5 + 0.5 * level)};
}

Interval Distribution::shortest_interval(double level) const {
  check_probability(level, "interval");
  return law_->shortest_interval(level);
}

Interval Distribution::mean_interval(double level) const {
  check_probability(level, "interval");
  return law_->mean_interval(level);
}

double Distribution::crps(double y) const { return law_->crps(checked_target(y)); }

std::vector<double> Distribution::sample(std::size_t count, std::uint64_t seed) const {
  std::vector<double> result;
  for (std::size_t i = 0; i < count; ++i) {
    const double probability = random_uniform(seed, RandomStream::targets, i);
    result.push_back(law_->quantile(std::clamp(probability, least_probability, 1.0 - least_probability)));
  }
  return result;
}

double Distribution::entropy() const { return law_->entropy(); }

double Distribution::resolution() const { return law_->resolution(); }

}  // namespace direct
