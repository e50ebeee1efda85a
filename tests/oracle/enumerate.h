// SPDX-License-Identifier: MIT
// Brute force over every weight vector and every noise level of a tiny model, in long double. Knows nothing of how
// the library computes the same things.
#pragma once

#include <functional>
#include <vector>

#include <direct/posterior.h>

namespace direct::oracle {

struct TinyProblem {
  Matrix features;  // num_rows x num_features
  std::vector<double> targets;
  WeightPrior prior;
  NoisePrior noise;
};

SecondMoments statistics_of(const TinyProblem& problem);

// Calls visit(weights, noise variance, log prior, log q) for every configuration.
struct Configuration {
  std::vector<double> weights;
  double noise_variance = 0.0;
  long double log_prior = 0.0L, log_q = 0.0L;
};
void enumerate(const TinyProblem& problem, const Posterior& q, const std::function<void(const Configuration&)>& visit);

// Without the constant -n/2 log(2 pi), as in the paper.
long double log_likelihood(const TinyProblem& problem, const Configuration& configuration);

double elbo(const TinyProblem& problem, const Posterior& q);
// The derivatives of the ELBO by the logits of the weights of a mean-field q, num_levels x num_features.
Matrix elbo_by_logits(const TinyProblem& problem, const Posterior& q);
// Of the weights alone: the entropy of q, and E log p(w).
double entropy(const TinyProblem& problem, const Posterior& q);
double expected_log_prior(const TinyProblem& problem, const Posterior& q);
double log_evidence(const TinyProblem& problem);

}  // namespace direct::oracle
