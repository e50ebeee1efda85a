// SPDX-License-Identifier: MIT
#include <direct/entropy.h>

#include <cmath>

#include "algebra/categorical.h"
#include "algebra/parallel.h"
#include "posterior/entropy/product.h"
#include "posterior/entropy/scores.h"
#include "posterior/entropy/strata.h"

namespace direct {
namespace {

std::vector<const Matrix*> tables_of(const Posterior& posterior) {
  std::vector<const Matrix*> tables;
  for (const Matrix& component : posterior.log_probabilities) tables.push_back(&component);
  return tables;
}

// log q(w) of one sample from its scores, which become log alpha_c q_c(w).
double sampled_log_mixture(const std::vector<double>& log_weights, std::span<double> scores) {
  for (std::size_t c = 0; c < scores.size(); ++c) scores[c] += log_weights[c];
  return log_sum_exp(scores);
}

// log q_i(w) - log q(w) for the samples of each component i.
std::vector<double> log_ratios(const Posterior& posterior, const StratifiedSamples& samples) {
  Matrix scores = log_scores(tables_of(posterior), samples);
  std::vector<double> ratios(scores.cols());
  for (std::size_t s = 0; s < ratios.size(); ++s) {
    const double own = scores(s / samples.per_component, s);
    ratios[s] = own - sampled_log_mixture(posterior.log_component_weights, scores.column(s));
  }
  return ratios;
}

}  // namespace

Estimate sampled_entropy(const Posterior& posterior, const StratifiedSamples& samples, MixtureGradient* gradient) {
  const std::size_t count = posterior.num_components();
  std::vector<double> entropies(count);
  parallel_for(count, [&](std::size_t i) {
    const Matrix& log_q = posterior.log_probabilities[i];
    entropies[i] = entropy(log_q);
    if (gradient) add_entropy_gradient(log_q, std::exp(posterior.log_component_weights[i]), gradient->probabilities[i]);
  });
  return stratified_estimate(posterior, samples, entropies, log_ratios(posterior, samples), gradient);
}

// The derivative of log q(w) by log q_c(w) is the share of component c in q(w).
double surrogate_entropy(const Posterior& posterior, const StratifiedSamples& samples, MixtureGradient* gradient) {
  Matrix shares = log_scores(tables_of(posterior), samples);
  double sum = 0.0;
  for (std::size_t s = 0; s < shares.cols(); ++s) {
    const double alpha = std::exp(posterior.log_component_weights[s / samples.per_component]);
    const double weight = alpha / static_cast<double>(samples.per_component);
    const double log_q = sampled_log_mixture(posterior.log_component_weights, shares.column(s));
    for (double& share : shares.column(s))
      share = weight > 0.0 ? std::exp(share - log_q) * weight * (log_q + 1.0) : 0.0;
    if (weight > 0.0) sum += 0.5 * weight * (log_q + 1.0) * (log_q + 1.0);
  }
  if (!gradient) return sum;
  for (std::size_t s = 0; s < shares.cols(); ++s)
    for (std::size_t c = 0; c < shares.rows(); ++c) gradient->component_weights[c] += shares(c, s);
  add_levels(samples, shares, gradient->probabilities);
  return sum;
}

}  // namespace direct
