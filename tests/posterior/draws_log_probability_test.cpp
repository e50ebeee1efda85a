// SPDX-License-Identifier: MIT
#include <direct/draws.h>

#include <cmath>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "oracle/random_problem.h"

namespace direct {
namespace {

// log q of a draw by the oracle, for one component.
double enumerated_log_q(const oracle::TinyProblem& problem, const Posterior& q, const Draws& draws, std::size_t s) {
  double result = 0.0;
  oracle::enumerate(problem, q, [&](const oracle::Configuration& c) {
    bool same = c.noise_variance == draws.noise_variances[s];
    for (std::size_t j = 0; j < c.weights.size(); ++j)
      same = same && c.weights[j] == problem.prior.levels(draws.draw(s)[j], j);
    if (same) result = static_cast<double>(c.log_q);
  });
  return result;
}

RC_GTEST_PROP(LogProbabilities, EqualEnumeration, (std::uint64_t seed)) {
  const oracle::TinyProblem problem = oracle::random_problem(seed);
  const Posterior q = oracle::random_posterior(problem, seed + 1);
  const Draws draws = sample(q, problem.prior, problem.noise, 10, seed);
  const std::vector<double> found = log_probabilities(q, problem.noise, draws);
  RC_ASSERT(found.size() == 10U);
  for (std::size_t s = 0; s < 10; ++s) RC_ASSERT(std::abs(found[s] - enumerated_log_q(problem, q, draws, s)) < 1e-12);
}

TEST(LogProbabilities, OfAMixtureAreThoseOfTheWholeMixture) {
  const oracle::TinyProblem problem = oracle::random_problem(11);
  Posterior q = oracle::random_posterior(problem, 12);
  const Posterior first = q;
  Posterior second = oracle::random_posterior(problem, 13);
  second.noise_log_probabilities = first.noise_log_probabilities;
  q.log_probabilities.push_back(second.log_probabilities.front());
  q.log_component_weights = {std::log(0.3), std::log(0.7)};
  const Draws draws = sample(q, problem.prior, problem.noise, 20);
  const std::vector<double> found = log_probabilities(q, problem.noise, draws);
  for (std::size_t s = 0; s < draws.count(); ++s) {
    const double expected = 0.3 * std::exp(enumerated_log_q(problem, first, draws, s)) +
                            0.7 * std::exp(enumerated_log_q(problem, second, draws, s));
    EXPECT_NEAR(std::exp(found[s]), expected, 1e-13);
  }
}

}  // namespace
}  // namespace direct
