// SPDX-License-Identifier: MIT
// Sums -> expected log-likelihood. A model sees one product distribution at a time, because expectation is linear in
// mixtures.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <direct/matrix.h>
#include <direct/prior.h>
#include <direct/statistics.h>

namespace direct {

// E[log sigma^2] and E[1 / sigma^2].
struct NoiseMoments {
  double log_variance = 0.0;
  double precision = 1.0;
};
NoiseMoments noise_moments(const NoisePrior& prior, std::span<const double> probabilities);

// -n/2 log(variance) - square_error / (2 variance)
double log_noise_likelihood(double num_rows, double square_error, double variance);

// The best distribution of the noise for this expected square error: its log probabilities (Eq. 8).
std::vector<double> log_noise_posterior(const NoisePrior& prior, double num_rows, double square_error);

// The derivative of the expected log-likelihood by q_jk is linear_j w_jk + quadratic_j w_jk^2.
struct LikelihoodGradient {
  std::vector<double> linear, quadratic;
};

// Theorem 1 of the paper. The constant -n/2 log(2 pi) is left out.
class LinearRegression {
 public:
  explicit LinearRegression(const SecondMoments& statistics) : statistics_(statistics) {}

  const SecondMoments& statistics() const { return statistics_; }

  // Phi' (y - Phi s) at the weights' means s; the rest of the class takes it as given, for it costs O(b^2).
  std::vector<double> residual(std::span<const double> weight_means) const;
  Matrix residuals(const Matrix& weight_means) const;  // of several posteriors, a column each, in one pass over G
  double expected_square_error(std::span<const double> weight_means, std::span<const double> weight_variances,
                               std::span<const double> residual) const;
  double expected_log_likelihood(double expected_square_error, const NoiseMoments& noise) const;
  LikelihoodGradient gradient(std::span<const double> weight_means, std::span<const double> residual,
                              const NoiseMoments& noise) const;

 private:
  const SecondMoments& statistics_;
};

// The same model with Gaussian priors and full precision: its posterior is exact.
struct Companion {
  std::vector<double> mean;
  Matrix factor;  // lower Cholesky factor of the posterior's precision matrix
};
Companion gaussian_companion(const SecondMoments& statistics, const WeightPrior& prior, double noise_precision);

// Log evidence of the companion, with every constant. Requires: it was made of the same three.
double log_evidence(const Companion& companion, const SecondMoments& statistics, const WeightPrior& prior,
                    double noise_precision);

struct EvidenceMaximum {
  Variances variances;
  double log_evidence = 0.0;
  int factorisations = 0;
};

struct EvidenceOptions {
  std::optional<double> noise = {}, weight = {};  // variances that are known and stay
  double least_ratio = 0.0;                       // of the noise to the weight variance
  bool weak_priors = false;                       // on both variances (docs/mathematics.md, "Few rows")
  int max_factorisations = 8;
  Progress progress = {};
};

// Maximises the log evidence, plus the log density of weak priors if asked for, for a prior of mean zero, over the
// variances that are not known, at the cost of one Cholesky factorisation per point of a line search from `start`.
// Requires at least one row.
EvidenceMaximum maximise_evidence(const SecondMoments& statistics, const Variances& start,
                                  const EvidenceOptions& options = {});

}  // namespace direct
