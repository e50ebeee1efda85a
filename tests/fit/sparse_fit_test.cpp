// SPDX-License-Identifier: MIT
#include "fit/sparse_fit.h"

#include <gtest/gtest.h>
#include <algorithm>
#include <cmath>

#include <direct/elbo.h>
#include <direct/error.h>
#include <direct/predict.h>

#include "data/test_files.h"
#include "fit/restricted.h"
#include "fit/spike_search.h"
#include "oracle/enumerate.h"
#include "oracle/random_problem.h"
#include "oracle/table.h"

namespace direct::sparse_fit_test {
namespace {

constexpr std::size_t num_inputs = 12;

// Three inputs that matter among twelve.
struct Table {
  static Dataset rows() {
    oracle::TinyProblem table = oracle::random_regression(7, 150, num_inputs, 2, 1.0);
    for (std::size_t i = 0; i < table.targets.size(); ++i)
      table.targets[i] =
          0.05 * table.targets[i] + 2.0 * table.features(i, 1) - table.features(i, 4) + 1.5 * table.features(i, 9);
    return oracle::table_of(table.features, table.targets);
  }

  TestDirectory directory;
  Dataset dataset = rows();
};

FitOptions linear(PosteriorKind posterior) {
  return {.features = FeatureKind::linear, .support = "auto", .posterior = posterior, .threads = 1};
}

double elbo_of(const TrainedModel& model) {
  return elbo(LinearRegression(second_moments(*model.statistics)), model.prior, model.noise, model.posterior);
}

std::size_t num_active(const TrainedModel& model) { return active_features(model.posterior, model.prior).size(); }

void expect_proper(const WeightPrior& prior) {
  for (std::size_t j = 0; j < prior.num_features(); ++j) {
    double sum = 0.0;
    for (const double value : prior.log_prior.column(j)) {
      EXPECT_TRUE(std::isfinite(value));
      sum += std::exp(value);
    }
    EXPECT_NEAR(sum, 1.0, 1e-6);
  }
}

TEST(SparseFit, LeavesOutFeaturesWithEveryPosteriorAndReportsItsOwnElbo) {
  const Table table;
  for (const PosteriorKind posterior : {PosteriorKind::mean_field, PosteriorKind::mixture, PosteriorKind::draws})
    for (const char* support : {"auto", "-3:3", "pow2"}) {
      FitOptions options = linear(posterior);
      options.max_active_features = 4;
      options.support = support;
      const Training training = fit(table.dataset, options);
      EXPECT_LE(num_active(training.model), 4U);
      EXPECT_NEAR(training.report.elbo, elbo_of(training.model), 1e-6 * std::abs(training.report.elbo));
      EXPECT_GE(sparsity(training.model.posterior, training.model.prior), 9.0 / 13.0 - 1e-12);
      EXPECT_EQ(training.model.prior.num_features(), num_inputs + 1);
      expect_proper(training.model.prior);
      ASSERT_TRUE(training.report.price);
      EXPECT_TRUE(std::isfinite(training.report.price->nll));
    }
}

TEST(SparseFit, FindsTheInputsThatMatter) {
  const Table table;
  FitOptions options = linear(PosteriorKind::draws);
  options.max_active_features = 0;
  const std::vector<std::size_t> features = [&] {
    const TrainedModel model = fit(table.dataset, options).model;
    return active_features(model.posterior, model.prior);
  }();
  for (const std::size_t input : {1U, 4U, 9U})
    EXPECT_EQ(std::ranges::count(features, input + 1), 1);  // 0 is the constant
}

TEST(SparseFit, AllFeaturesAreThePlainFit) {
  const Table table;
  FitOptions options = linear(PosteriorKind::mean_field);
  const Training plain = fit(table.dataset, options);
  options.max_active_features = 1000;
  const Training all = fit(table.dataset, options);
  EXPECT_EQ(all.report.elbo, plain.report.elbo);
  EXPECT_EQ(all.model.posterior.log_probabilities, plain.model.posterior.log_probabilities);
  EXPECT_EQ(all.report.price->rmse, 0.0);
}

TEST(SparseFit, IsKeptInAFile) {
  const Table table;
  FitOptions options = linear(PosteriorKind::mean_field);
  options.max_active_features = 4;
  const TrainedModel model = fit(table.dataset, options).model;
  save_model(model, table.directory.path("m.direct"));
  const TrainedModel loaded = load_model(table.directory.path("m.direct"));
  EXPECT_EQ(loaded.posterior.log_probabilities, model.posterior.log_probabilities);
  EXPECT_EQ(loaded.prior.log_prior, model.prior.log_prior);
  EXPECT_EQ(loaded.options.max_active_features, 4U);
}

// A posterior of columns 1 and 3 of five, predicted by hand and by the whole model.
TEST(Restricted, PredictsAsTheRestrictedModel) {
  const oracle::TinyProblem problem = oracle::random_regression(11, 40, 5, 7, 0.5);
  const SecondMoments statistics = oracle::statistics_of(problem);
  const std::vector<std::size_t> features = {1, 3};
  const SecondMoments few = restricted(statistics, features);
  const WeightPrior prior = make_prior(PriorKind::gaussian, linear_grid(-3.0, 3.0, 7), 1.0, 2);
  for (const PosteriorKind posterior : {PosteriorKind::mean_field, PosteriorKind::mixture, PosteriorKind::draws}) {
    const FittedPosterior small{prior, problem.noise,
                                fit_posterior(few, prior, problem.noise, {.posterior = posterior})};
    const FittedPosterior large = expanded(small, features, problem.prior);
    const WeightMoments before = weight_moments(small.fit.posterior, small.prior);
    const WeightMoments after = weight_moments(large.fit.posterior, large.prior);
    for (std::size_t i = 0; i < 40; ++i) {
      double expected = 0.0, found = 0.0;
      for (std::size_t j = 0; j < 2; ++j) expected += problem.features(i, features[j]) * before.means[j];
      for (std::size_t j = 0; j < 5; ++j) found += problem.features(i, j) * after.means[j];
      EXPECT_NEAR(found, expected, 1e-13);
    }
    EXPECT_NEAR(elbo(LinearRegression(statistics), large.prior, problem.noise, large.fit.posterior),
                elbo(LinearRegression(few), small.prior, problem.noise, small.fit.posterior), 1e-9);
    EXPECT_LE(active_features(large.fit.posterior, large.prior).size(), 2U);
    EXPECT_EQ(large.prior.variances[0], problem.prior.variances[0]);
  }
}

TEST(Restricted, GivesALearnedGridAZeroForWhatIsLeftOut) {
  FittedPosterior small{.prior = make_prior(PriorKind::gaussian, linear_grid(-3.0, 3.0, 7), 1.0, 2),
                        .noise = make_noise_prior({1.0})};
  small.prior = on_grid(small.prior, {.centres = {5, -2}, .shifts = {0, 0}, .steps = {0.25, 0.5}});
  small.fit.posterior = prior_as_posterior(small.prior, small.noise);
  const WeightPrior whole = make_prior(PriorKind::gaussian, linear_grid(-3.0, 3.0, 7), 2.0, 4);
  const FittedPosterior large = expanded(small, std::vector<std::size_t>{0, 2}, whole);
  ASSERT_TRUE(large.prior.learned);
  EXPECT_EQ(large.prior.learned->centres, (std::vector<std::int16_t>{5, 0, -2, 0}));
  EXPECT_EQ(large.prior.levels(3, 1), 0.0);
  EXPECT_EQ(large.prior.levels(4, 2), -0.5);
  EXPECT_EQ(large.prior.log_prior.column(2)[0], small.prior.log_prior.column(1)[0]);
  EXPECT_EQ(active_features(large.fit.posterior, large.prior), (std::vector<std::size_t>{0, 2}));
}

TEST(SpikeSearch, ReachesItsTargetAndNeverFallsBehindALowerOne) {
  const Table table;
  for (const PosteriorKind posterior : {PosteriorKind::mean_field, PosteriorKind::mixture, PosteriorKind::draws}) {
    double before = 0.0;
    for (const double target : {0.3, 0.6, 0.75}) {
      FitOptions options = linear(posterior);
      options.target_sparsity = target;
      const Training training = fit(table.dataset, options);
      const double found = sparsity(training.model.posterior, training.model.prior);
      EXPECT_GE(found, target);
      EXPECT_GE(found, before - 1e-9);
      before = found;
      expect_proper(training.model.prior);
      EXPECT_EQ(training.model.options.target_sparsity, target);
      EXPECT_NEAR(training.report.elbo, elbo_of(training.model), 1e-2 * std::abs(training.report.elbo));
    }
  }
}

TEST(SpikeSearch, LeavesAFitThatIsSparseEnoughAlone) {
  const Table table;
  FitOptions options = linear(PosteriorKind::mean_field);
  const Training plain = fit(table.dataset, options);
  options.target_sparsity = 0.5 * sparsity(plain.model.posterior, plain.model.prior);
  const Training sparse = fit(table.dataset, options);
  EXPECT_EQ(sparse.model.posterior.log_probabilities, plain.model.posterior.log_probabilities);
  EXPECT_EQ(sparse.model.prior.kind, PriorKind::gaussian);
}

TEST(SpikeSearch, ASpikeKeepsTheSlabAndADistribution) {
  const WeightPrior slab = make_prior(PriorKind::gaussian, linear_grid(-3.0, 3.0, 7), 1.0, 2);
  for (const double log_odds : {-2.0, 0.0, 3.0, 30.0, 4000.0}) {
    const WeightPrior prior = with_spike(slab, log_odds);
    expect_proper(prior);
    EXPECT_EQ(prior.kind, PriorKind::spike_slab);
    EXPECT_LT(prior.spike, 1.0);
    EXPECT_NEAR(prior.log_prior(0, 1) - prior.log_prior(1, 1), slab.log_prior(0, 1) - slab.log_prior(1, 1), 1e-9);
  }
  EXPECT_NEAR(std::exp(with_spike(slab, 0.0).log_prior(3, 0)), 0.5 + 0.5 * std::exp(slab.log_prior(3, 0)), 1e-12);
}

TEST(SparsityOptions, RefuseWhatMakesNoSense) {
  const auto refused = [](const FitOptions& options) { EXPECT_THROW(check(options), Error); };
  for (const double target : {-0.1, 1.0, 2.0, std::nan("")}) refused({.target_sparsity = target});
  refused({.max_active_features = 10, .target_sparsity = 0.5});
  refused({.support = "1,2,3", .max_active_features = 10});
  refused({.levels = 2, .support = "auto", .max_active_features = 0});
  refused({.target_sparsity = 0.5, .posterior = PosteriorKind::mean_field});  // on a learned grid
  EXPECT_NO_THROW(check({.support = "auto", .target_sparsity = 0.5, .posterior = PosteriorKind::mean_field}));
  refused(
      {.support = "auto", .prior = PriorKind::laplace, .target_sparsity = 0.5, .posterior = PosteriorKind::mean_field});
  refused(
      {.support = "auto", .prior_mixture = "0.5:1,0.5:2", .target_sparsity = 0.5, .posterior = PosteriorKind::mixture});
  EXPECT_NO_THROW(check({.prior = PriorKind::laplace, .target_sparsity = 0.5}));
  EXPECT_NO_THROW(check({.max_active_features = 0}));
}

}  // namespace
}  // namespace direct::sparse_fit_test
