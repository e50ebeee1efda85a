// SPDX-License-Identifier: MIT
#include "predict/generalized/cdf.h"

#include <algorithm>
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

// A tail is no more than 1: shapes that are too improbable to change any digit are left out.
Tails positive_tails(const Law& law, double y) {
  constexpr double negligible = 1e-14;
  Tails sum{0.0, 0.0};
  for (const auto& [shape, probability, log_probability] : law.terms->shapes) {
    if (probability <= negligible * std::min(sum.lower, sum.upper)) break;
    const IncompleteGamma found = expected_tails(law.predictor, positive_tail(y, shape, TransformKind::gamma_p),
                                                 positive_tail(y, shape, TransformKind::gamma_q));
    sum.lower += probability * found.p;
    sum.upper += probability * found.q;
  }
  return sum;
}

}  // namespace

Tails tails(const Law& law, double y) {
  return law.terms->likelihood->is_count ? count_tails(law, y) : positive_tails(law, y);
}

// Shapes of any probability count, for one may be the only one that explains a far-away y.
double log_probability(const Law& law, double y) {
  constexpr double negligible_log = 40.0;
  if (law.terms->likelihood->is_count) return log_expectation(law.predictor, count_probability(y));
  std::vector<double> parts;
  for (const auto& [shape, probability, log_probability] : law.terms->shapes) {
    const Transform density = positive_density(y, shape);
    if (!parts.empty() && log_probability + log_peak(density) < log_sum_exp(parts) - negligible_log) continue;
    parts.push_back(log_probability + log_expectation(law.predictor, density));
  }
  return log_sum_exp(parts);
}

}  // namespace direct
