// SPDX-License-Identifier: MIT
// The predictive distribution of one row, in the units of the target: y = phi'w + noise under the posterior. Exact:
// probabilities to 1e-12, from the characteristic function and not from samples.
#pragma once

#include <cstddef>
#include <memory>

namespace direct {

struct Bounds {
  double lower = 0.0, upper = 0.0;
};

// Of y, noise included; std_total^2 = std_model^2 + std_noise^2: what the weights leave open, and what every
// measurement adds.
struct PredictiveMoments {
  double mean = 0.0;
  double std_model = 0.0, std_noise = 0.0, std_total = 0.0;
  double skewness = 0.0, excess_kurtosis = 0.0;
};

// Quantiles and intervals are asked for at probabilities from least_probability to 1 - least_probability.
inline constexpr double least_probability = 1e-9;

// A value that may be copied; it refers to the model of the Predictor it came from.
class PredictiveDistribution {
 public:
  const PredictiveMoments& moments() const;
  double cdf(double y) const;
  double density(double y) const;
  // Also far out in the tails, where density() is 0. `exact` becomes false where the value is only a bound from above:
  // between values of phi'w that are many deviations of the noise apart.
  double log_density(double y, bool* exact = nullptr) const;
  double quantile(double probability) const;
  Bounds central_interval(double level) const;
  Bounds shortest_interval(double level) const;
  double crps(double y) const;  // continuous ranked probability score, in units of the target

  // 0 where nothing was left out. Else noise of this deviation was added: the noise of the model is so much smaller
  // than the spread of its weights that more than 65536 terms would be needed.
  double resolution() const;

  struct Law;  // not for users
  explicit PredictiveDistribution(std::shared_ptr<const Law> law);

 private:
  std::shared_ptr<const Law> law_;
};

}  // namespace direct
