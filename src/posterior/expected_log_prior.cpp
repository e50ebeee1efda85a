// SPDX-License-Identifier: MIT
#include <direct/elbo.h>

#include <cmath>

#include "algebra/categorical.h"
#include "algebra/dense.h"
#include "algebra/parallel.h"

namespace direct {
namespace {

// E log p_c(w) under each component of the posterior. A product prior is a mixture of one.
struct CrossTerms {
  std::vector<double> log_weights;
  std::vector<const Matrix*> log_priors;
  std::vector<Matrix> q;
  std::vector<std::vector<double>> expected;  // [component of q][component of the prior]
};

// A level that has no probability does not count, whatever the prior's logarithm there.
double expected_logarithm(const Matrix& q, const Matrix& log_prior) {
  const auto p = q.values(), logarithms = log_prior.values();
  double sum = 0.0;
  for (std::size_t i = 0; i < p.size(); ++i)
    if (p[i] > 0.0) sum += p[i] * logarithms[i];
  return sum;
}

CrossTerms cross_terms(const Posterior& posterior, const WeightPrior& prior) {
  CrossTerms terms;
  for (const PriorComponent& component : prior.components) {
    terms.log_weights.push_back(component.log_weight);
    terms.log_priors.push_back(&component.log_prior);
  }
  if (prior.components.empty()) {
    terms.log_weights = {0.0};
    terms.log_priors = {&prior.log_prior};
  }
  terms.expected.resize(posterior.num_components());
  if (posterior.deviations) {
    const Matrix points = component_points(posterior, prior);
    parallel_for(points.cols(), [&](std::size_t i) { terms.expected[i] = log_cell_prior(prior, points.column(i)); });
    return terms;
  }
  terms.q.resize(posterior.num_components());
  parallel_for(posterior.num_components(), [&](std::size_t i) {
    terms.q[i] = exponentials(posterior.log_probabilities[i]);
    for (const Matrix* log_prior : terms.log_priors)
      terms.expected[i].push_back(expected_logarithm(terms.q[i], *log_prior));
  });
  return terms;
}

std::vector<std::vector<double>> responsibilities_of(const CrossTerms& terms) {
  std::vector<std::vector<double>> result = terms.expected;
  for (std::vector<double>& row : result) {
    for (std::size_t c = 0; c < row.size(); ++c) row[c] += terms.log_weights[c];
    normalise_log(row);
    row = exponentials(row);
  }
  return result;
}

// By a component's weight alpha_i, and by its probabilities, once the responsibilities are settled.
void add_gradient(const CrossTerms& terms, const Posterior& posterior, std::size_t i,
                  const std::vector<double>& responsibilities, double value, MixtureGradient& gradient) {
  const double alpha = std::exp(posterior.log_component_weights[i]);
  gradient.component_weights[i] += alpha * value;
  for (std::size_t c = 0; c < responsibilities.size(); ++c)
    view(gradient.probabilities[i]).array() +=
        alpha * responsibilities[c] * view(terms.q[i]).array() * view(*terms.log_priors[c]).array();
}

}  // namespace

std::vector<std::vector<double>> responsibilities(const Posterior& posterior, const WeightPrior& prior) {
  return responsibilities_of(cross_terms(posterior, prior));
}

WeightPrior effective_prior(const WeightPrior& prior, const Posterior& posterior) {
  const auto per_component = responsibilities(posterior, prior);
  std::vector<double> mean(per_component.front().size(), 0.0);
  for (std::size_t i = 0; i < per_component.size(); ++i)
    view(mean) += std::exp(posterior.log_component_weights[i]) * view(per_component[i]);
  return effective_prior(prior, mean);
}

// Jensen's are the prior's own weights; the best ones turn the sum into a logarithm of a sum.
double expected_log_prior(const Posterior& posterior, const WeightPrior& prior, PriorBound bound,
                          MixtureGradient* gradient) {
  const CrossTerms terms = cross_terms(posterior, prior);
  const auto best = responsibilities_of(terms);
  const std::vector<double> weights = exponentials(terms.log_weights);
  double sum = 0.0;
  for (std::size_t i = 0; i < terms.expected.size(); ++i) {
    const bool jensen = bound == PriorBound::jensen;
    const std::vector<double>& share = jensen ? weights : best[i];
    double value = 0.0;
    for (std::size_t c = 0; c < share.size(); ++c) {
      value += share[c] * terms.expected[i][c];
      if (!jensen && share[c] > 0.0) value += share[c] * (terms.log_weights[c] - std::log(share[c]));
    }
    sum += std::exp(posterior.log_component_weights[i]) * value;
    if (gradient) add_gradient(terms, posterior, i, share, value, *gradient);
  }
  return sum;
}

}  // namespace direct
