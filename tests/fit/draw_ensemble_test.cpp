// SPDX-License-Identifier: MIT
#include "fit/draw_ensemble.h"

#include <gtest/gtest.h>
#include <algorithm>
#include <cmath>

#include <direct/elbo.h>
#include <direct/error.h>

#include "algebra/cholesky.h"
#include "algebra/dense.h"
#include "fit/rounded_draw.h"
#include "models/precision.h"
#include "oracle/enumerate.h"
#include "oracle/property.h"
#include "oracle/random_problem.h"
#include "oracle/threads.h"

namespace direct::draw_ensemble_test {
namespace {

double quadratic_form(const Matrix& a, std::span<const double> point, std::span<const double> center) {
  const Eigen::VectorXd error = view(point) - view(center);
  return error.dot(view(a) * error);
}

FitOptions draws(std::size_t count, std::uint64_t seed = 0) {
  return {.posterior = PosteriorKind::draws, .components = count, .seed = seed};
}

PosteriorFit fitted(const oracle::TinyProblem& problem, const FitOptions& options) {
  return fit_posterior(oracle::statistics_of(problem), problem.prior, problem.noise, options);
}

Posterior mean_field_of(const oracle::TinyProblem& problem) { return fitted(problem, {}).posterior; }

void expect_whole(const oracle::TinyProblem& problem, const PosteriorFit& fit) {
  EXPECT_TRUE(std::isfinite(fit.report.elbo));
  const WeightMoments weights = weight_moments(fit.posterior, problem.prior);
  for (const double mean : weights.means) EXPECT_TRUE(std::isfinite(mean));
  for (const double variance : weights.variances) EXPECT_GE(variance, 0.0);
  for (const double value : fit.posterior.noise_log_probabilities) EXPECT_LE(value, 0.0);
  for (const DrawReport& draw : fit.report.draws) EXPECT_GE(draw.distortion, 0.0);
}

PROPERTY(CompanionDraws, ComeInPairsAboutTheMean, (std::uint64_t seed)) {
  const oracle::TinyProblem problem = oracle::random_regression(seed, 30, 12, 5, 0.5);
  const OrderedCompanion companion = ordered_companion(oracle::statistics_of(problem), problem.prior, 4.0);
  const Matrix draws = companion_draws(companion, 7, seed);
  for (std::size_t s = 0; s + 1 < draws.cols(); s += 2)
    for (std::size_t j = 0; j < draws.rows(); ++j) {
      ASSERT_TRUE(std::abs(0.5 * (draws(j, s) + draws(j, s + 1)) - companion.mean[j]) < 1e-13);
      ASSERT_TRUE(draws(j, s) != draws(j, s + 1));
    }
}

// (draw - mean)' A (draw - mean) is the sum of the squares of the normal numbers, in any order of the factorisation.
PROPERTY(CompanionDraws, AreNormalNumbersInTheMetric, (std::uint64_t seed)) {
  const oracle::TinyProblem problem = oracle::random_regression(seed, 30, 12, 5, 0.5);
  const SecondMoments statistics = oracle::statistics_of(problem);
  const Matrix precision = precision_matrix(statistics.gram, 4.0, problem.prior.variances);
  std::vector<std::size_t> order(12);
  for (std::size_t j = 0; j < order.size(); ++j) order[j] = (5 * j + seed % 12) % 12;
  const OrderedCompanion one = ordered_companion(statistics, problem.prior, 4.0);
  const OrderedCompanion other = ordered_companion(statistics, problem.prior, 4.0, order);
  const Matrix of_one = companion_draws(one, 4, seed), of_other = companion_draws(other, 4, seed);
  for (std::size_t s = 0; s < 4; ++s) {
    const double square = quadratic_form(precision, of_one.column(s), one.mean);
    ASSERT_TRUE(std::abs(square - quadratic_form(precision, of_other.column(s), other.mean)) < 1e-9 * square);
  }
}

// An entry of the sample covariance of N pairs has a variance of (S_ii S_jj + S_ij^2) / N. Five deviations, 36 entries.
TEST(CompanionDraws, HaveTheCompanionsCovariance) {
  const oracle::TinyProblem problem = oracle::random_regression(7, 20, 8, 5, 0.5);
  const SecondMoments statistics = oracle::statistics_of(problem);
  const OrderedCompanion companion = ordered_companion(statistics, problem.prior, 4.0);
  Matrix expected = gaussian_companion(statistics, problem.prior, 4.0).factor;
  invert_factorised(expected);
  constexpr std::size_t num_pairs = 20000;
  const Matrix draws = companion_draws(companion, 2 * num_pairs, 3);
  const Eigen::MatrixXd deviations = view(draws).colwise() - view(companion.mean);
  Matrix found(8, 8);
  view(found) = deviations * deviations.transpose() / static_cast<double>(draws.cols());
  for (std::size_t i = 0; i < 8; ++i)
    for (std::size_t j = 0; j <= i; ++j) {
      const double variance = (expected(i, i) * expected(j, j) + expected(i, j) * expected(i, j)) / num_pairs;
      EXPECT_NEAR(found(i, j), expected(i, j), 5.0 * std::sqrt(variance));
    }
}

PROPERTY(RoundedDraw, IsALocalOptimumOfTheGridNoFartherThanTheLatticePoint, (std::uint64_t seed)) {
  const oracle::TinyProblem problem = oracle::random_regression(seed, 15, 12, seed % 2 == 0 ? 4 : 15, 0.3);
  const SecondMoments statistics = oracle::statistics_of(problem);
  const double tau = 9.0;
  const OrderedCompanion companion = ordered_companion(statistics, problem.prior, tau);
  const Matrix precision = precision_matrix(statistics.gram, tau, problem.prior.variances);
  const Matrix draws = companion_draws(companion, 6, seed);
  for (std::size_t s = 0; s < draws.cols(); ++s) {
    const RoundedDraw rounded = rounded_draw({statistics, problem.prior, tau}, companion, draws.column(s));
    const std::vector<double> start = lattice_point(companion, draws.column(s), problem.prior.levels);
    const double found = quadratic_form(precision, rounded.point, draws.column(s));
    const double tolerance = 1e-8 * (1.0 + found);
    ASSERT_TRUE(found <= quadratic_form(precision, start, draws.column(s)) + tolerance);
    ASSERT_TRUE(rounded.refined == (rounded.point != start));
    for (std::size_t j = 0; j < rounded.point.size(); ++j) {
      const auto levels = problem.prior.levels.column(j);
      ASSERT_TRUE(std::find(levels.begin(), levels.end(), rounded.point[j]) != levels.end());
      std::vector<double> moved = rounded.point;
      for (const double level : levels) {
        moved[j] = level;
        ASSERT_TRUE(quadratic_form(precision, moved, draws.column(s)) >= found - tolerance);
      }
    }
    const double square = quadratic_form(statistics.gram, rounded.point, draws.column(s));
    ASSERT_TRUE(std::abs(rounded.distortion - tau * square / statistics.num_rows) < 1e-10 * (1.0 + rounded.distortion));
  }
}

TEST(DrawEnsemble, RefinementHelpsSomewhere) {
  const oracle::TinyProblem problem = oracle::random_regression(4, 60, 40, 63, 1.0);
  const PosteriorFit fit = fitted(problem, draws(20));
  const auto fates = [&](DrawFate fate) {
    return std::ranges::count(fit.report.draws, fate, [](const DrawReport& draw) { return draw.fate; });
  };
  EXPECT_GT(fates(DrawFate::refined), 0);
  EXPECT_GT(fit.report.iterations, 1);
}

PROPERTY(DrawEnsemble, IsAMixtureOfEqualPointMassesBelowTheEvidence, (std::uint64_t seed)) {
  oracle::TinyProblem problem = oracle::random_regression(seed, 8, 2, 15, 1.0);
  const PosteriorFit fit = fitted(problem, draws(6, seed));
  expect_whole(problem, fit);
  ASSERT_TRUE(fit.report.draws.size() == 6U);
  ASSERT_TRUE(fit.report.start == "draws");
  ASSERT_TRUE(fit.report.converged);
  ASSERT_TRUE(fit.report.elbo <= oracle::elbo(problem, fit.posterior) + 1e-9);
  ASSERT_TRUE(fit.report.elbo <= oracle::log_evidence(problem) + 1e-9);
  std::size_t kept = 0;
  for (const DrawReport& draw : fit.report.draws) {
    ASSERT_TRUE((draw.distortion > 0.05) == (draw.fate == DrawFate::replaced));
    if (draw.fate != DrawFate::replaced) ++kept;
  }
  ASSERT_TRUE(fit.posterior.num_components() == kept + (kept < 6 ? 1 : 0));
  for (std::size_t i = 0; i < kept; ++i) {
    ASSERT_TRUE(std::abs(fit.posterior.log_component_weights[i] + std::log(6.0)) < 1e-15);
    ASSERT_TRUE(is_point_mass(fit.posterior.log_probabilities[i]));
  }
}

TEST(DrawEnsemble, ApproachesTheFloatDrawsOnAFineGrid) {
  oracle::TinyProblem problem = oracle::random_regression(11, 40, 10, 255, 1.0);
  problem.noise = make_noise_prior({1.0});
  const SecondMoments statistics = oracle::statistics_of(problem);
  const Matrix exact = companion_draws(ordered_companion(statistics, problem.prior, 1.0), 40, 5);
  const PosteriorFit fit = fitted(problem, draws(40, 5));
  ASSERT_EQ(fit.posterior.num_components(), 40U);
  const double step = problem.prior.levels(1, 0) - problem.prior.levels(0, 0);
  const WeightMoments found = weight_moments(fit.posterior, problem.prior);
  for (std::size_t j = 0; j < 10; ++j) {
    const Eigen::VectorXd values = view(exact).row(static_cast<Eigen::Index>(j));
    const double mean = values.mean(), deviation = std::sqrt((values.array() - mean).square().mean());
    EXPECT_NEAR(found.means[j], mean, step);
    EXPECT_NEAR(std::sqrt(found.variances[j]), deviation, step);
  }
  for (const DrawReport& draw : fit.report.draws) EXPECT_LT(draw.distortion, 0.01);
}

TEST(DrawEnsemble, OnASupportThatIsTooNarrowIsTheMeanFieldPosterior) {
  oracle::TinyProblem problem = oracle::random_regression(3, 200, 6, 7, 0.1);
  problem.prior = make_prior(PriorKind::gaussian, linear_grid(-0.01, 0.01, 7), 1.0, 6);
  problem.noise = make_noise_prior({0.01});
  const PosteriorFit fit = fitted(problem, draws(20));
  expect_whole(problem, fit);
  EXPECT_EQ(fit.posterior.num_components(), 1U);
  for (const DrawReport& draw : fit.report.draws) EXPECT_EQ(draw.fate, DrawFate::replaced);
  ASSERT_EQ(fit.report.notes.size(), 1U);
  EXPECT_EQ(
      fit.report.notes[0],
      "20 of 20 draws do not fit on the grid (distortion above 0.05) and are replaced by the mean-field posterior; "
      "more `levels` hold more");
  EXPECT_TRUE(fit.posterior.log_probabilities == mean_field_of(problem).log_probabilities);
}

// Some of the draws of one wide weight fall off its grid.
TEST(DrawEnsemble, ReplacesTheDrawsThatDoNotFit) {
  SecondMoments statistics(1);
  statistics.num_rows = 100.0;
  statistics.gram(0, 0) = 100.0;
  statistics.target_square = 100.0;
  const WeightPrior prior = make_prior(PriorKind::gaussian, linear_grid(-0.1, 0.1, 15), 100.0, 1);
  int calls = 0;
  const NoisePrior noise = make_noise_prior({1.0});
  const auto mean_field = [&] {
    ++calls;
    return fit_posterior(statistics, prior, noise, {.posterior = PosteriorKind::mean_field}).posterior;
  };
  statistics.num_rows = 0.05;  // so that every draw that is off the grid counts
  const PosteriorFit fit =
      fit_draws(statistics, prior, noise, draws(100), {.product = prior, .known = {}, .mean_field = mean_field});
  const auto replaced = fit.report.notes.size();
  EXPECT_EQ(replaced, 1U);
  EXPECT_EQ(calls, 1);
  EXPECT_TRUE(std::isfinite(fit.report.elbo));
  const auto num_replaced = std::count_if(fit.report.draws.begin(), fit.report.draws.end(),
                                          [](const DrawReport& draw) { return draw.fate == DrawFate::replaced; });
  const auto kept = static_cast<std::size_t>(100 - num_replaced);
  EXPECT_GT(kept, 0U);
  ASSERT_EQ(fit.posterior.num_components(), kept + 1);
  for (std::size_t i = 0; i < kept; ++i) EXPECT_TRUE(is_point_mass(fit.posterior.log_probabilities[i]));
  EXPECT_FALSE(is_point_mass(fit.posterior.log_probabilities.back()));
  EXPECT_NEAR(std::exp(fit.posterior.log_component_weights.back()), static_cast<double>(num_replaced) / 100.0, 1e-12);
}

TEST(DrawEnsemble, NeedsNoMeanFieldWhereTheDrawsFit) {
  const oracle::TinyProblem problem = oracle::random_regression(11, 40, 10, 255, 1.0);
  const auto mean_field = []() -> Posterior { throw Error(ErrorKind::usage, "nobody needs this"); };
  EXPECT_NO_THROW(fit_draws(oracle::statistics_of(problem), problem.prior, problem.noise, draws(10),
                            {.product = problem.prior, .known = {}, .mean_field = mean_field}));
}

TEST(DrawEnsemble, TakesTheNoiseFromItsDraws) {
  oracle::TinyProblem problem = oracle::random_regression(2, 400, 8, 255, 0.5);
  problem.noise = make_noise_prior(logarithmic_grid(0.001, 4.0, 40));
  const PosteriorFit fit = fitted(problem, draws(20));
  EXPECT_NEAR(noise_variance(fit.posterior, problem.noise), 0.25, 0.06);
  EXPECT_NEAR(noise_precision(fit.posterior, problem.noise), 4.0, 1.0);
  // So do the draws: their distortion is in units of that noise.
  for (const DrawReport& draw : fit.report.draws) EXPECT_LT(draw.distortion, 0.01);
}

TEST(DrawEnsemble, TakesAMixturePriorAtTheResponsibilitiesOfMeanField) {
  oracle::TinyProblem problem = oracle::random_regression(6, 30, 5, 41, 0.5);
  const std::vector<double> grid = linear_grid(-3.0, 3.0, 41);
  problem.prior = make_mixture_prior({.weights = {1.0, 1.0}, .factors = {0.01, 1.0}}, grid, 1.0, 5);
  problem.noise = make_noise_prior({0.25});
  const Posterior mean_field = mean_field_of(problem);
  const SecondMoments statistics = oracle::statistics_of(problem);
  const PosteriorFit fit = fit_posterior(statistics, problem.prior, problem.noise, draws(10));
  EXPECT_EQ(fit.posterior.num_components(), 10U);
  expect_whole(problem, fit);
  const WeightPrior product = effective_prior(problem.prior, responsibilities(mean_field, problem.prior)[0]);
  const PosteriorFit same = fit_draws(statistics, product, problem.noise, draws(10), {.product = product});
  EXPECT_TRUE(fit.posterior.log_probabilities == same.posterior.log_probabilities);
}

TEST(DrawEnsemble, AKnownCompanionChangesNothing) {
  const oracle::TinyProblem problem = oracle::random_regression(9, 400, 3, 63, 0.5);
  const SecondMoments statistics = oracle::statistics_of(problem);
  const CompanionStart start = companion_start(statistics, problem.prior, prior_noise_precision(problem.noise));
  ASSERT_TRUE(start.ordered);
  ASSERT_EQ(start.temperature, 1.0);
  const auto with = [&](const CompanionStart& known) {
    return fit_draws(statistics, problem.prior, problem.noise, draws(10), {.product = problem.prior, .known = known});
  };
  const PosteriorFit one = with({}), other = with(start);
  EXPECT_EQ(one.posterior.num_components(), 10U);
  EXPECT_TRUE(one.posterior.log_probabilities == other.posterior.log_probabilities);
}

TEST(DrawEnsemble, IsTheSameForAnyNumberOfThreads) {
  const oracle::TinyProblem problem = oracle::random_regression(4, 60, 40, 63, 1.0);
  const PosteriorFit one = oracle::on_threads(1, [&] { return fitted(problem, draws(20, 8)); });
  const PosteriorFit many = oracle::on_threads(7, [&] { return fitted(problem, draws(20, 8)); });
  const PosteriorFit another = fitted(problem, draws(20, 9));
  EXPECT_TRUE(one.posterior.log_probabilities == many.posterior.log_probabilities);
  EXPECT_EQ(one.posterior.noise_log_probabilities, many.posterior.noise_log_probabilities);
  EXPECT_EQ(one.report.elbo, many.report.elbo);
  EXPECT_FALSE(one.posterior.log_probabilities == another.posterior.log_probabilities);
}

TEST(DrawEnsemble, HoldsForUnusualData) {
  oracle::TinyProblem wide = oracle::random_regression(1, 5, 30, 15, 0.5);  // fewer rows than features
  expect_whole(wide, fitted(wide, draws(20)));
  oracle::TinyProblem constant = oracle::random_regression(2, 30, 4, 15, 0.5);
  for (std::size_t i = 0; i < 30; ++i) constant.features(i, 1) = 1.0;
  for (std::size_t i = 0; i < 30; ++i) constant.features(i, 2) = 0.0;
  expect_whole(constant, fitted(constant, draws(20)));
  oracle::TinyProblem one_row = oracle::random_regression(3, 1, 4, 15, 0.5);
  expect_whole(one_row, fitted(one_row, draws(2)));
  oracle::TinyProblem uniform = oracle::random_regression(4, 30, 4, 15, 0.5);
  uniform.prior = make_prior(PriorKind::uniform, linear_grid(-3.0, 3.0, 15), 1.0, 4);
  expect_whole(uniform, fitted(uniform, draws(20)));
}

TEST(DrawEnsemble, StopsWhenAsked) {
  const oracle::TinyProblem problem = oracle::random_regression(11, 40, 10, 15, 1.0);
  FitOptions options = draws(40);
  std::vector<double> done;
  options.progress = [&](const ProgressEvent& event) {
    if (event.stage == "draws") done.push_back(event.done);
    return done.size() < 2;
  };
  EXPECT_THROW(fitted(problem, options), Interrupted);
  EXPECT_EQ(done, (std::vector<double>{0.0, 16.0}));
}

}  // namespace
}  // namespace direct::draw_ensemble_test
