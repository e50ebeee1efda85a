// SPDX-License-Identifier: MIT
#include "fit/fitted_posterior.h"

namespace direct {

double unexplained_variance(const SecondMoments& statistics, const FittedPosterior& fitted) {
  const LinearRegression model(statistics);
  const std::vector<double> means = weight_moments(fitted.fit.posterior, fitted.prior).means;
  const std::vector<double> certain(means.size(), 0.0);
  return model.expected_square_error(means, certain, model.residual(means)) / statistics.num_rows;
}

}  // namespace direct
