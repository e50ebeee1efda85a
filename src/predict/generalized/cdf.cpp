// SPDX-License-Identifier: MIT
#include "predict/generalized/cdf.h"

#include <cmath>
#include <vector>

#include "algebra/categorical.h"

namespace direct {
namespace {

using Law = GeneralizedDistribution::Law;

Tails count_tails(const Law& law, double y) {
  const IncompleteGamma found =
      expected_tails(law.predictor, count_tail(y, TransformKind::gamma_p), count_tail(y, TransformKind::gamma_q));
  return {.lower = found.q, .upper = found.p};
}

Tails positive_tails(const Law& law, double y) {
  const NoiseTerms& dispersions = law.terms->posterior.noise;
  Tails sum{0.0, 0.0};
  for (std::size_t l = 0; l < dispersions.variances.size(); ++l) {
    const double shape = 1.0 / dispersions.variances[l];
    const IncompleteGamma found = expected_tails(law.predictor, positive_tail(y, shape, TransformKind::gamma_p),
                                                 positive_tail(y, shape, TransformKind::gamma_q));
    sum.lower += dispersions.probabilities[l] * found.p;
    sum.upper += dispersions.probabilities[l] * found.q;
  }
  return sum;
}

}  // namespace

Tails tails(const Law& law, double y) {
  return law.terms->likelihood == Likelihood::poisson ? count_tails(law, y) : positive_tails(law, y);
}

// Dispersions of any probability count, for one may be the only one that explains a far-away y.
double log_probability(const Law& law, double y) {
  if (law.terms->likelihood == Likelihood::poisson) return log_expectation(law.predictor, count_probability(y));
  const TrainedModel& model = law.terms->posterior.model;
  std::vector<double> parts;
  for (std::size_t l = 0; l < model.noise.variances.size(); ++l) {
    const double log_probability = model.posterior.noise_log_probabilities[l];
    if (std::isinf(log_probability)) continue;
    parts.push_back(log_probability +
                    log_expectation(law.predictor, positive_density(y, 1.0 / model.noise.variances[l])));
  }
  return log_sum_exp(parts);
}

}  // namespace direct
