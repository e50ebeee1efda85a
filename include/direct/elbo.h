// SPDX-License-Identifier: MIT
// The evidence lower bound of any posterior and prior that we have, in nats and without the constant -n/2 log(2 pi) of
// Gaussian noise.
#pragma once

#include <vector>

#include <direct/entropy.h>
#include <direct/fit_options.h>
#include <direct/network.h>
#include <direct/posterior.h>

namespace direct {

// All that the ELBO needs to know of the data. For every likelihood that we have, log p(y | w, noise) of all rows is
// constant + unit(w) / variance, with a constant of its own for each variance of the noise prior: unit is minus half
// the square error of Gaussian noise, and the variance a dispersion, or 1, of the others.
struct ExpectedLikelihood {
  std::vector<double> units;           // E[unit(w)] under each component of the posterior
  std::vector<Matrix> by_probability;  // of units[i], by the probabilities of component i; none: not asked for
  std::vector<double> constants;       // one per variance of the noise prior
};
ExpectedLikelihood expected_likelihood(const LinearRegression& model, const WeightPrior& prior, const NoisePrior& noise,
                                       const Posterior& posterior, bool wants_gradient);
ExpectedLikelihood expected_likelihood(const QuadraticNetwork& model, const WeightPrior& prior, const NoisePrior& noise,
                                       const Posterior& posterior, bool wants_gradient);

// The best distribution of the noise: its log probabilities (Eq. 8).
std::vector<double> log_noise_posterior(const ExpectedLikelihood& likelihood, const NoisePrior& noise,
                                        const Posterior& posterior);

// Exact for one component and a product prior. Otherwise the best of our bounds of the entropy, and the responsibility
// bound of the prior.
double elbo(const ExpectedLikelihood& likelihood, const WeightPrior& prior, const NoisePrior& noise,
            const Posterior& posterior);
double elbo(const LinearRegression& model, const WeightPrior& prior, const NoisePrior& noise,
            const Posterior& posterior);

// Per component of the posterior: what its weights say about which component of the prior they are from.
std::vector<std::vector<double>> responsibilities(const Posterior& posterior, const WeightPrior& prior);

// The product prior that a mixture prior amounts to for this posterior as a whole; a product prior is itself.
WeightPrior effective_prior(const WeightPrior& prior, const Posterior& posterior);

// Bounds of E log p(w) from below. jensen: Theorem 4; responsibility: sum_i alpha_i log sum_c weight_c exp(E_i log
// p_c), never below it. Both are exact for a product prior. Requires: `bound` is not sampled.
double expected_log_prior(const Posterior& posterior, const WeightPrior& prior, PriorBound bound,
                          MixtureGradient* gradient = nullptr);

// Which value and which gradient.
struct ElboTerms {
  Entropy entropy = Entropy::pairwise;  // exact: of one component only
  PriorBound prior = PriorBound::responsibility;
  const Matrix* log_center = nullptr;          // of entropy taylor
  const StratifiedSamples* samples = nullptr;  // of anything sampled
};

// By logits: every distribution is softmax(logits). With `sampled` terms value and gradient are unbiased estimates.
struct ElboGradient {
  double elbo = 0.0;
  double standard_error = 0.0;  // of what is sampled in it
  MixtureGradient weights;
  std::vector<double> noise_logits;
  Matrix center_logits;  // of entropy taylor
};
ElboGradient elbo_gradient(const ExpectedLikelihood& likelihood, const WeightPrior& prior, const NoisePrior& noise,
                           const Posterior& posterior, const ElboTerms& terms = {});
ElboGradient elbo_gradient(const LinearRegression& model, const WeightPrior& prior, const NoisePrior& noise,
                           const Posterior& posterior, const ElboTerms& terms = {});

}  // namespace direct
