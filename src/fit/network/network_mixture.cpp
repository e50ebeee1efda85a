// SPDX-License-Identifier: MIT
#include "fit/network/network_mixture.h"

#include "algebra/blas.h"
#include "algebra/dense.h"
#include "fit/mixture.h"
#include "fit/mixture_start.h"

namespace direct {
namespace {

// The derivatives of the coefficients of the output by each weight: a column each.
Matrix derivatives(const NetworkProblem& p, std::vector<double> weights) {
  Matrix result(p.statistics.num_features(), weights.size());
  for (std::size_t j = 0; j < weights.size(); ++j) {
    const double weight = weights[j], step = 1e-4 * step_of(p, j);
    weights[j] = weight + step;
    const std::vector<double> above = p.point.coefficients(weights);
    weights[j] = weight - step;
    const std::vector<double> below = p.point.coefficients(weights);
    weights[j] = weight;
    view(result.column(j)) = (view(above) - view(below)) / (2.0 * step);
  }
  return result;
}

// What a model that is linear in the weights would have seen, one that agrees with the network near its mean weights.
SecondMoments linearised(const NetworkProblem& p, const std::vector<double>& weights) {
  use_single_threaded_blas();
  const Matrix by_weight = derivatives(p, weights);
  SecondMoments result(weights.size());
  result.num_rows = p.statistics.num_rows;
  result.target_square = p.statistics.target_square;
  view(result.gram) = view(by_weight).transpose() * view(p.statistics.gram) * view(by_weight);
  return result;
}

}  // namespace

PosteriorFit fit_network_mixture(const NetworkProblem& p, const PosteriorFit& mean_field) {
  const SecondMoments linear = linearised(p, weight_moments(mean_field.posterior, p.prior).means);
  const MixtureProblem about{linear, p.prior, p.noise, mean_field.posterior, [&](const Posterior& q) {
                               return elbo(expected_likelihood(p.model, p.prior, p.noise, q, false), p.prior, p.noise,
                                           q);
                             }};
  return search_mixture(search_problem(p), p.prior, mixture_start(about, p.options),
                        mean_field.posterior.log_probabilities.front(), p.options);
}

}  // namespace direct
