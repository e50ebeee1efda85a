// SPDX-License-Identifier: MIT
#include <direct/elbo.h>
#include <direct/fit.h>

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "fit/cell_objective.h"
#include "fit/fit_learned.h"
#include "fit/learned_support.h"
#include "oracle/cells.h"
#include "oracle/differences.h"
#include "oracle/property.h"
#include "oracle/random_problem.h"

namespace direct::learned_support_test {
namespace {

constexpr PriorKind kinds[] = {PriorKind::gaussian, PriorKind::uniform, PriorKind::laplace, PriorKind::spike_slab};

WeightPrior continuous(PriorKind kind, std::size_t num_levels, std::size_t num_features, double variance = 1.0) {
  WeightPrior prior = make_prior(PriorKind::gaussian, linear_grid(-1.0, 1.0, num_levels), variance, num_features);
  prior.kind = kind;
  prior.spike = kind == PriorKind::spike_slab ? 0.6 : 0.0;
  return prior;
}

oracle::TinyProblem on_cells(std::uint64_t seed, PriorKind kind, std::size_t num_features, std::size_t num_levels) {
  oracle::TinyProblem problem = oracle::random_regression(seed, 8, num_features, num_levels, 0.5);
  std::vector<double> centres, steps;
  for (std::size_t j = 0; j < num_features; ++j) {
    centres.push_back(0.3 * static_cast<double>(j) - 0.2);
    steps.push_back(0.1 + 0.05 * static_cast<double>((seed + j) % 7));
  }
  problem.prior = on_grid(continuous(kind, num_levels, num_features), learned_grid(centres, steps));
  return problem;
}

PROPERTY(LearnedElbo, EqualsTheOracle, (std::uint64_t seed)) {
  const PriorKind kind = kinds[seed % 3];
  const oracle::TinyProblem problem = on_cells(seed, kind, 1 + seed / 3 % 3, 2 + seed / 9 % 3);
  const SecondMoments statistics = oracle::statistics_of(problem);
  const Posterior q = oracle::random_posterior(problem, seed);
  const double expected = oracle::cell_elbo(problem, q);
  const double found = elbo(LinearRegression(statistics), problem.prior, problem.noise, q);
  ASSERT_TRUE(std::abs(found - expected) <= 1e-9 * std::max(1.0, std::abs(expected)));
}

PROPERTY(LearnedElbo, OfEveryFitEqualsTheOracle, (std::uint64_t seed)) {
  const PriorKind kind = kinds[seed % 3];
  const oracle::TinyProblem problem = on_cells(seed, kind, 1 + seed / 3 % 3, 2 + seed / 9 % 3);
  const SecondMoments statistics = oracle::statistics_of(problem);
  const PosteriorFit fit =
      fit_posterior(statistics, problem.prior, problem.noise, {.posterior = PosteriorKind::mean_field, .threads = 1});
  ASSERT_TRUE(std::abs(fit.report.elbo - oracle::cell_elbo(problem, fit.posterior)) <=
              1e-9 * std::max(1.0, std::abs(fit.report.elbo)));
}

PROPERTY(CellObjective, HasTheGradientOfDifferences, (std::uint64_t seed)) {
  const CellObjective objective{
      .prior = {{.responsibility = 0.3, .density = {.kind = kinds[seed % 4], .variance = 1.2, .spike = 0.5}},
                {.responsibility = 0.7, .density = {.variance = 0.2}}},
      .slope = 0.1 * static_cast<double>(seed / 4 % 41) - 2.0,
      .curvature = 0.5 * static_cast<double>(1 + seed / 164 % 9),
      .num_levels = 2 + seed / 1476 % 15};
  const double centre = 0.01 * static_cast<double>(seed / 22140 % 100) - 0.4983, log_step = -1.5;
  const CellObjective::Value value = objective(centre, std::exp(log_step));
  const auto function = [&](std::span<const double> x) { return objective(x[0], std::exp(x[1])).value; };
  const std::vector<double> expected = oracle::central_differences(function, {centre, log_step}, 1e-6);
  ASSERT_TRUE(std::abs(value.by_centre - expected[0]) < 1e-4 * std::max(1.0, std::abs(expected[0])));
  ASSERT_TRUE(std::abs(value.by_log_step - expected[1]) < 1e-4 * std::max(1.0, std::abs(expected[1])));
}

double fitted_elbo(const oracle::TinyProblem& problem) {
  const SecondMoments statistics = oracle::statistics_of(problem);
  return fit_posterior(statistics, problem.prior, problem.noise,
                       {.posterior = PosteriorKind::mean_field, .tolerance = 1e-10, .threads = 1})
      .report.elbo;
}

oracle::TinyProblem continuous_problem(PriorKind kind, std::size_t num_features, std::uint64_t seed) {
  oracle::TinyProblem problem = oracle::random_regression(seed, 6, num_features, 2, 0.6);
  problem.noise = make_noise_prior({0.4});
  problem.prior = continuous(kind, 15, num_features);
  return problem;
}

std::vector<double> deviations_of(const oracle::TinyProblem& problem) {
  return conditional_deviations(oracle::statistics_of(problem), problem.prior, 1.0 / problem.noise.variances.front());
}

std::vector<double> companion_mean(const oracle::TinyProblem& problem) {
  return gaussian_companion(oracle::statistics_of(problem), problem.prior, 1.0 / problem.noise.variances.front()).mean;
}

// The mistake it guards against: with plain cell masses the best step is infinite.
TEST(LearnedElbo, NeverExceedsTheContinuousEvidenceForAnyStep) {
  for (const PriorKind kind : {PriorKind::gaussian, PriorKind::laplace, PriorKind::uniform})
    for (std::size_t num_features = 1; num_features <= 2; ++num_features) {
      const oracle::TinyProblem problem = continuous_problem(kind, num_features, 3);
      const double evidence = oracle::continuous_log_evidence(problem);
      for (double deviations = 0.01; deviations < 110.0; deviations *= 2.154) {
        std::vector<double> steps = deviations_of(problem);
        for (double& step : steps) step *= deviations;
        for (const double offset : {0.0, 0.3}) {
          std::vector<double> centres = companion_mean(problem);
          for (std::size_t j = 0; j < steps.size(); ++j) centres[j] += offset * steps[j];
          oracle::TinyProblem learned = problem;
          learned.prior = on_grid(problem.prior, learned_grid(centres, steps));
          oracle::TinyProblem exact = problem;
          exact.prior.variances = learned.prior.variances;
          const bool widened = exact.prior.variances != problem.prior.variances;  // as a uniform prior is
          EXPECT_LE(fitted_elbo(learned), (widened ? oracle::continuous_log_evidence(exact) : evidence) + 1e-4)
              << static_cast<int>(kind) << " " << num_features << " " << deviations;
        }
      }
    }
}

// log |diag A| - log |A| is twice what independence costs.
double mean_field_bound(const oracle::TinyProblem& problem) {
  const SecondMoments statistics = oracle::statistics_of(problem);
  const double precision = 1.0 / problem.noise.variances.front();
  const Companion companion = gaussian_companion(statistics, problem.prior, precision);
  double cost = 0.0;
  for (std::size_t j = 0; j < problem.prior.num_features(); ++j)
    cost -= std::log(deviations_of(problem)[j]) + std::log(companion.factor(j, j));
  return log_evidence(companion, statistics, problem.prior, precision) +
         0.5 * statistics.num_rows * std::log(2.0 * std::numbers::pi) - cost;
}

TEST(LearnedElbo, ApproachesTheContinuousMeanFieldAsStepsShrink) {
  for (std::size_t num_features = 1; num_features <= 2; ++num_features) {
    oracle::TinyProblem problem = continuous_problem(PriorKind::gaussian, num_features, 5);
    const double bound = mean_field_bound(problem);
    double last_gap = 1e300;
    for (const std::size_t num_levels : {5U, 15U, 63U, 255U}) {
      problem.prior = continuous(PriorKind::gaussian, num_levels, num_features);
      std::vector<double> steps = deviations_of(problem);
      for (double& step : steps) step *= 14.0 / static_cast<double>(num_levels);
      problem.prior = on_grid(problem.prior, learned_grid(companion_mean(problem), steps));
      const double gap = bound - fitted_elbo(problem);
      EXPECT_GT(gap, 0.0);
      EXPECT_LT(gap, 0.3 * last_gap);
      last_gap = gap;
    }
    EXPECT_LT(last_gap, 1e-3);
  }
}

FittedPosterior learned(const oracle::TinyProblem& problem, PriorKind kind, std::size_t num_levels,
                        FitOptions options) {
  options.threads = 1;
  return fit_learned(oracle::statistics_of(problem), continuous(kind, num_levels, problem.prior.num_features()),
                     problem.noise, options);
}

// The ascent starts at the closed form and never loses.
TEST(FitLearned, ClimbsFromTheClosedForm) {
  const oracle::TinyProblem problem = oracle::random_regression(7, 60, 12, 3, 0.3);
  for (const char* support : {"learned", "learned-shared"})
    for (const PriorKind kind : kinds)
      for (const std::size_t num_levels : {2U, 3U, 7U, 15U, 16U}) {
        const FittedPosterior fit = learned(
            problem, kind, num_levels,
            {.support = support, .posterior = PosteriorKind::mean_field, .max_iterations = 5000, .tolerance = 1e-8});
        const auto& trace = fit.fit.report.trace;
        for (std::size_t i = 1; i < trace.size(); ++i) {
          const bool same_climb = trace[i].start == trace[i - 1].start;
          EXPECT_GE(trace[i].elbo, same_climb ? trace[i - 1].elbo - 1e-9 * std::abs(trace[i].elbo) : -HUGE_VAL);
        }
        for (const TracePoint& point : trace) EXPECT_LE(point.elbo, fit.fit.report.elbo + 1e-9 * std::abs(point.elbo));
        EXPECT_NEAR(fit.fit.report.elbo,
                    elbo(LinearRegression(oracle::statistics_of(problem)), fit.prior, fit.noise, fit.fit.posterior),
                    1e-8 * std::abs(fit.fit.report.elbo));
      }
}

// Where the ascent ends no step of any weight is better: with a Gaussian prior all are the same multiple of their
// deviations, that of one weight by itself.
TEST(FitLearned, EndsWhereTheDerivativeByTheStepIsZero) {
  const oracle::TinyProblem problem = oracle::random_regression(7, 60, 12, 3, 0.3);
  const CellObjective alone{.prior = {{.density = {.variance = 1e12}}}, .curvature = 1.0, .num_levels = 15};
  double best = 0.0;
  for (double step = 0.1; step < 2.0; step *= 1.001)
    if (best == 0.0 || alone(0.0, step).value > alone(0.0, best).value) best = step;
  const FittedPosterior fit =
      learned(problem, PriorKind::gaussian, 15,
              {.support = "learned", .posterior = PosteriorKind::mean_field, .tolerance = 1e-8});
  const std::vector<double> deviations =
      conditional_deviations(oracle::statistics_of(problem), fit.prior, noise_precision(fit.fit.posterior, fit.noise));
  for (std::size_t j = 0; j < deviations.size(); ++j)
    EXPECT_NEAR(fit.prior.learned->steps[j] / deviations[j], best, 0.02 * best);
}

// Its mean is the full-precision mean.
TEST(FitLearned, HasTheMeanOfTheCompanion) {
  const oracle::TinyProblem problem = oracle::random_regression(9, 500, 20, 3, 0.1);
  const SecondMoments statistics = oracle::statistics_of(problem);
  for (const PosteriorKind posterior : {PosteriorKind::mean_field, PosteriorKind::mixture, PosteriorKind::draws}) {
    const FittedPosterior fit =
        learned(problem, PriorKind::gaussian, 15, {.support = "learned", .posterior = posterior});
    const std::vector<double> means = weight_moments(fit.fit.posterior, fit.prior).means;
    const std::vector<double> exact =
        gaussian_companion(statistics, fit.prior, noise_precision(fit.fit.posterior, fit.noise)).mean;
    const std::vector<double> certain(means.size(), 0.0);
    const LinearRegression model(statistics);
    EXPECT_NEAR(model.expected_square_error(means, certain, model.residual(means)) /
                    model.expected_square_error(exact, certain, model.residual(exact)),
                1.0, 0.005)
        << static_cast<int>(posterior);
  }
}

TEST(FitLearned, HoldsDrawsForEveryPrior) {
  const oracle::TinyProblem problem = oracle::random_regression(11, 400, 16, 3, 0.2);
  for (const char* support : {"learned", "learned-shared"})
    for (const PriorKind kind : kinds) {
      const FittedPosterior fit = learned(problem, kind, 15, {.support = support, .posterior = PosteriorKind::draws});
      ASSERT_EQ(fit.fit.report.draws.size(), 20U);
      for (const DrawReport& draw : fit.fit.report.draws) EXPECT_NE(draw.fate, DrawFate::replaced);
      EXPECT_LT(*fit.fit.report.rounding_cost, 0.02);
    }
}

// Three levels: where the longest steps cost little, most codes are the middle one, and the centre carries the mean.
TEST(FitLearned, HasSparseCodesWithThreeLevels) {
  const oracle::TinyProblem problem = oracle::random_regression(11, 4000, 64, 3, 0.5);
  const FittedPosterior three =
      learned(problem, PriorKind::gaussian, 3, {.levels = 3, .support = "learned", .posterior = PosteriorKind::draws});
  EXPECT_GT(zero_codes(three.fit.posterior, three.prior), 0.6);
}

TEST(FitLearned, TakesMixturePriors) {
  const oracle::TinyProblem problem = oracle::random_regression(13, 200, 8, 3, 0.2);
  const WeightPrior mixture =
      make_mixture_prior({.weights = {0.5, 0.5}, .factors = {1.0, 0.1}}, linear_grid(-1.0, 1.0, 15), 1.0, 8);
  for (const PosteriorKind posterior : {PosteriorKind::mean_field, PosteriorKind::mixture, PosteriorKind::draws}) {
    const FittedPosterior fit = fit_learned(oracle::statistics_of(problem), mixture, problem.noise,
                                            {.support = "learned", .posterior = posterior, .threads = 1});
    EXPECT_TRUE(std::isfinite(fit.fit.report.elbo));
    EXPECT_EQ(fit.prior.components.size(), 2U);
  }
}

// Two columns that are nearly the same: weights that nearly cancel and are known together far better than alone.
TEST(FitLearned, KeepsTheMeanWhereColumnsAreNearlyTheSame) {
  oracle::TinyProblem problem = oracle::random_regression(15, 2000, 6, 3, 0.01);
  for (std::size_t i = 0; i < problem.features.rows(); ++i)
    problem.features(i, 5) = problem.features(i, 4) + 1e-7 * problem.features(i, 5);
  const FittedPosterior fit =
      learned(problem, PriorKind::gaussian, 15, {.support = "learned", .posterior = PosteriorKind::draws});
  const SecondMoments statistics = oracle::statistics_of(problem);
  const LinearRegression model(statistics);
  const std::vector<double> means = weight_moments(fit.fit.posterior, fit.prior).means;
  const std::vector<double> exact =
      gaussian_companion(statistics, fit.prior, noise_precision(fit.fit.posterior, fit.noise)).mean;
  const std::vector<double> certain(means.size(), 0.0);
  EXPECT_LT(model.expected_square_error(means, certain, model.residual(means)),
            1.05 * model.expected_square_error(exact, certain, model.residual(exact)));
}

}  // namespace
}  // namespace direct::learned_support_test
