// SPDX-License-Identifier: MIT
#include <direct/elbo.h>

#include <gtest/gtest.h>
#include <cmath>

#include "oracle/enumerate.h"
#include "oracle/property.h"
#include "oracle/random_problem.h"

namespace direct::expected_log_prior_test {
namespace {

PROPERTY(ExpectedLogPrior, OfAProductPriorIsExact, (std::uint64_t seed)) {
  const oracle::TinyProblem problem = oracle::random_problem(seed);
  const Posterior q = oracle::random_mixture(problem, 1 + seed % 4, seed + 1);
  const double exact = oracle::expected_log_prior(problem, q);
  for (const PriorBound bound : {PriorBound::jensen, PriorBound::responsibility})
    ASSERT_TRUE(std::abs(expected_log_prior(q, problem.prior, bound) - exact) < 1e-12 * std::max(1.0, std::abs(exact)));
}

PROPERTY(ExpectedLogPrior, BoundsTheExactValueAndResponsibilityIsTighterThanJensen, (std::uint64_t seed)) {
  const auto problem = oracle::with_mixture_prior(oracle::random_problem(seed), 2 + seed % 3, seed + 2);
  const Posterior q = oracle::random_mixture(problem, 1 + seed % 4, seed + 1);
  const double jensen = expected_log_prior(q, problem.prior, PriorBound::jensen);
  const double responsibility = expected_log_prior(q, problem.prior, PriorBound::responsibility);
  ASSERT_TRUE(jensen <= responsibility + 1e-12);
  ASSERT_TRUE(responsibility <= oracle::expected_log_prior(problem, q) + 1e-12);
}

// Theorem 4 holds with equality exactly then.
PROPERTY(ExpectedLogPrior, OfEqualComponentsIsExact, (std::uint64_t seed)) {
  auto problem = oracle::with_mixture_prior(oracle::random_problem(seed), 3, seed + 2);
  for (PriorComponent& component : problem.prior.components)
    component.log_prior = problem.prior.components.front().log_prior;
  const Posterior q = oracle::random_mixture(problem, 1 + seed % 4, seed + 1);
  const double exact = oracle::expected_log_prior(problem, q);
  for (const PriorBound bound : {PriorBound::jensen, PriorBound::responsibility})
    ASSERT_TRUE(std::abs(expected_log_prior(q, problem.prior, bound) - exact) < 1e-12 * std::max(1.0, std::abs(exact)));
}

PROPERTY(Responsibilities, SumToOneAndFavourTheComponentThatExpectsMore, (std::uint64_t seed)) {
  const auto problem = oracle::with_mixture_prior(oracle::random_problem(seed), 3, seed + 2);
  const Posterior q = oracle::random_mixture(problem, 2, seed + 1);
  for (const std::vector<double>& row : responsibilities(q, problem.prior)) {
    ASSERT_TRUE(row.size() == 3U);
    ASSERT_TRUE(std::abs(row[0] + row[1] + row[2] - 1.0) < 1e-12);
  }
}

}  // namespace
}  // namespace direct::expected_log_prior_test
