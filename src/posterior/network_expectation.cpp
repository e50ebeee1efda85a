// SPDX-License-Identifier: MIT
#include <direct/elbo.h>

#include "algebra/categorical.h"
#include "algebra/dense.h"
#include "algebra/parallel.h"

namespace direct {

ExpectedLikelihood expected_likelihood(const QuadraticNetwork& model, const WeightPrior& prior, const NoisePrior& noise,
                                       const Posterior& posterior, bool wants_gradient) {
  ExpectedLikelihood result;
  const std::size_t count = posterior.num_components();
  result.units.resize(count);
  if (wants_gradient) result.by_probability.resize(count);
  parallel_for(count, [&](std::size_t i) {
    Matrix* gradient = wants_gradient ? &result.by_probability[i] : nullptr;
    const Matrix probabilities = exponentials(posterior.log_probabilities[i]);
    result.units[i] = -0.5 * model.expected_square_error(prior.levels, probabilities, gradient);
    if (gradient) view(*gradient) *= -0.5;
  });
  for (const double variance : noise.variances)
    result.constants.push_back(log_noise_likelihood(model.num_rows(), 0.0, variance));
  return result;
}

}  // namespace direct
