// SPDX-License-Identifier: MIT
#include "fit/deviations.h"

#include <gtest/gtest.h>
#include <cmath>
#include <limits>
#include <map>

#include <direct/draws.h>
#include <direct/elbo.h>

#include "fit/rounding_cost.h"
#include "oracle/random_problem.h"

namespace direct::deviations_test {
namespace {

WeightPrior gaussian_prior(std::size_t num_features) {
  return make_prior(PriorKind::gaussian, linear_grid(-3.0, 3.0, 15), 1.0, num_features);
}

FittedPosterior fitted(const oracle::TinyProblem& problem, FitOptions options) {
  options.threads = 1;
  const WeightPrior prior = gaussian_prior(problem.features.cols());
  return fit_deviations({.statistics = oracle::statistics_of(problem),
                         .prior = prior,
                         .responsibilities = {},
                         .noise = problem.noise,
                         .options = options});
}

// Bumps that overlap, as few rows as weights and next to no noise are what few levels do not hold.
oracle::TinyProblem overlapping_bumps() {
  oracle::TinyProblem problem = oracle::random_regression(15, 16, 20, 3, 1e-3);
  for (std::size_t i = 0; i < 16; ++i)
    for (std::size_t j = 0; j < 20; ++j)
      problem.features(i, j) =
          std::exp(-10.0 * std::pow(static_cast<double>(i) / 15.0 - static_cast<double>(j) / 19.0, 2));
  return problem;
}

oracle::TinyProblem nearly_collinear(double difference) {
  oracle::TinyProblem problem = oracle::random_regression(15, 2000, 6, 3, 0.01);
  for (std::size_t i = 0; i < problem.features.rows(); ++i)
    problem.features(i, 5) = problem.features(i, 4) + difference * problem.features(i, 5);
  return problem;
}

TEST(Deviations, HaveTheMeanAndTheCovarianceOfFullPrecision) {
  const oracle::TinyProblem problem = oracle::random_regression(3, 200, 5, 3, 0.3);
  const FittedPosterior fit = fitted(problem, {.components = 1000});
  const Companion companion = gaussian_companion(oracle::statistics_of(problem), gaussian_prior(5),
                                                 noise_precision(fit.fit.posterior, fit.noise));
  const WeightMoments moments = weight_moments(fit.fit.posterior, fit.prior);
  const Matrix deviations = deviation_weights(fit.fit.posterior, fit.prior);
  // Whitened by the companion's factor, L'd has the identity for its covariance.
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_NEAR(moments.means[i], companion.mean[i], 1e-3);
    for (std::size_t j = 0; j <= i; ++j) {
      double sum = 0.0;
      for (std::size_t k = 0; k < deviations.cols(); ++k) {
        double a = 0.0, b = 0.0;
        for (std::size_t l = 0; l < 5; ++l) {
          if (l >= i) a += companion.factor(l, i) * deviations(l, k);
          if (l >= j) b += companion.factor(l, j) * deviations(l, k);
        }
        sum += a * b;
      }
      EXPECT_NEAR(sum / 1000.0, i == j ? 1.0 : 0.0, 0.2) << i << " " << j;
    }
  }
}

TEST(Deviations, TakeTheBitsThatTheyNeed) {
  EXPECT_EQ(fitted(oracle::random_regression(3, 200, 5, 3, 0.3), {}).fit.posterior.deviations->num_levels, 15U);
  const FittedPosterior hard = fitted(overlapping_bumps(), {});
  EXPECT_GT(hard.fit.posterior.deviations->num_levels, 15U);
  EXPECT_LE(*hard.fit.report.rounding_cost, 0.02);
  const FittedPosterior forced = fitted(overlapping_bumps(), {.levels = 3});
  EXPECT_EQ(forced.fit.posterior.deviations->num_levels, 3U);
  EXPECT_GT(*forced.fit.report.rounding_cost, largest_trusted_cost);
}

TEST(Deviations, StayWithinTheirLevels) {
  for (const std::size_t levels : {3, 4, 15, 16, 255, 65535}) {
    const FittedPosterior fit = fitted(nearly_collinear(1e-2), {.levels = levels});
    const Deviations& deviations = *fit.fit.posterior.deviations;
    EXPECT_EQ(deviations.num_levels, levels % 2 == 1 ? levels : levels - 1);
    for (const std::int16_t code : deviations.codes)
      EXPECT_LE(std::abs(int{code}), static_cast<int>(deviations.num_levels / 2));
  }
}

// The ELBO against a plain sum over the components: square errors with the variance of the cells, densities of the
// prior on cells, and the entropy of equally probable points.
TEST(Deviations, HaveTheElboOfTheirComponents) {
  const oracle::TinyProblem problem = oracle::random_regression(5, 40, 3, 3, 0.4);
  const FittedPosterior fit = fitted(problem, {.components = 4});
  const Matrix points = component_points(fit.fit.posterior, fit.prior);
  const std::vector<double> noise = problem.noise.variances;
  double expected = 0.0;
  for (std::size_t i = 0; i < points.cols(); ++i) {
    double square = 0.0, prior = 0.0;
    for (std::size_t r = 0; r < problem.features.rows(); ++r) {
      double residual = problem.targets[r];
      for (std::size_t j = 0; j < 3; ++j) {
        residual -= problem.features(r, j) * points(j, i);
        square += std::pow(problem.features(r, j) * fit.prior.learned->steps[j], 2) / 12.0;
      }
      square += residual * residual;
    }
    for (std::size_t j = 0; j < 3; ++j) {
      const double step = fit.prior.learned->steps[j];
      prior += std::log(step) - 0.5 * std::log(2.0 * M_PI) - 0.5 * (points(j, i) * points(j, i) + step * step / 12.0);
    }
    double likelihood = 0.0;
    for (std::size_t l = 0; l < noise.size(); ++l) {
      const double q = std::exp(fit.fit.posterior.noise_log_probabilities[l]);
      if (q > 0.0)
        likelihood += q * (log_noise_likelihood(40.0, square, noise[l]) + problem.noise.log_prior[l] - std::log(q));
    }
    expected += (likelihood + prior) / static_cast<double>(points.cols());
  }
  expected += std::log(static_cast<double>(points.cols()));
  EXPECT_NEAR(fit.fit.report.elbo, expected, 1e-10 * std::abs(expected));
}

TEST(Deviations, AreTheSameForAnyNumberOfThreads) {
  const oracle::TinyProblem problem = oracle::random_regression(5, 60, 8, 3, 0.4);
  const WeightPrior prior = gaussian_prior(8);
  const SecondMoments statistics = oracle::statistics_of(problem);
  std::vector<Deviations> found;
  for (const int threads : {1, 2})
    found.push_back(*fit_deviations({.statistics = statistics,
                                     .prior = prior,
                                     .responsibilities = {},
                                     .noise = problem.noise,
                                     .options = {.threads = threads}})
                         .fit.posterior.deviations);
  EXPECT_EQ(found[0], found[1]);
}

TEST(Deviations, AreWhatSamplesAre) {
  const FittedPosterior fit = fitted(oracle::random_regression(3, 200, 5, 3, 0.3), {.components = 3});
  const Matrix points = component_points(fit.fit.posterior, fit.prior);
  const Draws draws = sample(fit.fit.posterior, fit.prior, fit.noise, 400, 7);
  std::map<std::size_t, int> counts;
  for (std::size_t s = 0; s < draws.count(); ++s) {
    const std::vector<double> weights = weights_of(draws, s, fit.prior);
    std::size_t match = points.cols();
    for (std::size_t i = 0; i < points.cols(); ++i) {
      bool same = true;
      for (std::size_t j = 0; j < 5; ++j) same &= std::abs(points(j, i) - weights[j]) < 1e-12;
      if (same) match = i;
    }
    ASSERT_LT(match, points.cols());
    ++counts[match];
  }
  EXPECT_EQ(counts.size(), 6U);
  for (const double log_q : log_probabilities(fit.fit.posterior, fit.noise, draws))
    EXPECT_LE(log_q, -std::log(6.0) + 1e-12);
}

// The closed form against the expected loss of Gaussians of the two variances, and the average row against rows.
TEST(RoundingCost, IsZeroWithoutRoundingAndGrowsWithIt) {
  const oracle::TinyProblem problem = oracle::random_regression(3, 200, 4, 3, 0.3);
  const SecondMoments statistics = oracle::statistics_of(problem);
  const WeightPrior prior = gaussian_prior(4);
  const OrderedCompanion companion = ordered_companion(statistics, prior, 4.0);
  Matrix rows(4, 200);
  for (std::size_t i = 0; i < 200; ++i)
    for (std::size_t j = 0; j < 4; ++j) rows(j, i) = problem.features(i, j);
  const Matrix exact(4, 3, 0.05);
  const std::vector<double> none(4, 0.0), shares(4, 1.0);
  for (const Matrix* where : {static_cast<const Matrix*>(&rows), static_cast<const Matrix*>(nullptr)}) {
    const RoundingCost cost(statistics, companion, shares, 4.0, where);
    EXPECT_NEAR(cost({.exact = exact, .rounded = exact, .centre_error = none}), 0.0, 1e-12);
    double before = 0.0;
    for (const double error : {0.01, 0.1, 1.0}) {
      Matrix rounded(4, 3, 0.05);
      rounded(0, 0) += error;
      rounded(0, 1) -= error;
      const double now = cost({.exact = exact, .rounded = rounded, .centre_error = none});
      EXPECT_GT(now, before);
      before = now;
    }
    const std::vector<double> shift(4, 0.1);
    EXPECT_GT(cost({.exact = exact, .rounded = exact, .centre_error = shift}), 0.0);
  }
}

}  // namespace
}  // namespace direct::deviations_test
