// SPDX-License-Identifier: MIT
// Every prior on every kind of support against the enumeration of all weight vectors.
#include <direct/elbo.h>

#include <gtest/gtest.h>
#include <cmath>

#include "fit/coordinate_ascent.h"
#include "fit/level_grids.h"
#include "oracle/enumerate.h"
#include "oracle/property.h"
#include "oracle/random_problem.h"

namespace direct::priors_on_grids_test {
namespace {

constexpr std::size_t num_features = 3;

Matrix own_levels() {
  Matrix levels(5, num_features);
  const double steps[] = {0.3, 1.0, 0.05};
  for (std::size_t j = 0; j < num_features; ++j)
    for (std::size_t k = 0; k < 5; ++k) levels(k, j) = (static_cast<double>(k) - static_cast<double>(1 + j)) * steps[j];
  levels(4, 1) += 2.0;
  return levels;
}

std::vector<WeightPrior> priors() {
  std::vector<WeightPrior> result;
  const std::vector<double> list{-1.5, -0.1, 0.0, 0.7, 2.0};
  for (const PriorKind kind : {PriorKind::gaussian, PriorKind::uniform, PriorKind::laplace, PriorKind::spike_slab}) {
    for (const auto& levels : {even_levels(-2.0, 2.0, 4), power_levels(2.0, 5), list})
      result.push_back(make_prior(kind, levels, 0.8, num_features, 0.6));
    result.push_back(on_levels(result.back(), own_levels()));
  }
  return result;
}

oracle::TinyProblem with_prior(const WeightPrior& prior, std::uint64_t seed) {
  oracle::TinyProblem problem = oracle::random_regression(seed, 6, num_features, 3, 0.5);
  problem.prior = prior;
  return problem;
}

void expect_equal(double value, double expected) {
  ASSERT_TRUE(std::abs(value - expected) <= 1e-10 * std::max(1.0, std::abs(expected)));
}

void expect_equal(std::span<const double> values, std::span<const double> expected) {
  ASSERT_TRUE(values.size() == expected.size());
  for (std::size_t i = 0; i < values.size(); ++i) expect_equal(values[i], expected[i]);
}

PROPERTY(PriorsOnGrids, HaveTheElboAndTheGradientOfTheEnumeration, (std::uint64_t seed)) {
  for (const WeightPrior& prior : priors()) {
    const oracle::TinyProblem problem = with_prior(prior, seed);
    const SecondMoments statistics = oracle::statistics_of(problem);
    const Posterior q = oracle::random_posterior(problem, seed + 1);
    const ElboGradient gradient = elbo_gradient(LinearRegression(statistics), prior, problem.noise, q);
    const double expected = oracle::elbo(problem, q);
    expect_equal(gradient.elbo, expected);
    expect_equal(elbo(LinearRegression(statistics), prior, problem.noise, q), expected);
    expect_equal(gradient.weights.probabilities.front().values(), oracle::elbo_by_logits(problem, q).values());
  }
}

// The weight that was last is at its optimum.
PROPERTY(PriorsOnGrids, AreClimbedToTheOptimaOfTheEnumeration, (std::uint64_t seed)) {
  for (const WeightPrior& prior : priors()) {
    const oracle::TinyProblem problem = with_prior(prior, seed);
    const SecondMoments statistics = oracle::statistics_of(problem);
    const LinearRegression model(statistics);
    CoordinateAscent ascent(model, prior, problem.noise, std::vector<double>(num_features, 0.1));
    for (int sweep = 0; sweep < 3; ++sweep) {
      const double before = oracle::elbo(problem, ascent.posterior());
      const double gain = ascent.sweep_weights();
      const double after = oracle::elbo(problem, ascent.posterior());
      expect_equal(ascent.elbo(), after);
      expect_equal(before + gain, after);
      const Matrix gradient = oracle::elbo_by_logits(problem, ascent.posterior());
      expect_equal(gradient.column(num_features - 1), std::vector<double>(prior.num_levels(), 0.0));
      ascent.update_noise();
      expect_equal(ascent.elbo(), oracle::elbo(problem, ascent.posterior()));
    }
  }
}

}  // namespace
}  // namespace direct::priors_on_grids_test
