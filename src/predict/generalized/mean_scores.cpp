// SPDX-License-Identifier: MIT
#include "predict/generalized/mean_scores.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace direct {
namespace {

// x - 1 - log x, also near 1 and where x is out of range.
double bent(double x) {
  x = std::clamp(x, std::numeric_limits<double>::min(), std::numeric_limits<double>::max());
  return std::abs(x - 1.0) < 0.5 ? (x - 1.0) - std::log1p(x - 1.0) : x - 1.0 - std::log(x);
}

}  // namespace

double unit_deviance(Likelihood likelihood, double y, double mean) {
  mean = std::max(mean, std::numeric_limits<double>::min());
  if (likelihood == Likelihood::gamma) return finite(2.0 * bent(y / mean));
  return finite(y > 0.0 ? 2.0 * y * bent(mean / y) : 2.0 * mean);
}

GeneralizedRowScore row_score(const GeneralizedDistribution& distribution, Likelihood likelihood, double target) {
  const double mean = distribution.moments().mean;
  GeneralizedRowScore score{.error = target - mean, .log_probability = distribution.log_probability(target)};
  if (likelihood == Likelihood::bernoulli) {
    score.prediction = {.probability = mean, .log_probability = score.log_probability, .is_second = target == 1.0};
    return score;
  }
  score.deviance = unit_deviance(likelihood, target, mean);
  for (std::size_t l = 0; l < interval_levels.size(); ++l)
    score.intervals.set(l, distribution.central_interval(interval_levels[l].value), target);
  return score;
}

void GeneralizedScores::add(const std::vector<GeneralizedRowScore>& rows) {
  for (const GeneralizedRowScore& row : rows) {
    squares_.add(row.error);
    absolute_ += std::abs(row.error);
    log_probability_ += row.log_probability;
    deviance_ += row.deviance;
    intervals_.add(row.intervals);
    if (likelihood_ == Likelihood::bernoulli) predictions_.push_back(row.prediction);
  }
  num_rows_ += rows.size();
}

Evaluation GeneralizedScores::result() const {
  const double n = static_cast<double>(num_rows_);
  Evaluation result{.likelihood = likelihood_,
                    .num_rows = num_rows_,
                    .rmse = squares_.root_mean(n),
                    .mae = finite(absolute_) / n,
                    .nll = -finite(log_probability_) / n};
  if (likelihood_ == Likelihood::bernoulli) {
    result.classes = class_scores(predictions_);
  } else {
    result.deviance = finite(deviance_) / n;
    result.intervals = intervals_.result(n);
  }
  return result;
}

}  // namespace direct
