// SPDX-License-Identifier: MIT
#include <direct/elbo.h>
#include <direct/error.h>

#include <cmath>

#include "algebra/categorical.h"
#include "algebra/dense.h"
#include "algebra/parallel.h"

namespace direct {
namespace {

// Theorem 1, for one component of the posterior at a time. Residuals, which cost most, are those of all of them.
struct Expectations {
  std::vector<Matrix> q;
  Matrix means, variances, residuals;  // num_features x num_components
  std::vector<double> square_errors;
  std::vector<double> component_weights, noise_q;
  NoiseMoments noise;
  double square_error = 0.0;  // of the mixture
};

void fill_moments(const WeightPrior& prior, const std::vector<double>& cells, const Matrix& log_q, std::size_t i,
                  Expectations& e) {
  e.q[i] = exponentials(log_q);
  for (std::size_t j = 0; j < prior.num_features(); ++j) {
    const MeanVariance weight = moments(prior.levels.column(j), e.q[i].column(j));
    e.means(j, i) = weight.mean;
    e.variances(j, i) = weight.variance + cells[j];
  }
}

Expectations expectations(const LinearRegression& model, const WeightPrior& prior, const NoisePrior& noise,
                          const Posterior& posterior) {
  const std::size_t count = posterior.num_components();
  Expectations e{.q = std::vector<Matrix>(count),
                 .means = Matrix(prior.num_features(), count),
                 .variances = Matrix(prior.num_features(), count),
                 .component_weights = exponentials(posterior.log_component_weights),
                 .noise_q = exponentials(posterior.noise_log_probabilities)};
  const std::vector<double> cells = cell_variances(prior);
  parallel_for(count, [&](std::size_t i) { fill_moments(prior, cells, posterior.log_probabilities[i], i, e); });
  e.residuals = model.residuals(e.means);
  for (std::size_t i = 0; i < count; ++i) {
    e.square_errors.push_back(
        model.expected_square_error(e.means.column(i), e.variances.column(i), e.residuals.column(i)));
    e.square_error += e.component_weights[i] * e.square_errors[i];
  }
  e.noise = noise_moments(noise, e.noise_q);
  return e;
}

// Without what the weights' prior and entropy say.
double likelihood_and_noise(const LinearRegression& model, const NoisePrior& noise, const Posterior& posterior,
                            const Expectations& e) {
  return model.expected_log_likelihood(e.square_error, e.noise) -
         divergence(e.noise_q, posterior.noise_log_probabilities, noise.log_prior);
}

void add_likelihood_gradient(const LinearRegression& model, const WeightPrior& prior, const Expectations& e,
                             MixtureGradient& gradient) {
  parallel_for(e.q.size(), [&](std::size_t i) {
    const double alpha = e.component_weights[i];
    const LikelihoodGradient likelihood = model.gradient(e.means.column(i), e.residuals.column(i), e.noise);
    for (std::size_t j = 0; j < prior.num_features(); ++j) {
      const auto levels = view(prior.levels.column(j)).array(), q = view(e.q[i].column(j)).array();
      view(gradient.probabilities[i].column(j)).array() +=
          alpha * q * (likelihood.linear[j] + likelihood.quadratic[j] * levels) * levels;
    }
    gradient.component_weights[i] += alpha * model.expected_log_likelihood(e.square_errors[i], e.noise);
  });
}

std::vector<double> noise_logits(const LinearRegression& model, const NoisePrior& noise, const Posterior& posterior,
                                 const Expectations& e) {
  std::vector<double> gradient(e.noise_q.size());
  for (std::size_t l = 0; l < gradient.size(); ++l)
    gradient[l] = log_noise_likelihood(model.statistics().num_rows, e.square_error, noise.variances[l]) +
                  noise.log_prior[l] - posterior.noise_log_probabilities[l];
  softmax_chain_rule(e.noise_q, gradient);
  return gradient;
}

void add(const Estimate& estimate, ElboGradient& result) {
  result.elbo += estimate.value;
  result.standard_error += estimate.standard_error;  // of terms of the same samples: at most the sum
}

void add_prior(const Posterior& posterior, const WeightPrior& prior, const ElboTerms& terms, ElboGradient& result) {
  if (terms.prior != PriorBound::sampled || prior.components.empty())
    result.elbo += expected_log_prior(posterior, prior, terms.prior, &result.weights);
  else
    add(sampled_log_prior(posterior, prior, responsibilities(posterior, prior), *terms.samples, &result.weights),
        result);
}

void add_taylor(const Posterior& posterior, const Matrix& log_center, ElboGradient& result) {
  result.center_logits = Matrix(log_center.rows(), log_center.cols());
  result.elbo += taylor_entropy(posterior, log_center, TaylorScale::best, &result.weights, &result.center_logits);
  const Matrix center = exponentials(log_center);
  for (std::size_t j = 0; j < center.cols(); ++j)
    chain_rule_of_logits(center.column(j), result.center_logits.column(j));
}

void add_entropy(const Posterior& posterior, const ElboTerms& terms, ElboGradient& result) {
  switch (terms.entropy) {
    case Entropy::exact:
      if (posterior.num_components() > 1)
        throw Error(ErrorKind::usage, "a mixture of " + std::to_string(posterior.num_components()) +
                                          " components has no exact entropy; expected 1 component");
      [[fallthrough]];  // pairwise is exact for one
    case Entropy::pairwise:
      result.elbo += pairwise_entropy(posterior, &result.weights);
      break;
    case Entropy::taylor:
      add_taylor(posterior, *terms.log_center, result);
      break;
    case Entropy::sampled:
      add(sampled_entropy(posterior, *terms.samples, &result.weights), result);
      break;
  }
}

}  // namespace

double elbo(const LinearRegression& model, const WeightPrior& prior, const NoisePrior& noise,
            const Posterior& posterior) {
  return likelihood_and_noise(model, noise, posterior, expectations(model, prior, noise, posterior)) +
         expected_log_prior(posterior, prior, PriorBound::responsibility) + entropy_bound(posterior);
}

ElboGradient elbo_gradient(const LinearRegression& model, const WeightPrior& prior, const NoisePrior& noise,
                           const Posterior& posterior, const ElboTerms& terms) {
  const Expectations e = expectations(model, prior, noise, posterior);
  ElboGradient result{.elbo = likelihood_and_noise(model, noise, posterior, e),
                      .weights = zero_gradient(posterior),
                      .noise_logits = noise_logits(model, noise, posterior, e)};
  add_likelihood_gradient(model, prior, e, result.weights);
  add_prior(posterior, prior, terms, result);
  add_entropy(posterior, terms, result);
  to_logits(posterior, result.weights);
  return result;
}

}  // namespace direct
