// SPDX-License-Identifier: MIT
// Predictions of classes, counts and positive numbers: the distribution of y under the posterior, where z = phi'w +
// offset is uncertain. Exact: probabilities and densities to 1e-10 of themselves, also far out in the tails, by an
// integral over a line of the complex plane of the moment generating function of z, which is a product over the
// weights (docs/mathematics.md, "Predicting beyond Gaussian noise"); a posterior of draws needs but a sum.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>

#include <direct/distribution.h>
#include <direct/likelihood.h>
#include <direct/posterior.h>

namespace direct {

// Of y; std_total^2 = std_model^2 + std_noise^2: what the weights leave open (the deviation of the mean of y given the
// weights), and what every observation adds. Of bernoulli y is 0 or 1, and the mean is the probability of the second
// class. Moments that are beyond the range of doubles are the largest double.
struct GeneralizedMoments {
  double mean = 0.0;
  double std_model = 0.0, std_noise = 0.0, std_total = 0.0;
  double predictor_mean = 0.0, predictor_std = 0.0;  // of z, offset and exposure included
};

// A value that may be copied; it refers to the model of the GeneralizedPredictor it came from.
class GeneralizedDistribution {
 public:
  const GeneralizedMoments& moments() const;
  double probability() const;  // of bernoulli: of the second class; else throws Error(usage)
  double entropy() const;      // of bernoulli: of the class, in nats
  // Log probability of a class or a count, log density of a positive number. -infinity never: the least is
  // the most negative double.
  double log_probability(double y) const;
  double cdf(double y) const;                   // P(Y <= y)
  double quantile(double probability) const;    // the least y with cdf(y) >= probability; of bernoulli 0 or 1
  Bounds central_interval(double level) const;  // of y: both quantiles
  // What the weights leave open of the mean of y, as an interval of it that holds it with this probability. Of draws it
  // is that of the Gaussian posterior they were drawn from, by Student's t.
  Bounds mean_interval(double level) const;

  struct Law;  // not for users
  explicit GeneralizedDistribution(std::shared_ptr<const Law> law);

 private:
  std::shared_ptr<const Law> law_;
};

struct GeneralizedTerms;

// Safe to use from several threads; the model must outlive it. Throws Error(usage) for a model of Gaussian noise.
class GeneralizedPredictor {
 public:
  explicit GeneralizedPredictor(const TrainedModel& model);
  ~GeneralizedPredictor();

  // Calls use(row, distribution) for every row, from several threads at once. `inputs` are encoded as the model's
  // schema says, not standardised; `exposures` are one per row, or none where every row counts once.
  using Use = std::function<void(std::size_t row, const GeneralizedDistribution& distribution)>;
  void for_each(const Matrix& inputs, std::span<const double> exposures, const Use& use) const;

 private:
  std::unique_ptr<const GeneralizedTerms> terms_;
};

}  // namespace direct
