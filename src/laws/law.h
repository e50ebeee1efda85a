// SPDX-License-Identifier: MIT
// A distribution of one number: what Distribution asks of it. Laws never change once they are made.
#pragma once

#include <direct/distribution.h>

namespace direct {

struct LogDensity {
  double value = 0.0;
  bool exact = true;  // else a bound from above
};

class Law {
 public:
  virtual ~Law() = default;
  const Prediction& prediction() const { return prediction_; }

  virtual double cdf(double y) const = 0;
  virtual LogDensity log_density(double y) const = 0;
  virtual double density(double y) const;
  // Probabilities and levels are from least_probability to 1 - least_probability.
  virtual double quantile(double probability) const = 0;
  virtual Interval shortest_interval(double level) const;
  virtual Interval mean_interval(double level) const = 0;
  virtual double crps(double y) const;  // of a continuous law, by quadrature
  virtual double resolution() const { return 0.0; }

  // Throw Error(usage) where a law has none.
  virtual double skewness() const;
  virtual double excess_kurtosis() const;
  virtual double entropy() const;

 protected:
  Prediction prediction_;
};

}  // namespace direct
