// SPDX-License-Identifier: MIT
// The predictive distribution of one row of a tiny model by enumeration: every value of phi'w with every noise is a
// Gaussian, and y is their mixture. In long double.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "oracle/enumerate.h"

namespace direct::oracle {

class PredictiveMixture {
 public:
  PredictiveMixture(const TinyProblem& problem, const Posterior& q, std::span<const double> features);

  long double moment(int order, long double about) const;  // E[(y - about)^order], order up to 4
  long double model_variance() const;
  long double noise_variance() const;
  long double cdf(long double y) const;
  long double log_density(long double y) const;
  long double crps(long double y) const;  // takes the square of the number of Gaussians, once
  std::size_t num_gaussians() const { return gaussians_.size(); }

 private:
  struct Gaussian {
    long double probability, mean, variance;
  };
  long double mean_difference() const;

  std::vector<Gaussian> gaussians_;
  mutable std::optional<long double> mean_difference_;
};

}  // namespace direct::oracle
