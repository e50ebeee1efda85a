// SPDX-License-Identifier: MIT
#include "predict/trust/saturation.h"
#include "oracle/property.h"

#include <cmath>

#include <gtest/gtest.h>

#include "oracle/random_problem.h"

namespace direct::saturation_test {
namespace {

PROPERTY(Saturation, IsTheShareOfEnumeratedWeightsAtTheEnds, (std::uint64_t seed)) {
  const oracle::TinyProblem problem = oracle::random_problem(seed);
  const Posterior q = oracle::random_posterior(problem, seed + 1);
  const std::size_t b = problem.prior.num_features();
  std::vector<long double> at_ends(b), prior_at_ends(b);
  oracle::enumerate(problem, q, [&](const oracle::Configuration& c) {
    for (std::size_t j = 0; j < b; ++j) {
      const auto levels = problem.prior.levels.column(j);
      if (c.weights[j] != levels.front() && c.weights[j] != levels.back()) continue;
      at_ends[j] += std::exp(c.log_q);
      prior_at_ends[j] += std::exp(c.log_prior);
    }
  });
  long double sum = 0.0L, prior_sum = 0.0L;
  std::size_t saturated = 0;
  for (std::size_t j = 0; j < b; ++j) {
    sum += at_ends[j];
    prior_sum += prior_at_ends[j];
    if (at_ends[j] > 0.5L) ++saturated;
  }
  const Saturation found = saturation(q, problem.prior);
  const auto count = static_cast<double>(b);
  ASSERT_TRUE(std::abs(found.mass_at_ends - static_cast<double>(sum) / count) < 1e-12);
  ASSERT_TRUE(std::abs(found.prior_mass_at_ends - static_cast<double>(prior_sum) / count) < 1e-12);
  ASSERT_TRUE(found.num_saturated == saturated);
}

}  // namespace
}  // namespace direct::saturation_test
