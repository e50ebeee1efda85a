// SPDX-License-Identifier: MIT
#include <direct/elbo.h>
#include <direct/entropy.h>

#include <cmath>

#include "algebra/categorical.h"
#include "posterior/entropy/scores.h"
#include "posterior/entropy/strata.h"

namespace direct {
namespace {

// sum_c r_c log p_c, level by level. What is not responsible does not count, not even where it is log 0.
Matrix weighted_log_prior(const WeightPrior& prior, const std::vector<double>& responsibilities) {
  Matrix sum(prior.num_levels(), prior.num_features());
  for (std::size_t c = 0; c < responsibilities.size(); ++c)
    if (responsibilities[c] > 0.0)
      for (std::size_t e = 0; e < sum.size(); ++e)
        sum.values()[e] += responsibilities[c] * prior.components[c].log_prior.values()[e];
  return sum;
}

// E log table(w) of one product, and alpha times its derivative.
double expected_logarithm(const Matrix& log_q, const Matrix& log_table, double alpha, Matrix* gradient) {
  const Matrix q = exponentials(log_q);
  double sum = 0.0;
  for (std::size_t e = 0; e < q.size(); ++e) {
    if (q.values()[e] == 0.0) continue;
    const double term = q.values()[e] * log_table.values()[e];
    sum += term;
    if (gradient && term > -HUGE_VAL) gradient->values()[e] += alpha * term;
  }
  return sum;
}

// log p(w) of one sample, and what the responsibilities make of it.
double remainder(const WeightPrior& prior, const std::vector<double>& responsibilities, std::span<double> scores) {
  double expected = 0.0;
  for (std::size_t c = 0; c < scores.size(); ++c) {
    if (responsibilities[c] > 0.0) expected += responsibilities[c] * scores[c];
    scores[c] += prior.components[c].log_weight;
  }
  return log_sum_exp(scores) - expected;
}

}  // namespace

Estimate sampled_log_prior(const Posterior& posterior, const WeightPrior& prior,
                           const std::vector<std::vector<double>>& responsibilities, const StratifiedSamples& samples,
                           MixtureGradient* gradient) {
  if (prior.components.empty())
    return {.value = expected_log_prior(posterior, prior, PriorBound::responsibility, gradient)};
  std::vector<double> exact;
  for (std::size_t i = 0; i < posterior.num_components(); ++i)
    exact.push_back(expected_logarithm(posterior.log_probabilities[i], weighted_log_prior(prior, responsibilities[i]),
                                       std::exp(posterior.log_component_weights[i]),
                                       gradient ? &gradient->probabilities[i] : nullptr));
  std::vector<const Matrix*> tables;
  for (const PriorComponent& component : prior.components) tables.push_back(&component.log_prior);
  Matrix scores = log_scores(tables, samples);
  std::vector<double> values(scores.cols());
  for (std::size_t s = 0; s < values.size(); ++s)
    values[s] = remainder(prior, responsibilities[s / samples.per_component], scores.column(s));
  return stratified_estimate(posterior, samples, exact, values, gradient);
}

}  // namespace direct
