// SPDX-License-Identifier: MIT
#include "fit/price.h"

#include <algorithm>
#include <cmath>

#include "algebra/categorical.h"

namespace direct {
namespace {

// Constants, of which there is the same number in every fit, are left out.
double expected_nll(const LinearRegression& model, const FittedPosterior& fitted) {
  const NoiseMoments noise = noise_moments(fitted.noise, exponentials(fitted.fit.posterior.noise_log_probabilities));
  const double square_error = expected_square_error(model.statistics(), fitted.prior, fitted.fit.posterior);
  return -model.expected_log_likelihood(square_error, noise) / model.statistics().num_rows;
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
