// SPDX-License-Identifier: MIT
#include "fit/fitted_posterior.h"

#include <cmath>

#include "algebra/parallel.h"

namespace direct {

FitReport ensemble_report(const std::string& start, int sweeps, double elbo, std::vector<DrawReport> draws) {
  return {.elbo = elbo,
          .converged = true,
          .stop_reason = "converged",
          .iterations = sweeps,
          .start = start,
          .trace = {{.start = start, .iteration = sweeps, .elbo = elbo}},
          .draws = std::move(draws)};
}

double unexplained_variance(const SecondMoments& statistics, const std::vector<double>& weights) {
  const LinearRegression model(statistics);
  const std::vector<double> certain(weights.size(), 0.0);
  return model.expected_square_error(weights, certain, model.residual(weights)) / statistics.num_rows;
}

double unexplained_variance(const SecondMoments& statistics, const FittedPosterior& fitted) {
  return unexplained_variance(statistics, weight_moments(fitted.fit.posterior, fitted.prior).means);
}

double expected_square_error(const SecondMoments& statistics, const WeightPrior& prior, const Posterior& q) {
  const LinearRegression model(statistics);
  if (q.deviations) {
    const Matrix points = component_points(q, prior), residuals = model.residuals(points);
    const std::vector<double> certain(points.rows(), 0.0);
    double sum = 0.0;
    for (std::size_t i = 0; i < points.cols(); ++i)
      sum += model.expected_square_error(points.column(i), certain, residuals.column(i));
    return sum / static_cast<double>(points.cols());
  }
  std::vector<double> errors(q.num_components());
  parallel_for(errors.size(), [&](std::size_t i) {
    const WeightMoments weights =
        weight_moments({.log_component_weights = {0.0}, .log_probabilities = {q.log_probabilities[i]}}, prior);
    errors[i] = model.expected_square_error(weights.means, weights.variances, model.residual(weights.means));
  });
  double sum = 0.0;
  for (std::size_t i = 0; i < errors.size(); ++i) sum += std::exp(q.log_component_weights[i]) * errors[i];
  return sum;
}

}  // namespace direct
