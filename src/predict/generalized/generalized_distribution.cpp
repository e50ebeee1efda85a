// SPDX-License-Identifier: MIT
#include <direct/error.h>
#include <direct/generalized.h>

#include <algorithm>
#include <cmath>

#include "algebra/constants.h"
#include "predict/distribution/quantile.h"
#include "predict/generalized/cdf.h"
#include "predict/generalized/mean_interval.h"
#include "predict/generalized/terms.h"

namespace direct {
namespace {

using Law = GeneralizedDistribution::Law;

bool is_class(const Law& law) { return law.terms->likelihood->has_classes; }

void check_class(const Law& law, const char* what) {
  if (!is_class(law)) throw Error(ErrorKind::usage, std::string(what) + ": expected a model of two classes");
}

// Whether y is a value that the likelihood knows.
bool is_possible(const Law& law, double y) {
  if (is_class(law)) return y == 0.0 || y == 1.0;
  if (law.terms->likelihood->is_count) return y >= 0.0 && y <= largest_double && y == std::floor(y);
  return y > 0.0 && y <= largest_double;
}

// Of y, given z.
double mean_at(const Law& law, double z) {
  return is_class(law) ? 1.0 / (1.0 + std::exp(-z)) : std::min(std::exp(z), largest_double);
}

double quantile_of(const Law& law, double probability) {
  if (is_class(law)) return std::exp(law.class_logs[0]) >= probability ? 0.0 : 1.0;
  return quantile(law, probability);
}

}  // namespace

GeneralizedDistribution::GeneralizedDistribution(std::shared_ptr<const Law> law) : law_(std::move(law)) {}

const GeneralizedMoments& GeneralizedDistribution::moments() const { return law_->moments; }

double GeneralizedDistribution::probability() const {
  check_class(*law_, "probability");
  return std::exp(law_->class_logs[1]);
}

double GeneralizedDistribution::entropy() const {
  check_class(*law_, "entropy");
  double sum = 0.0;
  for (const double log_probability : law_->class_logs) sum -= std::exp(log_probability) * log_probability;
  return std::max(sum, 0.0);
}

double GeneralizedDistribution::log_probability(double y) const {
  if (!is_possible(*law_, y)) return -largest_double;
  if (is_class(*law_)) return std::max(law_->class_logs[y == 1.0 ? 1 : 0], -largest_double);
  return std::clamp(direct::log_probability(*law_, y), -largest_double, largest_double);
}

double GeneralizedDistribution::cdf(double y) const {
  if (is_class(*law_)) return y < 0.0 ? 0.0 : y < 1.0 ? std::exp(law_->class_logs[0]) : 1.0;
  const bool is_count = law_->terms->likelihood->is_count;
  if (!(is_count ? y >= 0.0 : y > 0.0)) return 0.0;
  if (y > largest_double) return 1.0;
  return std::min(tails(*law_, is_count ? std::floor(y) : y).lower, 1.0);
}

double GeneralizedDistribution::quantile(double probability) const {
  check_probability(probability, "quantile");
  return quantile_of(*law_, probability);
}

Bounds GeneralizedDistribution::central_interval(double level) const {
  check_probability(level, "interval");
  return {quantile_of(*law_, 0.5 - 0.5 * level), quantile_of(*law_, 0.5 + 0.5 * level)};
}

Bounds GeneralizedDistribution::mean_interval(double level) const {
  check_probability(level, "interval");
  const Bounds bounds = predictor_interval(*law_, level);
  return {mean_at(*law_, bounds.lower), mean_at(*law_, bounds.upper)};
}

}  // namespace direct
