// SPDX-License-Identifier: MIT
#include "predict/trust/importance.h"

#include <cmath>

#include "algebra/categorical.h"
#include "algebra/parallel.h"

namespace direct {
namespace {

double square_error(const LinearRegression& model, const std::vector<double>& weights) {
  const std::vector<double> certain(weights.size(), 0.0);
  return model.expected_square_error(weights, certain, model.residual(weights));
}

}  // namespace

std::vector<double> log_importance_ratios(const TrainedModel& model, const SecondMoments& statistics,
                                          const Draws& draws) {
  const LinearRegression likelihood(statistics);
  const Posterior prior = prior_as_posterior(model.prior, model.noise);
  std::vector<double> result = log_probabilities(prior, model.noise, draws);
  const std::vector<double> log_q = log_probabilities(model.posterior, model.noise, draws);
  parallel_for(draws.count(), [&](std::size_t s) {
    const double error = square_error(likelihood, weights_of(draws, s, model.prior));
    result[s] += log_noise_likelihood(statistics.num_rows, error, draws.noise_variances[s]) - log_q[s];
  });
  return result;
}

double weight_entropy(const Posterior& posterior) {
  double sum = 0.0;
  for (std::size_t i = 0; i < posterior.num_components(); ++i) {
    const Matrix probabilities = exponentials(posterior.log_probabilities[i]);
    const Matrix certain(probabilities.rows(), 1);
    for (std::size_t j = 0; j < probabilities.cols(); ++j)
      sum -= std::exp(posterior.log_component_weights[i]) *
             divergence(probabilities.column(j), posterior.log_probabilities[i].column(j), certain.column(0));
  }
  return sum;
}

}  // namespace direct
