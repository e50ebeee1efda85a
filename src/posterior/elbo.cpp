// SPDX-License-Identifier: MIT
#include <direct/elbo.h>
#include <direct/error.h>

#include <algorithm>
#include <cmath>

#include "algebra/categorical.h"
#include "algebra/dense.h"
#include "algebra/parallel.h"

namespace direct {
namespace {

// Theorem 1, for one component of the posterior at a time. Residuals, which cost most, are those of all of them.
struct LinearExpectations {
  Matrix means, variances, residuals;  // num_features x num_components
};

void fill_moments(const WeightPrior& prior, const std::vector<double>& cells, const Matrix& log_q, std::size_t i,
                  LinearExpectations& e) {
  const Matrix q = exponentials(log_q);
  for (std::size_t j = 0; j < prior.num_features(); ++j) {
    const MeanVariance weight = moments(prior.levels.column(j), q.column(j));
    e.means(j, i) = weight.mean;
    e.variances(j, i) = weight.variance + cells[j];
  }
}

LinearExpectations linear_expectations(const LinearRegression& model, const WeightPrior& prior,
                                       const Posterior& posterior) {
  const std::size_t count = posterior.num_components();
  LinearExpectations e{.means = Matrix(prior.num_features(), count), .variances = Matrix(prior.num_features(), count)};
  const std::vector<double> cells = cell_variances(prior);
  if (posterior.deviations) {
    e.means = component_points(posterior, prior);
    for (std::size_t i = 0; i < count; ++i) std::ranges::copy(cells, e.variances.column(i).begin());
  } else
    parallel_for(count, [&](std::size_t i) { fill_moments(prior, cells, posterior.log_probabilities[i], i, e); });
  e.residuals = model.residuals(e.means);
  return e;
}

// linear_j w_jk + quadratic_j w_jk^2, at a noise of variance 1
Matrix gradient_by_probability(const LinearRegression& model, const WeightPrior& prior, std::span<const double> means,
                               std::span<const double> residual) {
  const LikelihoodGradient gradient = model.gradient(means, residual, {.log_variance = 0.0, .precision = 1.0});
  Matrix result(prior.num_levels(), prior.num_features());
  for (std::size_t j = 0; j < prior.num_features(); ++j) {
    const auto levels = view(prior.levels.column(j)).array();
    view(result.column(j)).array() = (gradient.linear[j] + gradient.quadratic[j] * levels) * levels;
  }
  return result;
}

// What the ELBO is made of besides the weights' prior and entropy.
struct NoiseExpectations {
  NoiseExpectations(const ExpectedLikelihood& likelihood, const NoisePrior& noise, const Posterior& posterior)
      : component_weights(exponentials(posterior.log_component_weights)),
        noise_q(exponentials(posterior.noise_log_probabilities)) {
    for (std::size_t l = 0; l < noise_q.size(); ++l) {
      constant += noise_q[l] * likelihood.constants[l];
      precision += noise_q[l] / noise.variances[l];
    }
    for (std::size_t i = 0; i < component_weights.size(); ++i) unit += component_weights[i] * likelihood.units[i];
  }

  double log_likelihood(double unit_of_rows) const { return constant + precision * unit_of_rows; }

  std::vector<double> component_weights, noise_q;
  double constant = 0.0, precision = 0.0;
  double unit = 0.0;  // of the mixture
};

double likelihood_and_noise(const NoiseExpectations& e, const NoisePrior& noise, const Posterior& posterior) {
  return e.log_likelihood(e.unit) - divergence(e.noise_q, posterior.noise_log_probabilities, noise.log_prior);
}

void add_likelihood_gradient(const ExpectedLikelihood& likelihood, const Posterior& posterior,
                             const NoiseExpectations& e, MixtureGradient& gradient) {
  parallel_for(posterior.num_components(), [&](std::size_t i) {
    const double alpha = e.component_weights[i];
    const Matrix q = exponentials(posterior.log_probabilities[i]);
    view(gradient.probabilities[i]).array() +=
        alpha * e.precision * view(q).array() * view(likelihood.by_probability[i]).array();
    gradient.component_weights[i] += alpha * e.log_likelihood(likelihood.units[i]);
  });
}

std::vector<double> noise_logits(const ExpectedLikelihood& likelihood, const NoisePrior& noise,
                                 const Posterior& posterior, const NoiseExpectations& e) {
  std::vector<double> gradient(e.noise_q.size());
  for (std::size_t l = 0; l < gradient.size(); ++l)
    gradient[l] = likelihood.constants[l] + e.unit / noise.variances[l] + noise.log_prior[l] -
                  posterior.noise_log_probabilities[l];
  softmax_chain_rule(e.noise_q, gradient);
  return gradient;
}

void add_scaled(const Estimate& estimate, ElboGradient& result) {
  result.elbo += estimate.value;
  result.standard_error += estimate.standard_error;  // of terms of the same samples: at most the sum
}

void add_prior(const Posterior& posterior, const WeightPrior& prior, const ElboTerms& terms, ElboGradient& result) {
  if (terms.prior != PriorBound::sampled || prior.components.empty())
    result.elbo += expected_log_prior(posterior, prior, terms.prior, &result.weights);
  else
    add_scaled(sampled_log_prior(posterior, prior, responsibilities(posterior, prior), *terms.samples, &result.weights),
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
      add_scaled(sampled_entropy(posterior, *terms.samples, &result.weights), result);
      break;
  }
}

}  // namespace

ExpectedLikelihood expected_likelihood(const LinearRegression& model, const WeightPrior& prior, const NoisePrior& noise,
                                       const Posterior& posterior, bool wants_gradient) {
  const LinearExpectations e = linear_expectations(model, prior, posterior);
  ExpectedLikelihood result;
  for (std::size_t i = 0; i < posterior.num_components(); ++i)
    result.units.push_back(
        -0.5 * model.expected_square_error(e.means.column(i), e.variances.column(i), e.residuals.column(i)));
  for (const double variance : noise.variances)
    result.constants.push_back(log_noise_likelihood(model.statistics().num_rows, 0.0, variance));
  if (!wants_gradient) return result;
  result.by_probability.resize(posterior.num_components());
  parallel_for(posterior.num_components(), [&](std::size_t i) {
    result.by_probability[i] = gradient_by_probability(model, prior, e.means.column(i), e.residuals.column(i));
  });
  return result;
}

std::vector<double> log_noise_posterior(const ExpectedLikelihood& likelihood, const NoisePrior& noise,
                                        const Posterior& posterior) {
  const double unit = NoiseExpectations(likelihood, noise, posterior).unit;
  std::vector<double> result = noise.log_prior;
  for (std::size_t l = 0; l < result.size(); ++l) result[l] += likelihood.constants[l] + unit / noise.variances[l];
  normalise_log(result);
  return result;
}

double elbo(const ExpectedLikelihood& likelihood, const WeightPrior& prior, const NoisePrior& noise,
            const Posterior& posterior) {
  return likelihood_and_noise(NoiseExpectations(likelihood, noise, posterior), noise, posterior) +
         expected_log_prior(posterior, prior, PriorBound::responsibility) + entropy_bound(posterior);
}

double elbo(const LinearRegression& model, const WeightPrior& prior, const NoisePrior& noise,
            const Posterior& posterior) {
  return elbo(expected_likelihood(model, prior, noise, posterior, false), prior, noise, posterior);
}

ElboGradient elbo_gradient(const ExpectedLikelihood& likelihood, const WeightPrior& prior, const NoisePrior& noise,
                           const Posterior& posterior, const ElboTerms& terms) {
  const NoiseExpectations e(likelihood, noise, posterior);
  ElboGradient result{.elbo = likelihood_and_noise(e, noise, posterior),
                      .weights = zero_gradient(posterior),
                      .noise_logits = noise_logits(likelihood, noise, posterior, e)};
  add_likelihood_gradient(likelihood, posterior, e, result.weights);
  add_prior(posterior, prior, terms, result);
  add_entropy(posterior, terms, result);
  to_logits(posterior, result.weights);
  return result;
}

ElboGradient elbo_gradient(const LinearRegression& model, const WeightPrior& prior, const NoisePrior& noise,
                           const Posterior& posterior, const ElboTerms& terms) {
  return elbo_gradient(expected_likelihood(model, prior, noise, posterior, true), prior, noise, posterior, terms);
}

}  // namespace direct
