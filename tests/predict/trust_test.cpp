// SPDX-License-Identifier: MIT
#include <direct/fit.h>
#include <direct/trust.h>

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "oracle/property.h"
#include "oracle/random_problem.h"
#include "oracle/table.h"
#include "oracle/tiny_model.h"

namespace direct::trust_test {
namespace {

bool mentions(const std::vector<std::string>& sentences, const std::string& words) {
  return std::any_of(sentences.begin(), sentences.end(),
                     [&](const std::string& sentence) { return sentence.find(words) != std::string::npos; });
}

Training fitted(const oracle::TinyProblem& problem, const FitOptions& options) {
  return fit(oracle::table_of(problem.features, problem.targets), options);
}

TrainedModel linear_model(std::size_t num_rows, std::size_t num_features,
                          FitOptions options = {.posterior = PosteriorKind::mean_field}) {
  options.features = FeatureKind::linear;
  return fitted(oracle::random_regression(3, num_rows, num_features, 3, 0.5), options).model;
}

void expect_finite(const Trust& found) {
  std::vector<double> numbers{found.effective_weights, found.nonzero_weights, found.saturation.mass_at_ends,
                              found.saturation.prior_mass_at_ends};
  if (const auto& c = found.companion)
    numbers.insert(numbers.end(), {c->mean_difference, c->worst_difference, c->std_model_ratio, c->std_total_ratio});
  if (const auto& e = found.evidence) numbers.insert(numbers.end(), {e->elbo, e->log_evidence, e->gap_per_row});
  if (found.importance) numbers.push_back(found.importance->pareto_k);
  if (found.companion_effective_weights) numbers.push_back(*found.companion_effective_weights);
  for (const double number : numbers) EXPECT_TRUE(std::isfinite(number));
  EXPECT_FALSE(found.findings.empty());
}

TEST(Trust, OfFewWeightsAndFineLevelsIsGood) {
  const Trust found =
      trust(linear_model(60, 3, {.levels = 63, .support = "auto", .posterior = PosteriorKind::mean_field}));
  EXPECT_EQ(found.verdict, Verdict::good);
  ASSERT_EQ(found.findings.size(), 1U);
  EXPECT_TRUE(found.missing.empty());
  EXPECT_TRUE(found.converged);
  EXPECT_EQ(found.companion->num_rows, 60U);
  EXPECT_NEAR(found.companion->std_total_ratio, 1.0, 0.02);
  EXPECT_NEAR(found.effective_weights, *found.companion_effective_weights, 0.1);
  EXPECT_LT(found.importance->pareto_k, 0.7);
  expect_finite(found);
}

// The noise is uncertain: full precision has it as predictions do.
TEST(Trust, OfFewRowsComparesLikeWithLike) {
  for (const std::size_t num_rows : {5, 10, 20}) {
    const Trust found = trust(linear_model(num_rows, 2, FitOptions()));
    ASSERT_TRUE(found.companion) << num_rows;
    EXPECT_NEAR(found.companion->std_total_ratio, 1.0, 0.15) << num_rows;
  }
}

// Point masses: log 0 everywhere else.
TEST(Trust, OfDrawsIsFinite) {
  const TrainedModel model = linear_model(60, 3, {.levels = 63, .posterior = PosteriorKind::draws});
  ASSERT_EQ(model.posterior.deviations->count(), 20U);
  const Trust found = trust(model);
  expect_finite(found);
  EXPECT_NE(found.verdict, Verdict::poor);
  EXPECT_FALSE(found.importance);
  EXPECT_NEAR(found.companion->std_total_ratio, 1.0, 0.05);
}

TEST(Trust, OfTooFewLevelsIsPoor) {
  const Trust found = trust(linear_model(2000, 8, {.levels = 3, .support = "auto"}));
  EXPECT_EQ(found.verdict, Verdict::poor);
  EXPECT_TRUE(mentions(found.findings, "`levels`"));
  expect_finite(found);
}

TEST(Trust, OfASlimModelSaysWhatItLacks) {
  const Trust found = trust(linear_model(60, 3, {.slim = true}));
  EXPECT_FALSE(found.companion || found.evidence || found.companion_effective_weights || found.importance);
  EXPECT_EQ(found.verdict, Verdict::unknown);
  EXPECT_TRUE(mentions(found.missing, "`slim`"));
  expect_finite(found);
}

TEST(Trust, OfAModelWithoutPilotRowsHasTheRest) {
  TrainedModel model = linear_model(60, 3);
  model.preparation.pilot_inputs = Matrix(0, 3);
  const Trust found = trust(model);
  EXPECT_FALSE(found.companion);
  EXPECT_TRUE(found.evidence);
  EXPECT_EQ(found.verdict, Verdict::unknown);
  EXPECT_TRUE(mentions(found.missing, "no pilot rows"));
  expect_finite(found);
}

TEST(Trust, DoesNotFitATailForManyWeightsOrForPointMasses) {
  EXPECT_TRUE(mentions(trust(linear_model(100, 51)).missing, "there are 52"));
  const Trust certain =
      trust(linear_model(2000, 2, {.levels = 3, .support = "-50:50", .posterior = PosteriorKind::mean_field}));
  EXPECT_FALSE(certain.importance);
  EXPECT_TRUE(mentions(certain.missing, "certain"));
}

TEST(Trust, SaysThatAFitDidNotConverge) {
  TrainedModel model = linear_model(60, 3);
  model.summary.converged = false;
  const Trust found = trust(model);
  EXPECT_FALSE(found.converged);
  EXPECT_NE(found.verdict, Verdict::good);
  EXPECT_TRUE(mentions(found.findings, "converge"));
}

TEST(Trust, SaysThatTheSupportIsTooNarrow) {
  const Trust found = trust(linear_model(200, 4, {.support = "-0.1:0.1"}));
  EXPECT_GE(found.saturation.num_saturated, 2U);
  EXPECT_TRUE(mentions(found.findings, "`support`"));
}

TEST(Trust, SaysNothingOfTheEndsWhereThereIsNothingElse) {
  EXPECT_FALSE(mentions(trust(linear_model(60, 3, {.levels = 2, .support = "auto"})).findings, "`support`"));
}

// The evidence of the enumerated grid bounds the ELBO; both as the command prints them.
PROPERTY(Trust, ElboIsThatOfTheOracle, (std::uint64_t seed)) {
  const oracle::TinyProblem problem = oracle::random_problem(seed);
  const Posterior q = oracle::random_posterior(problem, seed + 1);
  const Trust found = trust(oracle::tiny_model(problem, q));
  const double expected = oracle::elbo(problem, q);
  ASSERT_TRUE(std::abs(found.evidence->elbo - expected) < 1e-10 * std::max(1.0, std::abs(expected)));
  ASSERT_TRUE(found.evidence->gap_per_row ==
              (found.evidence->log_evidence - found.evidence->elbo) / static_cast<double>(problem.features.rows()));
}

// One weight, one row, phi = 1: y ~ N(0, noise + 1).
TEST(Trust, EvidenceLeavesOutTheSameConstantAsTheElbo) {
  oracle::TinyProblem problem;
  problem.features = Matrix(1, 1, 1.0);
  problem.targets = {1.5};
  problem.prior = make_prior(PriorKind::gaussian, linear_grid(-6.0, 6.0, 201), 1.0, 1);
  problem.noise = make_noise_prior({0.5});
  const Trust found = trust(oracle::tiny_model(problem, prior_as_posterior(problem.prior, problem.noise)));
  EXPECT_NEAR(found.evidence->log_evidence, -0.5 * (std::log(1.5) + 1.5 * 1.5 / 1.5), 1e-12);
  EXPECT_NEAR(found.evidence->log_evidence, oracle::log_evidence(problem), 1e-6);  // a grid as fine as this
}

TEST(Trust, IsTheSameForAnyNumberOfThreadsAndDependsOnTheSeedInTheDrawsOnly) {
  const TrainedModel model = linear_model(60, 3, {.levels = 63, .posterior = PosteriorKind::mean_field});
  const Trust one = trust(model, {.threads = 1}), two = trust(model, {.threads = 2});
  EXPECT_EQ(one.importance->pareto_k, two.importance->pareto_k);
  EXPECT_EQ(one.companion->mean_difference, two.companion->mean_difference);
  EXPECT_EQ(one.findings, two.findings);
  const Trust other = trust(model, {.seed = 1});
  EXPECT_NE(one.importance->pareto_k, other.importance->pareto_k);
  EXPECT_EQ(one.companion->mean_difference, other.companion->mean_difference);
}

TEST(Trust, OfDegenerateDataIsFinite) {
  oracle::TinyProblem constant = oracle::random_regression(5, 30, 3, 3, 0.5);
  std::fill(constant.targets.begin(), constant.targets.end(), 7.0);
  oracle::TinyProblem no_inputs = oracle::random_regression(5, 30, 3, 3, 0.5);
  no_inputs.features = Matrix(30, 3, 1.0);
  oracle::TinyProblem exact = oracle::random_regression(5, 30, 2, 3, 0.5);
  for (std::size_t i = 0; i < 30; ++i) exact.targets[i] = exact.features(i, 0);
  for (const auto& problem : {constant, no_inputs, exact, oracle::random_regression(5, 1, 3, 3, 0.5)})
    for (const FeatureKind kind : {FeatureKind::linear, FeatureKind::given, FeatureKind::fourier})
      for (const std::size_t levels : {0U, 3U, 15U, 255U})
        expect_finite(trust(fitted(problem, {.features = kind, .num_features = 20, .levels = levels}).model));
}

}  // namespace
}  // namespace direct::trust_test
