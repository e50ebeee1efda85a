// SPDX-License-Identifier: MIT
#include <direct/error.h>
#include <direct/fit.h>

#include <gtest/gtest.h>
#include <cmath>

#include "oracle/enumerate.h"
#include "oracle/property.h"
#include "oracle/random_problem.h"

namespace direct::fit_posterior_test {
namespace {

PosteriorFit fitted(const oracle::TinyProblem& problem, Optimizer optimizer) {
  return fit_posterior(oracle::statistics_of(problem), problem.prior, problem.noise,
                       {.posterior = PosteriorKind::mean_field, .optimizer = optimizer});
}

constexpr Optimizer all_optimizers[] = {Optimizer::automatic, Optimizer::best, Optimizer::ascent, Optimizer::lbfgs};

// The paper's definition, by enumeration, at the optimum of every optimiser.
PROPERTY(FitPosterior, ReportsTheElboOfItsPosteriorBelowTheEvidence, (std::uint64_t seed)) {
  const oracle::TinyProblem problem = oracle::random_problem(seed);
  const double evidence = oracle::log_evidence(problem);
  for (const Optimizer optimizer : all_optimizers) {
    const PosteriorFit fit = fitted(problem, optimizer);
    const double expected = oracle::elbo(problem, fit.posterior);
    ASSERT_TRUE(std::abs(fit.report.elbo - expected) < 1e-10 * std::max(1.0, std::abs(expected)));
    ASSERT_TRUE(fit.report.elbo <= evidence + 1e-10);
  }
}

PROPERTY(FitPosterior, BestIsNeverBelowTheOthers, (std::uint64_t seed)) {
  const oracle::TinyProblem problem = oracle::random_regression(seed, 40, 10, 7, seed % 2 == 0 ? 0.1 : 2.0);
  const double best = fitted(problem, Optimizer::best).report.elbo;
  for (const Optimizer optimizer : all_optimizers)
    ASSERT_TRUE(fitted(problem, optimizer).report.elbo <= best + 1e-6 * std::max(1.0, std::abs(best)));
}

// High noise: the grid is fine, there is one optimum, and ascent finds it from anywhere.
PROPERTY(FitPosterior, AscentFromAnywhereAgreesOnAFineGrid, (std::uint64_t seed)) {
  const oracle::TinyProblem problem = oracle::random_regression(seed, 10, 6, 41, 3.0);
  const double expected = fitted(problem, Optimizer::best).report.elbo;
  for (const Optimizer optimizer : {Optimizer::automatic, Optimizer::ascent})
    ASSERT_TRUE(std::abs(fitted(problem, optimizer).report.elbo - expected) < 1e-4);
  ASSERT_TRUE(fitted(problem, Optimizer::lbfgs).report.elbo < expected + 1e-4);  // its logits may saturate on the way
}

PROPERTY(FitPosterior, TraceOfAscentNeverFalls, (std::uint64_t seed)) {
  const oracle::TinyProblem problem = oracle::random_regression(seed, 60, 20, 15, 0.3);
  for (const Optimizer optimizer : {Optimizer::automatic, Optimizer::ascent}) {
    const std::vector<TracePoint> trace = fitted(problem, optimizer).report.trace;
    for (std::size_t i = 1; i < trace.size(); ++i)
      if (trace[i].start == trace[i - 1].start) {
        ASSERT_TRUE(trace[i].elbo >= trace[i - 1].elbo - 1e-9);
      }
  }
}

TEST(FitPosterior, ConvergesAndHasASmallGradient) {
  const oracle::TinyProblem problem = oracle::random_regression(5, 200, 30, 15, 0.5);
  const PosteriorFit fit = fitted(problem, Optimizer::automatic);
  EXPECT_TRUE(fit.report.converged);
  EXPECT_EQ(fit.report.stop_reason, "converged");
  EXPECT_LT(fit.report.gradient_norm, 0.05);
}

TEST(FitPosterior, SaysWhenItRanOutOfIterations) {
  const oracle::TinyProblem problem = oracle::random_regression(5, 200, 30, 15, 0.1);
  const PosteriorFit fit = fit_posterior(oracle::statistics_of(problem), problem.prior, problem.noise,
                                         {.posterior = PosteriorKind::mean_field,
                                          .optimizer = Optimizer::ascent,
                                          .max_iterations = 1,
                                          .tolerance = 1e-300});
  EXPECT_FALSE(fit.report.converged);
  EXPECT_EQ(fit.report.stop_reason, "max_iterations");
  EXPECT_EQ(fit.report.iterations, 1);
}

TEST(FitPosterior, RecoversWeightsOnTheGrid) {
  oracle::TinyProblem problem = oracle::random_regression(9, 300, 8, 7, 0.05);
  const std::vector<double> truth = {-3.0, 2.0, 0.0, 1.0, 0.0, 0.0, -1.0, 3.0};
  for (std::size_t i = 0; i < problem.targets.size(); ++i) {
    problem.targets[i] = 0.0;
    for (std::size_t j = 0; j < truth.size(); ++j) problem.targets[i] += problem.features(i, j) * truth[j];
  }
  const PosteriorFit fit = fitted(problem, Optimizer::automatic);
  const WeightMoments weights = weight_moments(fit.posterior, problem.prior);
  for (std::size_t j = 0; j < truth.size(); ++j) EXPECT_NEAR(weights.means[j], truth[j], 1e-9);
  EXPECT_NEAR(sparsity(fit.posterior, problem.prior), 3.0 / 8.0, 1e-9);
}

TEST(FitPosterior, RefusesAPriorOfAnotherSize) {
  const oracle::TinyProblem problem = oracle::random_regression(1, 10, 3, 5, 1.0);
  const WeightPrior other = make_prior(PriorKind::gaussian, linear_grid(-1.0, 1.0, 5), 1.0, 4);
  EXPECT_THROW(fit_posterior(oracle::statistics_of(problem), other, problem.noise, {}), Error);
}

TEST(FitPosterior, StopsWhenProgressSaysSo) {
  const oracle::TinyProblem problem = oracle::random_regression(1, 50, 10, 5, 1.0);
  const FitOptions options{.posterior = PosteriorKind::mean_field,
                           .progress = [](const ProgressEvent& event) { return event.stage != "fit"; }};
  EXPECT_THROW(fit_posterior(oracle::statistics_of(problem), problem.prior, problem.noise, options), Interrupted);
}

}  // namespace
}  // namespace direct::fit_posterior_test
