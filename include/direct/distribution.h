// SPDX-License-Identifier: MIT
// The distribution of the target of one row, in its own units, whatever the likelihood. Exact: probabilities to 1e-10
// of themselves or better, from characteristic and moment generating functions and not from samples.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace direct {

struct Interval {
  double lower = 0.0, upper = 0.0;
};

// std_total^2 = std_model^2 + std_noise^2: what the weights leave open of the mean of y, and what every observation
// adds. What is beyond the range of doubles is the largest double.
struct Prediction {
  double mean = 0.0;  // of two classes, 0 and 1: the probability of the second
  double std_model = 0.0, std_noise = 0.0, std_total = 0.0;
  double eta_mean = 0.0, eta_std = 0.0;  // of the linear predictor, offset and exposure included
};

// Quantiles and intervals are asked for at probabilities from least_probability to 1 - least_probability.
inline constexpr double least_probability = 1e-9;

class Law;  // not for users

// A value that may be copied, and kept longer than the Predictor it came from.
class Distribution {
 public:
  const Prediction& prediction() const;
  // Throw Error(usage) beyond Gaussian noise.
  double skewness() const;
  double excess_kurtosis() const;

  // NaN throws Error(usage), but in log_density(), where it has the least.
  double cdf(double y) const;  // P(Y <= y)
  double density(double y) const;
  // The log density of a number, the log probability of a class or a count; never less than the most negative double.
  // Also far out in the tails, where density() is 0. `exact` becomes false where the value is only a bound from above:
  // between values of phi'w that are many deviations of the noise apart.
  double log_density(double y, bool* exact = nullptr) const;
  double quantile(double probability) const;  // the least y with cdf(y) >= probability
  Interval interval(double level) const;      // central: between two quantiles
  Interval shortest_interval(double level) const;
  // What the weights leave open of the mean of y, as an interval of it. Of draws it is that of the Gaussian posterior
  // they were drawn from, by Student's t.
  Interval mean_interval(double level) const;
  double crps(double y) const;  // continuous ranked probability score, in units of the target
  std::vector<double> sample(std::size_t count, std::uint64_t seed) const;
  double entropy() const;  // of the class, in nats; throws Error(usage) where there are no classes

  // 0 where nothing was left out. Else noise of this deviation was added: the noise of the model is so much smaller
  // than the spread of its weights that more than 65536 terms would be needed.
  double resolution() const;

  // Not for users. `owner` is kept alive as long as the law.
  explicit Distribution(std::shared_ptr<const Law> law, std::shared_ptr<const void> owner = {});

 private:
  std::shared_ptr<const void> owner_;
  std::shared_ptr<const Law> law_;
};

}  // namespace direct
