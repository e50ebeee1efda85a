// SPDX-License-Identifier: MIT
// The law of y of one row by enumeration, beyond Gaussian noise: every value of z = phi'w + offset with every
// dispersion has its own distribution, and y is their mixture. In long double.
#pragma once

#include <span>
#include <vector>

#include <direct/likelihood.h>

#include "oracle/enumerate.h"

namespace direct::oracle {

// A tiny model of this likelihood, without statistics.
TrainedModel generalized_model(const TinyProblem& problem, const Posterior& q, Likelihood likelihood, double offset);

class GeneralizedMixture {
 public:
  GeneralizedMixture(const TrainedModel& model, std::span<const double> features, double exposure = 1.0);

  long double mean() const;
  long double model_variance() const;
  long double noise_variance() const;
  long double predictor_mean() const;
  long double predictor_variance() const;
  long double log_probability(long double y) const;
  long double lower(long double y) const;  // P(Y <= y)
  long double upper(long double y) const;  // P(Y > y)

 private:
  struct Part {
    long double probability, z, dispersion;
  };
  template <typename Function>
  long double sum(const Function& function) const;
  long double mean_at(long double z) const;
  long double noise_at(const Part& part) const;
  long double log_probability_at(const Part& part, long double y) const;

  Likelihood likelihood_;
  std::vector<Part> parts_;
};

}  // namespace direct::oracle
