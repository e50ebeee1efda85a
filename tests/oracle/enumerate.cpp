// SPDX-License-Identifier: MIT
#include "oracle/enumerate.h"

#include <cmath>

namespace direct::oracle {

SecondMoments statistics_of(const TinyProblem& problem) {
  SecondMoments moments(problem.features.cols());
  moments.num_rows = static_cast<double>(problem.features.rows());
  for (std::size_t row = 0; row < problem.features.rows(); ++row) {
    moments.target_square += problem.targets[row] * problem.targets[row];
    for (std::size_t i = 0; i < problem.features.cols(); ++i) {
      moments.feature_target[i] += problem.features(row, i) * problem.targets[row];
      for (std::size_t j = 0; j < problem.features.cols(); ++j)
        moments.gram(i, j) += problem.features(row, i) * problem.features(row, j);
    }
  }
  return moments;
}

namespace {

// Over the components of the mixture, without the noise.
long double log_q_of_weights(const Posterior& q, const std::vector<std::size_t>& code) {
  long double sum = 0.0L;
  for (std::size_t i = 0; i < q.num_components(); ++i) {
    long double product = std::exp((long double)q.log_component_weights[i]);
    for (std::size_t j = 0; j < code.size(); ++j) product *= std::exp((long double)q.log_probabilities[i](code[j], j));
    sum += product;
  }
  return std::log(sum);
}

long double log_product(const Matrix& log_probabilities, const std::vector<std::size_t>& code) {
  long double sum = 0.0L;
  for (std::size_t j = 0; j < code.size(); ++j) sum += log_probabilities(code[j], j);
  return sum;
}

long double log_prior_of_weights(const WeightPrior& prior, const std::vector<std::size_t>& code) {
  if (prior.components.empty()) return log_product(prior.log_prior, code);
  long double sum = 0.0L;
  for (const PriorComponent& component : prior.components)
    sum += std::exp(component.log_weight + log_product(component.log_prior, code));
  return std::log(sum);
}

}  // namespace

void enumerate(const TinyProblem& problem, const Posterior& q, const std::function<void(const Configuration&)>& visit) {
  const std::size_t b = problem.prior.num_features(), levels = problem.prior.num_levels();
  std::vector<std::size_t> code(b, 0);
  Configuration c{.weights = std::vector<double>(b)};
  for (bool more = true; more;) {
    const long double log_prior = log_prior_of_weights(problem.prior, code);
    const long double log_q = log_q_of_weights(q, code);
    for (std::size_t j = 0; j < b; ++j) c.weights[j] = problem.prior.levels(code[j], j);
    for (std::size_t l = 0; l < problem.noise.variances.size(); ++l) {
      c.noise_variance = problem.noise.variances[l];
      c.log_prior = log_prior + problem.noise.log_prior[l];
      c.log_q = log_q + q.noise_log_probabilities[l];
      visit(c);
    }
    more = false;
    for (std::size_t j = 0; j < b && !more; ++j) {
      if (++code[j] < levels)
        more = true;
      else
        code[j] = 0;
    }
  }
}

long double log_likelihood(const TinyProblem& problem, const Configuration& c) {
  long double sum = 0.0L;
  const long double variance = c.noise_variance;
  for (std::size_t row = 0; row < problem.features.rows(); ++row) {
    long double error = problem.targets[row];
    for (std::size_t j = 0; j < c.weights.size(); ++j) error -= (long double)problem.features(row, j) * c.weights[j];
    sum -= 0.5L * (std::log(variance) + error * error / variance);
  }
  return sum;
}

double elbo(const TinyProblem& problem, const Posterior& q) {
  long double sum = 0.0L;
  enumerate(problem, q, [&](const Configuration& c) {
    if (c.log_q > -INFINITY) sum += std::exp(c.log_q) * (log_likelihood(problem, c) + c.log_prior - c.log_q);
  });
  return static_cast<double>(sum);
}

// The score of a logit has mean zero: with f = log p(y, w, noise) - log q, what is left is
// E[f (1[w_j = level k] - q_jk)].
Matrix elbo_by_logits(const TinyProblem& problem, const Posterior& q) {
  const WeightPrior& prior = problem.prior;
  std::vector<long double> sums(prior.levels.size(), 0.0L);
  enumerate(problem, q, [&](const Configuration& c) {
    const long double term = std::exp(c.log_q) * (log_likelihood(problem, c) + c.log_prior - c.log_q);
    for (std::size_t j = 0; j < prior.num_features(); ++j)
      for (std::size_t k = 0; k < prior.num_levels(); ++k)
        if (prior.levels(k, j) == c.weights[j]) sums[k + j * prior.num_levels()] += term;
  });
  Matrix gradient(prior.num_levels(), prior.num_features());
  const long double value = elbo(problem, q);
  for (std::size_t i = 0; i < sums.size(); ++i) {
    const long double probability = std::exp(static_cast<long double>(q.log_probabilities.front().data()[i]));
    gradient.data()[i] = static_cast<double>(sums[i] - probability * value);
  }
  return gradient;
}

namespace {

// Expectation under q of a function of the weights.
double over_weights(const TinyProblem& problem, Posterior q,
                    const std::function<long double(const Configuration&)>& value) {
  const TinyProblem without_noise{.prior = problem.prior, .noise = {.variances = {1.0}, .log_prior = {0.0}}};
  q.noise_log_probabilities = {0.0};
  long double sum = 0.0L;
  enumerate(without_noise, q, [&](const Configuration& c) {
    if (c.log_q > -INFINITY) sum += std::exp(c.log_q) * value(c);
  });
  return static_cast<double>(sum);
}

}  // namespace

double entropy(const TinyProblem& problem, const Posterior& q) {
  return over_weights(problem, q, [](const Configuration& c) { return -c.log_q; });
}

double expected_log_prior(const TinyProblem& problem, const Posterior& q) {
  return over_weights(problem, q, [](const Configuration& c) { return c.log_prior; });
}

double log_evidence(const TinyProblem& problem) {
  long double largest = -INFINITY, sum = 0.0L;
  const Posterior any = prior_as_posterior(problem.prior, problem.noise);
  enumerate(problem, any,
            [&](const Configuration& c) { largest = std::max(largest, log_likelihood(problem, c) + c.log_prior); });
  enumerate(problem, any,
            [&](const Configuration& c) { sum += std::exp(log_likelihood(problem, c) + c.log_prior - largest); });
  return static_cast<double>(largest + std::log(sum));
}

}  // namespace direct::oracle
