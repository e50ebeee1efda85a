// SPDX-License-Identifier: MIT
#include "fit/price.h"

#include <algorithm>
#include <cmath>

#include "algebra/categorical.h"

namespace direct {
namespace {

// At the levels, as predictions are, also of a learned grid.
double expected_square_error(const LinearRegression& model, const FittedPosterior& fitted) {
  const Posterior& q = fitted.fit.posterior;
  double sum = 0.0;
  for (std::size_t i = 0; i < q.num_components(); ++i) {
    const Posterior component{.log_component_weights = {0.0}, .log_probabilities = {q.log_probabilities[i]}};
    const WeightMoments weights = weight_moments(component, fitted.prior);
    sum += std::exp(q.log_component_weights[i]) *
           model.expected_square_error(weights.means, weights.variances, model.residual(weights.means));
  }
  return sum;
}

// Constants, of which there is the same number in every fit, are left out.
double expected_nll(const LinearRegression& model, const FittedPosterior& fitted) {
  const NoiseMoments noise = noise_moments(fitted.noise, exponentials(fitted.fit.posterior.noise_log_probabilities));
  return -model.expected_log_likelihood(expected_square_error(model, fitted), noise) / model.statistics().num_rows;
}

}  // namespace

Price price(const SecondMoments& statistics, const FittedPosterior& sparse, const FittedPosterior& plain,
            double target_scale) {
  const LinearRegression model(statistics);
  const auto rmse = [&](const FittedPosterior& fitted) {
    return target_scale * std::sqrt(std::max(0.0, unexplained_variance(statistics, fitted)));
  };
  return {.elbo = sparse.fit.report.elbo - plain.fit.report.elbo,
          .rmse = rmse(sparse) - rmse(plain),
          .nll = expected_nll(model, sparse) - expected_nll(model, plain)};
}

}  // namespace direct
