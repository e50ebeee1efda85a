// SPDX-License-Identifier: MIT
#include <direct/elbo.h>
#include <direct/error.h>
#include <direct/fit.h>

#include <gtest/gtest.h>
#include <cmath>

#include "algebra/categorical.h"
#include "oracle/enumerate.h"
#include "oracle/property.h"
#include "oracle/random_problem.h"

namespace direct::mixture_test {
namespace {

FitOptions mixture_options(Entropy entropy, std::size_t components = 3) {
  return {.posterior = PosteriorKind::mixture, .components = components, .entropy = entropy, .max_iterations = 400};
}

const FitOptions mean_field{.posterior = PosteriorKind::mean_field};

PosteriorFit fitted(const oracle::TinyProblem& problem, const FitOptions& options) {
  return fit_posterior(oracle::statistics_of(problem), problem.prior, problem.noise, options);
}

double first_elbo(const PosteriorFit& fit) { return fit.report.trace.front().elbo; }

PROPERTY(Mixture, BoundsEndAtOrAboveTheirStartAndBelowTheExactElbo, (std::uint64_t seed)) {
  const oracle::TinyProblem problem = oracle::random_problem(seed);
  for (const Entropy entropy : {Entropy::taylor, Entropy::pairwise}) {
    const PosteriorFit fit = fitted(problem, mixture_options(entropy));
    const double exact = oracle::elbo(problem, fit.posterior), room = 1e-9 * std::max(1.0, std::abs(exact));
    ASSERT_TRUE(fit.posterior.num_components() == 3U);
    ASSERT_TRUE(fit.report.elbo >= first_elbo(fit) - room);
    ASSERT_TRUE(fit.report.elbo <= exact + room);
    ASSERT_TRUE(exact <= oracle::log_evidence(problem) + room);
  }
}

// The start of a mixture has one component where mean field ended, so that it loses little and gains it back.
PROPERTY(Mixture, PairwiseBoundIsAboutMeanFieldOrBetter, (std::uint64_t seed)) {
  const oracle::TinyProblem problem = oracle::random_regression(seed, 30, 5, 7, 0.5);
  const double one = fitted(problem, mean_field).report.elbo;
  ASSERT_TRUE(fitted(problem, mixture_options(Entropy::pairwise)).report.elbo > one - 0.01);
}

TEST(Mixture, SampledEntropyClimbsToAtLeastItsStart) {
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    const oracle::TinyProblem problem = oracle::random_problem(seed);
    const PosteriorFit fit = fitted(problem, mixture_options(Entropy::sampled, 2));
    const double exact = oracle::elbo(problem, fit.posterior);
    EXPECT_NEAR(fit.report.elbo, exact, 0.05);
    EXPECT_GE(fit.report.elbo, first_elbo(fit));
    EXPECT_GT(exact, fitted(problem, mean_field).report.elbo - 0.05);
  }
}

// Two optima, far apart: the posterior of w1 w2-like data that mean field cannot hold but two components can.
TEST(Mixture, HoldsTwoOptimaThatMeanFieldCannot) {
  oracle::TinyProblem problem = oracle::random_regression(1, 1, 2, 3, 0.2);
  problem.features(0, 0) = problem.features(0, 1) = 1.0;
  problem.targets[0] = 0.0;
  problem.prior = make_prior(PriorKind::uniform, std::vector<double>{-1.0, 1.0}, 1.0, 2);
  problem.noise = make_noise_prior({0.04});
  const double evidence = oracle::log_evidence(problem);
  const PosteriorFit one = fitted(problem, mean_field);
  const PosteriorFit two = fitted(problem, mixture_options(Entropy::pairwise, 8));
  EXPECT_LT(one.report.elbo, evidence - 0.6);  // log 2 is out of its reach
  EXPECT_GE(two.report.elbo, one.report.elbo - 1e-6);
}

TEST(Mixture, OfOneComponentIsMeanField) {
  const oracle::TinyProblem problem = oracle::random_regression(3, 30, 5, 7, 0.5);
  const double expected = fitted(problem, mean_field).report.elbo;
  for (const Entropy entropy : {Entropy::exact, Entropy::pairwise, Entropy::taylor, Entropy::sampled})
    EXPECT_NEAR(fitted(problem, mixture_options(entropy, 1)).report.elbo, expected, 1e-4);
}

TEST(Mixture, SameSeedSameBytesForAnyNumberOfThreads) {
  const oracle::TinyProblem problem = oracle::random_regression(4, 40, 12, 7, 0.5);
  for (const Entropy entropy : {Entropy::taylor, Entropy::pairwise, Entropy::sampled}) {
    FitOptions options = mixture_options(entropy);
    options.max_iterations = 50;
    options.threads = 1;
    const PosteriorFit one = fitted(problem, options);
    options.threads = 2;
    const PosteriorFit two = fitted(problem, options);
    EXPECT_EQ(one.posterior.log_probabilities, two.posterior.log_probabilities);
    EXPECT_EQ(one.posterior.log_component_weights, two.posterior.log_component_weights);
    EXPECT_EQ(one.report.elbo, two.report.elbo);
  }
}

TEST(Options, RefuseWhatMakesNoPosterior) {
  const auto refused = [](const FitOptions& options, const std::string& part) {
    try {
      check(options);
      ADD_FAILURE() << "accepted; expected a complaint about " << part;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::usage);
      EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
    }
  };
  refused({.posterior = PosteriorKind::mean_field, .components = 5}, "mean-field");
  refused({.support = "auto", .posterior = PosteriorKind::draws, .components = 3}, "even");
  refused({.posterior = PosteriorKind::draws, .components = 1}, "at least 2 deviations");
  refused({.levels = 2, .posterior = PosteriorKind::draws}, "`levels`");
  refused({.posterior = PosteriorKind::mixture, .components = 5000}, "components");
  refused({.posterior = PosteriorKind::mixture, .entropy = Entropy::exact}, "no exact entropy");
  refused({.prior = PriorKind::uniform, .prior_mixture = "0.5:1,0.5:2"}, "gaussian");
}

oracle::TinyProblem with_two_scales(oracle::TinyProblem problem) {
  const auto levels = problem.prior.levels.column(0);
  problem.prior = make_mixture_prior({.weights = {0.5, 0.5}, .factors = {0.1, 1.0}},
                                     std::vector(levels.begin(), levels.end()), 1.0, problem.prior.num_features());
  return problem;
}

PROPERTY(MixturePrior, BoundsAreOrderedAndBelowTheEvidence, (std::uint64_t seed)) {
  const oracle::TinyProblem problem = with_two_scales(oracle::random_regression(seed, 8, 3, 5, 0.5));
  const PosteriorFit jensen =
      fitted(problem, {.prior_bound = PriorBound::jensen, .posterior = PosteriorKind::mean_field});
  const PosteriorFit responsibility =
      fitted(problem, {.prior_bound = PriorBound::responsibility, .posterior = PosteriorKind::mean_field});
  const double evidence = oracle::log_evidence(problem);
  ASSERT_TRUE(jensen.report.elbo <= oracle::elbo(problem, jensen.posterior) + 1e-9);
  ASSERT_TRUE(responsibility.report.elbo <= oracle::elbo(problem, responsibility.posterior) + 1e-9);
  ASSERT_TRUE(responsibility.report.elbo <= evidence + 1e-9);
  ASSERT_TRUE(responsibility.report.elbo >= jensen.report.elbo - 1e-2);
}

TEST(MixturePrior, FindsTheScaleOfTheWeights) {
  for (const double scale : {0.1, 1.0}) {
    oracle::TinyProblem problem = oracle::random_regression(11, 200, 40, 31, 0.05);
    for (double& target : problem.targets) target *= scale;
    problem.noise = make_noise_prior({0.0025 * scale * scale});
    problem = with_two_scales(problem);
    const PosteriorFit fit = fitted(problem, mean_field);
    const std::vector<double> found = responsibilities(fit.posterior, problem.prior).front();
    EXPECT_GT(found[scale < 0.5 ? 0 : 1], 0.99) << scale;
  }
}

TEST(MixturePrior, WorksWithMixturesAndWithSamples) {
  const oracle::TinyProblem problem = with_two_scales(oracle::random_regression(5, 8, 3, 5, 0.5));
  for (const PosteriorKind kind : {PosteriorKind::mean_field, PosteriorKind::mixture})
    for (const PriorBound bound : {PriorBound::jensen, PriorBound::responsibility, PriorBound::sampled}) {
      const FitOptions options{
          .prior_bound = bound, .posterior = kind, .components = kind == PosteriorKind::mixture ? 2U : 1U};
      const PosteriorFit fit = fitted(problem, options);
      const double exact = oracle::elbo(problem, fit.posterior);
      EXPECT_TRUE(std::isfinite(fit.report.elbo));
      EXPECT_LE(fit.report.elbo, exact + (bound == PriorBound::sampled ? 0.05 : 1e-9));
      EXPECT_LE(exact, oracle::log_evidence(problem) + 1e-9);
    }
}

}  // namespace
}  // namespace direct::mixture_test
