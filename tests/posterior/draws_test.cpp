// SPDX-License-Identifier: MIT
#include <direct/draws.h>
#include <direct/error.h>

#include <cmath>
#include <map>

#include <gtest/gtest.h>
#include <boost/math/distributions/chi_squared.hpp>

#include "data/test_files.h"
#include "oracle/property.h"
#include "oracle/random_problem.h"
#include "oracle/threads.h"

namespace direct::draws_test {
namespace {

using oracle::TinyProblem;

Posterior mixture(const Posterior& first, const Posterior& second, double first_weight) {
  Posterior q = first;
  q.log_component_weights = {std::log(first_weight), std::log1p(-first_weight)};
  q.log_probabilities.push_back(second.log_probabilities.front());
  return q;
}

Posterior random_mixture(const TinyProblem& problem, std::uint64_t seed) {
  return mixture(oracle::random_posterior(problem, seed), oracle::random_posterior(problem, seed + 1), 0.3);
}

Draws sample(const TinyProblem& problem, const Posterior& q, std::size_t count, std::uint64_t seed = 0,
             std::size_t first = 0) {
  return sample(q, problem.prior, problem.noise, count, seed, first);
}

// The weights of a draw, then its noise variance: what tells configurations apart.
using Point = std::vector<double>;

Point point(std::vector<double> weights, double noise_variance) {
  weights.push_back(noise_variance);
  return weights;
}

std::map<Point, long double> enumerated_log_q(const TinyProblem& problem, const Posterior& q) {
  std::map<Point, long double> log_q;
  oracle::enumerate(problem, q,
                    [&](const oracle::Configuration& c) { log_q[point(c.weights, c.noise_variance)] = c.log_q; });
  return log_q;
}

std::map<Point, double> frequencies(const Draws& draws, const WeightPrior& prior) {
  std::map<Point, double> counts;
  for (std::size_t s = 0; s < draws.count(); ++s)
    ++counts[point(weights_of(draws, s, prior), draws.noise_variances[s])];
  return counts;
}

// Pearson's statistic, where cells that expect fewer than ten draws are one.
struct ChiSquare {
  double statistic = 0.0;
  int num_cells = 0;

  void add(double expected, double found) {
    statistic += (found - expected) * (found - expected) / expected;
    ++num_cells;
  }
};

double p_value(const TinyProblem& problem, const Posterior& q, const Draws& draws) {
  std::map<Point, double> counts = frequencies(draws, problem.prior);
  ChiSquare chi_square;
  double rare_expected = 0.0, rare_found = 0.0;
  for (const auto& [point, log_q] : enumerated_log_q(problem, q)) {
    const double expected = static_cast<double>(std::exp(log_q)) * static_cast<double>(draws.count());
    if (expected >= 10.0) {
      chi_square.add(expected, counts[point]);
    } else {
      rare_expected += expected;
      rare_found += counts[point];
    }
  }
  if (rare_expected > 0.0) chi_square.add(rare_expected, rare_found);
  return boost::math::cdf(
      boost::math::complement(boost::math::chi_squared(chi_square.num_cells - 1), chi_square.statistic));
}

// The seeds are fixed, so this is no game of chance.
TEST(Sample, FrequenciesAreTheProbabilities) {
  for (const std::size_t num_features : {2, 3})
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
      const TinyProblem problem = oracle::random_regression(seed, 3, num_features, 4, 0.5);
      for (const Posterior& q : {oracle::random_posterior(problem, seed), random_mixture(problem, seed)})
        EXPECT_GT(p_value(problem, q, sample(problem, q, 50'000, seed)), 1e-3) << num_features << " " << seed;
    }
}

TEST(Sample, FrequenciesOfAnotherDistributionDiffer) {
  const TinyProblem problem = oracle::random_regression(1, 3, 2, 4, 0.5);
  const Draws draws = sample(problem, oracle::random_posterior(problem, 1), 50'000);
  EXPECT_LT(p_value(problem, oracle::random_posterior(problem, 2), draws), 1e-6);
}

// Two components that agree with themselves only: weights of one draw come from the same component.
TEST(Sample, OfAMixtureKeepsTheWeightsOfADrawTogether) {
  const TinyProblem problem = oracle::random_regression(1, 3, 3, 2, 0.5);
  Posterior low = prior_as_posterior(problem.prior, problem.noise), high = low;
  for (std::size_t j = 0; j < 3; ++j) {
    low.log_probabilities[0](0, j) = high.log_probabilities[0](1, j) = 0.0;
    low.log_probabilities[0](1, j) = high.log_probabilities[0](0, j) = -HUGE_VAL;
  }
  const Posterior q = mixture(low, high, 0.25);
  const Draws draws = sample(problem, q, 10'000);
  std::size_t num_low = 0;
  for (std::size_t s = 0; s < draws.count(); ++s) {
    const auto codes = draws.draw(s);
    ASSERT_TRUE(codes[0] == codes[1] && codes[1] == codes[2]);
    if (codes[0] == 0) ++num_low;
  }
  EXPECT_NEAR(static_cast<double>(num_low), 2500.0, 5.0 * std::sqrt(10'000 * 0.25 * 0.75));
  for (const double log_q : log_probabilities(q, problem.noise, draws)) EXPECT_TRUE(std::isfinite(log_q));
}

PROPERTY(Sample, NeverDrawsALevelOfProbabilityZero, (std::uint64_t seed)) {
  const TinyProblem problem = oracle::random_problem(seed);
  const std::size_t num_levels = problem.prior.num_levels();
  const std::size_t only = seed % num_levels;
  Posterior q = oracle::random_posterior(problem, seed);
  for (std::size_t k = 0; k < num_levels; ++k) q.log_probabilities[0](k, 0) = k == only ? 0.0 : -HUGE_VAL;
  q.noise_log_probabilities.assign(q.noise_log_probabilities.size(), -HUGE_VAL);
  q.noise_log_probabilities[0] = -1e-9;  // a sum that rounding left below one
  const Draws draws = sample(problem, q, 200, seed);
  for (std::size_t s = 0; s < draws.count(); ++s) {
    ASSERT_TRUE(draws.draw(s)[0] == only);
    ASSERT_TRUE(draws.noise_variances[s] == problem.noise.variances[0]);
  }
}

PROPERTY(Sample, DoesNotDependOnTheThreads, (std::uint64_t seed)) {
  const TinyProblem problem = oracle::random_problem(seed);
  const Posterior q = random_mixture(problem, seed);
  const auto drawn_by = [&](int threads) {
    return oracle::on_threads(threads, [&] { return sample(problem, q, 300, seed); });
  };
  const Draws draws = drawn_by(1);
  for (const int threads : {2, 5}) ASSERT_TRUE(drawn_by(threads) == draws);
}

PROPERTY(Sample, ADrawDependsOnItsIndexAndTheSeedOnly, (std::uint64_t seed)) {
  const TinyProblem problem = oracle::random_problem(seed);
  const Posterior q = random_mixture(problem, seed);
  const Draws all = sample(problem, q, 64, seed), start = sample(problem, q, 10, seed),
              rest = sample(problem, q, 54, seed, 10);
  for (std::size_t s = 0; s < all.count(); ++s) {
    const Draws& part = s < 10 ? start : rest;
    const std::size_t index = s < 10 ? s : s - 10;
    ASSERT_TRUE(std::ranges::equal(all.draw(s), part.draw(index)));
    ASSERT_TRUE(all.noise_variances[s] == part.noise_variances[index]);
  }
  if (all.num_features > 1) {
    ASSERT_TRUE(sample(problem, q, 64, seed + 1) != all);
  }
}

TEST(Sample, RefusesCountsThatMakeNoSense) {
  const TinyProblem problem = oracle::random_regression(1, 3, 3, 2, 0.5);
  const Posterior q = oracle::random_posterior(problem, 1);
  EXPECT_EQ(thrown_by([&] { sample(problem, q, 0); }), usage_error("expected at least 1 draw, found 0"));
  const auto thrown = thrown_by([&] { sample(problem, q, ~std::size_t{0} / 3 + 1); });  // times 3 is 2
  ASSERT_TRUE(thrown);
  EXPECT_EQ(thrown->kind, ErrorKind::resource);
}

TEST(Sample, StopsWhenItIsTold) {
  const TinyProblem problem = oracle::random_regression(1, 3, 3, 2, 0.5);
  const Posterior q = oracle::random_posterior(problem, 1);
  std::vector<double> done;
  const auto stop_at_the_second = [&](const ProgressEvent& event) {
    done.push_back(event.done);
    return done.size() < 2;
  };
  const std::size_t count = 1'000'000;
  EXPECT_THROW(sample(q, problem.prior, problem.noise, count, 0, 10, stop_at_the_second), Interrupted);
  ASSERT_EQ(done.size(), 2U);
  EXPECT_EQ(done[0], 10.0);
  EXPECT_GT(done[1], 10.0);
}

PROPERTY(LogProbabilities, EqualEnumeration, (std::uint64_t seed)) {
  const TinyProblem problem = oracle::random_problem(seed);
  for (const Posterior& q : {oracle::random_posterior(problem, seed), random_mixture(problem, seed)}) {
    const std::map<Point, long double> expected = enumerated_log_q(problem, q);
    const Draws draws = sample(problem, q, 50, seed);
    const std::vector<double> log_q = log_probabilities(q, problem.noise, draws);
    ASSERT_TRUE(log_q.size() == draws.count());
    for (std::size_t s = 0; s < draws.count(); ++s) {
      const Point drawn = point(weights_of(draws, s, problem.prior), draws.noise_variances[s]);
      ASSERT_TRUE(std::abs(log_q[s] - static_cast<double>(expected.at(drawn))) < 1e-10);
    }
  }
}

TEST(LogProbabilities, OfTheImpossibleAreMinusInfinity) {
  const TinyProblem problem = oracle::random_regression(1, 3, 2, 2, 0.5);
  const Posterior q = random_mixture(problem, 1);
  Posterior never = q;
  for (Matrix& component : never.log_probabilities) component(0, 0) = component(1, 0) = -HUGE_VAL;
  for (const double value : log_probabilities(never, problem.noise, sample(problem, q, 5))) EXPECT_EQ(value, -HUGE_VAL);
}

TEST(DrawsShares, CountExactZerosAndMiddleCodesApart) {
  const Draws draws{
      .num_features = 2, .num_levels = 3, .codes = {0, 1, 1, 1, 2, 0, 0, 1}, .noise_variances = {1.0, 1.0, 1.0, 1.0}};
  WeightPrior prior = make_prior(PriorKind::uniform, std::vector<double>{0.0, 0.5, 1.0}, 1.0, 2);
  EXPECT_EQ(zero_codes(draws), 0.5);
  EXPECT_EQ(sparsity(draws, prior), 3.0 / 8.0);
  prior.levels(0, 1) = -1.0;  // now only the first weight can be zero
  EXPECT_EQ(sparsity(draws, prior), 2.0 / 8.0);
  const Draws even{.num_features = 1, .num_levels = 2, .codes = {0, 1}, .noise_variances = {1.0, 1.0}};
  EXPECT_EQ(zero_codes(even), 0.5);  // the upper of the two in the middle
}

TEST(DrawsShares, ApproachWhatThePosteriorExpects) {
  TinyProblem problem = oracle::random_regression(3, 3, 3, 5, 0.5);
  const Posterior q = random_mixture(problem, 4);
  const Draws draws = sample(problem, q, 100'000);
  EXPECT_NEAR(sparsity(draws, problem.prior), sparsity(q, problem.prior), 5e-3);
  EXPECT_NEAR(zero_codes(draws), zero_codes(q, problem.prior), 5e-3);
}

TEST(Draws, OfAnotherShapeAreRefused) {
  const TinyProblem problem = oracle::random_regression(1, 3, 2, 3, 0.5),
                    wider = oracle::random_regression(1, 3, 3, 3, 0.5),
                    finer = oracle::random_regression(1, 3, 2, 4, 0.5);
  const Posterior q = oracle::random_posterior(problem, 1);
  const Draws draws = sample(problem, q, 4);
  EXPECT_EQ(thrown_by([&] { sparsity(draws, wider.prior); }),
            usage_error("the draws are of 2 weights of 3 levels, expected those of a model of 3 weights of 3 levels"));
  EXPECT_TRUE(thrown_by([&] { weights_of(draws, 0, finer.prior); }));
  EXPECT_TRUE(thrown_by([&] { log_probabilities(oracle::random_posterior(wider, 1), problem.noise, draws); }));
  EXPECT_EQ(thrown_by([&] { weights_of(draws, 4, problem.prior); }), usage_error("there is no draw 4 of 4"));
  Draws foreign = draws;
  foreign.noise_variances[2] = 123.0;
  EXPECT_EQ(thrown_by([&] { log_probabilities(q, problem.noise, foreign); }),
            usage_error("a draw has a noise variance that the model does not have"));
}

}  // namespace
}  // namespace direct::draws_test
