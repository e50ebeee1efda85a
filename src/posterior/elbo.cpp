// SPDX-License-Identifier: MIT
#include <direct/error.h>
#include <direct/posterior.h>

#include "algebra/categorical.h"

namespace direct {
namespace {

// The entropy of a mixture has no closed form; that of a product does.
const Matrix& only_component(const Posterior& posterior) {
  if (posterior.num_components() != 1)
    throw Error(ErrorKind::usage, "the ELBO of " + std::to_string(posterior.num_components()) +
                                      " components is not exact; expected 1 component");
  return posterior.log_probabilities.front();
}

// Everything the ELBO and its gradient have in common.
struct Expectations {
  Matrix q;  // probabilities of the weights' levels
  std::vector<double> noise_q;
  WeightMoments weights;
  NoiseMoments noise;
  std::vector<double> residual;
  double square_error = 0.0;
};

Expectations expectations(const LinearRegression& model, const WeightPrior& prior, const NoisePrior& noise,
                          const Posterior& posterior) {
  Expectations e{.q = exponentials(only_component(posterior)),
                 .noise_q = exponentials(posterior.noise_log_probabilities)};
  for (std::size_t j = 0; j < prior.num_features(); ++j) {
    const MeanVariance weight = moments(prior.levels.column(j), e.q.column(j));
    e.weights.means.push_back(weight.mean);
    e.weights.variances.push_back(weight.variance);
  }
  e.noise = noise_moments(noise, e.noise_q);
  e.residual = model.residual(e.weights.means);
  e.square_error = model.expected_square_error(e.weights.means, e.weights.variances, e.residual);
  return e;
}

// Eq. 1
double elbo(const LinearRegression& model, const WeightPrior& prior, const NoisePrior& noise,
            const Posterior& posterior, const Expectations& e) {
  const Matrix& log_q = only_component(posterior);
  double value = model.expected_log_likelihood(e.square_error, e.noise);
  for (std::size_t j = 0; j < prior.num_features(); ++j)
    value -= divergence(e.q.column(j), log_q.column(j), prior.log_prior.column(j));
  return value - divergence(e.noise_q, posterior.noise_log_probabilities, noise.log_prior);
}

}  // namespace

double elbo(const LinearRegression& model, const WeightPrior& prior, const NoisePrior& noise,
            const Posterior& posterior) {
  return elbo(model, prior, noise, posterior, expectations(model, prior, noise, posterior));
}

// Eq. 6. By probabilities: likelihood + log prior - log q (the constant 1 vanishes in the chain rule).
ElboGradient elbo_gradient(const LinearRegression& model, const WeightPrior& prior, const NoisePrior& noise,
                           const Posterior& posterior) {
  const Expectations e = expectations(model, prior, noise, posterior);
  const LikelihoodGradient likelihood = model.gradient(e.weights.means, e.residual, e.noise);
  const Matrix& log_q = only_component(posterior);
  ElboGradient result{.elbo = elbo(model, prior, noise, posterior, e),
                      .weight_logits = Matrix(prior.num_levels(), prior.num_features()),
                      .noise_logits = std::vector<double>(e.noise_q.size())};
  for (std::size_t j = 0; j < prior.num_features(); ++j) {
    for (std::size_t k = 0; k < prior.num_levels(); ++k) {
      const double w = prior.levels(k, j);
      result.weight_logits(k, j) =
          (likelihood.linear[j] + likelihood.quadratic[j] * w) * w + prior.log_prior(k, j) - log_q(k, j);
    }
    softmax_chain_rule(e.q.column(j), result.weight_logits.column(j));
  }
  const double num_rows = model.statistics().num_rows;
  for (std::size_t l = 0; l < e.noise_q.size(); ++l)
    result.noise_logits[l] = log_noise_likelihood(num_rows, e.square_error, noise.variances[l]) + noise.log_prior[l] -
                             posterior.noise_log_probabilities[l];
  softmax_chain_rule(e.noise_q, result.noise_logits);
  return result;
}

}  // namespace direct
