// SPDX-License-Identifier: MIT
#include "predict/trust/effective_weights.h"

#include <algorithm>

#include "algebra/cholesky.h"

namespace direct {
namespace {

// A weight that is certain beforehand has nothing to learn.
double share_learned(double variance, double prior_variance) {
  return prior_variance > 0.0 ? std::clamp(1.0 - variance / prior_variance, 0.0, 1.0) : 0.0;
}

}  // namespace

// A learned grid holds a part of the prior only, as wide as the posterior: there it is the continuous prior that
// counts.
double effective_weights(const Posterior& posterior, const WeightPrior& prior) {
  const std::vector<double> before =
      prior.learned ? prior.variances : weight_moments(prior_as_posterior(prior, {}), prior).variances;
  const WeightMoments after = weight_moments(posterior, prior);
  double sum = 0.0;
  for (std::size_t j = 0; j < prior.num_features(); ++j) sum += share_learned(after.variances[j], before[j]);
  return sum;
}

// b - tr(A^-1 diag(1 / Var))
double effective_weights(const Companion& companion, const WeightPrior& prior) {
  Matrix covariance = companion.factor;
  invert_factorised(covariance);
  double sum = 0.0;
  for (std::size_t j = 0; j < prior.num_features(); ++j) sum += share_learned(covariance(j, j), prior.variances[j]);
  return sum;
}

}  // namespace direct
