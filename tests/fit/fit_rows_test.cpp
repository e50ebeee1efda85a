// SPDX-License-Identifier: MIT
#include <direct/elbo.h>
#include <direct/fit.h>
#include <direct/table.h>

#include <gtest/gtest.h>
#include <algorithm>
#include <cmath>
#include <random>

#include "data/test_files.h"
#include "fit/row_model.h"
#include "fit/row_source.h"
#include "fit/working_statistics.h"
#include "oracle/differences.h"
#include "oracle/likelihoods.h"
#include "oracle/table.h"
#include "oracle/threads.h"

namespace direct::fit_rows_test {
namespace {

using oracle::TinyRows;

// Rows with a truth: z = 0.5 + 0.8 a - 0.5 b.
Table table(Likelihood likelihood, std::size_t num_rows, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> uniform;
  Matrix inputs(num_rows, 2);
  std::vector<double> targets(num_rows);
  for (std::size_t i = 0; i < num_rows; ++i) {
    const double a = normal(random), b = normal(random), z = 0.5 + 0.8 * a - 0.5 * b;
    double& y = targets[i];
    if (likelihood == Likelihood("bernoulli")) y = uniform(random) < 1.0 / (1.0 + std::exp(-z)) ? 1.0 : 0.0;
    if (likelihood == Likelihood("poisson")) y = std::poisson_distribution<int>(std::exp(z))(random);
    if (likelihood == Likelihood("gamma")) y = std::gamma_distribution<double>(4.0, std::exp(z) / 4.0)(random);
    inputs(i, 0) = a;
    inputs(i, 1) = b;
  }
  return oracle::table_of(std::move(inputs), std::move(targets));
}

const std::array other_likelihoods = {Likelihood("bernoulli"), Likelihood("poisson"), Likelihood("gamma")};

// 1, a and b, not standardised, so that the weights are those of z.
Table given_table(Likelihood likelihood, std::size_t num_rows, std::uint64_t seed) {
  const Table rows = table(likelihood, num_rows, seed);
  return {.target = rows.target,
          .columns = {
              {"one", std::vector<double>(num_rows, 1.0)}, {"a", rows.inputs.column(0)}, {"b", rows.inputs.column(1)}}};
}

FitOptions given(Likelihood likelihood) { return {.features = FeatureKind::given, .likelihood = likelihood}; }

class FitRows : public testing::Test {
 protected:
  std::string bytes(const TrainedModel& model) const {
    save_model(model, directory_.path("m.direct"));
    return file_contents(directory_.path("m.direct"));
  }

  TestDirectory directory_;
};
using FitRowsLong = FitRows;

// Within four deviations of weights that 3000 rows leave open.
void expect_truth(const TrainedModel& model, double deviation) {
  const std::vector<double> means = weight_moments(model.posterior, model.prior).means;
  const std::vector<double> truth = {0.5, 0.8, -0.5};
  for (std::size_t j = 0; j < truth.size(); ++j) EXPECT_NEAR(means[j], truth[j], 4.0 * deviation);
}

TEST_F(FitRows, FindTheTruthWithEveryPosteriorAndSupport) {
  for (const Likelihood likelihood : other_likelihoods) {
    const Dataset rows = given_table(likelihood, 3000, 1);
    for (const PosteriorKind posterior : {PosteriorKind::draws, PosteriorKind::mean_field, PosteriorKind::mixture})
      for (const char* support : {"learned", "learned-shared", "-2:2"}) {
        FitOptions options = given(likelihood);
        options.posterior = posterior;
        options.support = support;
        options.levels = options.support == "-2:2" ? 255 : 15;
        const Training training = fit(rows, options);
        EXPECT_TRUE(training.report.converged);
        expect_truth(training.model, 0.05);
        EXPECT_FALSE(training.model.statistics);
      }
  }
}

TEST_F(FitRowsLong, FindTheTruthWithEveryBoundPriorAndOptimizer) {
  const Dataset rows = given_table(Likelihood("bernoulli"), 3000, 2);
  for (const LogisticBound bound : {LogisticBound::tilted, LogisticBound::quadratic})
    for (const PriorKind prior : {PriorKind::gaussian, PriorKind::laplace, PriorKind::uniform, PriorKind::spike_slab})
      for (const Optimizer optimizer : {Optimizer::automatic, Optimizer::best, Optimizer::lbfgs, Optimizer::adam}) {
        FitOptions options = given(Likelihood("bernoulli"));
        options.posterior = PosteriorKind::mean_field;
        options.bound = bound;
        options.prior = prior;
        options.optimizer = optimizer;
        expect_truth(fit(rows, options).model, 0.05);
      }
}

TEST_F(FitRows, DispersionsAreFound) {
  const Training training = fit(given_table(Likelihood("gamma"), 3000, 3), given(Likelihood("gamma")));
  EXPECT_NEAR(noise_variance(training.model.posterior, training.model.noise), 0.25, 0.03);
  EXPECT_EQ(training.model.noise.variances.size(), 15U);
}

// The ELBO that is reported is that of the enumeration, for what is exact, and below it for what is a bound.
TEST_F(FitRows, ReportsTheElbo) {
  for (const Likelihood likelihood : other_likelihoods) {
    const Table table = given_table(likelihood, 40, 4);
    FitOptions options = given(likelihood);
    options.posterior = PosteriorKind::mean_field;
    options.support = "-2:2";
    options.levels = 9;
    const Training training = fit(table, options);
    const TrainedModel& model = training.model;
    TinyRows tiny{.problem = {.prior = model.prior, .noise = model.noise}, .likelihood = likelihood};
    RowReader reader(table, model.preparation.schema, RowReader::Targets::required);
    Rows rows;
    ASSERT_TRUE(reader.next(rows));
    tiny.problem.features = rows.inputs;
    tiny.problem.targets = rows.targets;
    tiny.weights.assign(40, 1.0);
    tiny.offsets.assign(40, 0.0);
    double expected = oracle::expected_log_likelihood(tiny, model.posterior) +
                      oracle::expected_log_prior(tiny.problem, model.posterior) +
                      oracle::entropy(tiny.problem, model.posterior);
    for (std::size_t l = 0; l < model.noise.variances.size(); ++l)
      expected -= std::exp(model.posterior.noise_log_probabilities[l]) *
                  (model.posterior.noise_log_probabilities[l] - model.noise.log_prior[l]);
    if (likelihood == Likelihood("bernoulli")) {
      EXPECT_LE(training.report.elbo, expected + 1e-9);
      EXPECT_GT(training.report.elbo, expected - 2.0);
    } else {
      EXPECT_NEAR(training.report.elbo, expected, 1e-9 * std::abs(expected));
    }
    EXPECT_EQ(model.summary.elbo, training.report.elbo);
  }
}

TEST_F(FitRows, AutomaticIsNotBelowTheSearchFromThePrior) {
  for (const Likelihood likelihood : other_likelihoods)
    for (const LogisticBound bound : {LogisticBound::taylor, LogisticBound::tilted, LogisticBound::quadratic}) {
      if (likelihood != Likelihood("bernoulli") && bound != LogisticBound::quadratic) continue;
      const Dataset rows = table(likelihood, 300, 5);
      FitOptions options{.features = FeatureKind::linear,
                         .support = "auto",
                         .likelihood = likelihood,
                         .bound = bound,
                         .posterior = PosteriorKind::mean_field};
      const double automatic = fit(rows, options).report.elbo;
      options.optimizer = Optimizer::lbfgs;
      const double paper = fit(rows, options).report.elbo;
      options.optimizer = Optimizer::best;
      const double best = fit(rows, options).report.elbo;
      EXPECT_GE(automatic, paper - 0.02);
      EXPECT_GE(best, std::max(automatic, paper) - 1e-9);
    }
}

TEST_F(FitRows, SameBytesForAnyNumberOfThreads) {
  for (const Likelihood likelihood : other_likelihoods) {
    const Dataset rows = table(likelihood, 2500, 6);
    FitOptions options{.num_features = 20, .likelihood = likelihood};
    const Preparation preparation =
        prepare(only_rows(rows, [](std::size_t row) { return row < 200; }), options).preparation;
    for (const PosteriorKind posterior : {PosteriorKind::draws, PosteriorKind::mean_field}) {
      options.posterior = posterior;
      options.threads = 1;
      const std::string one = bytes(fit(rows, options, &preparation).model);
      options.threads = 2;
      EXPECT_EQ(bytes(fit(rows, options, &preparation).model), one);
    }
  }
}

// Rows that are read anew in every pass say the same as rows in memory.
TEST_F(FitRows, RowsNeedNotStayInMemory) {
  const Dataset rows = table(Likelihood("poisson"), 5000, 7);
  const Prepared prepared = prepare(rows, {.num_features = 20, .likelihood = Likelihood("poisson")});
  const Progress nobody;
  RowSource kept(rows, prepared.preparation, nullptr, nobody);
  RowSource streamed(rows, prepared.preparation, nullptr, nobody, 100000);
  for (int pass = 0; pass < 3; ++pass) {
    const WorkingStatistics a = working_statistics(kept, Likelihood("poisson"), {}),
                            b = working_statistics(streamed, Likelihood("poisson"), {});
    EXPECT_TRUE(a.moments == b.moments);
    EXPECT_EQ(a.log_likelihood, b.log_likelihood);
  }
  EXPECT_TRUE(kept.is_cached());
  EXPECT_FALSE(streamed.is_cached());
}

// Twice a weight of 2 is the row twice; a weight of 0 is no row.
TEST_F(FitRows, WeightsCount) {
  Matrix inputs(6, 1);
  std::ranges::copy(std::vector{0.5, -1.0, 3.0, 0.1, 2.0, -0.7}, inputs.data());
  const Table weighted = oracle::table_of(inputs, {1, 0, 1, 1, 0, 0}, {2, 1, 0, 1, 3, 1});
  const Table repeated =
      oracle::table_of_rows({{0.5, 1}, {0.5, 1}, {-1, 0}, {0.1, 1}, {2, 0}, {2, 0}, {2, 0}, {-0.7, 0}});
  FitOptions options = given(Likelihood("bernoulli"));
  options.posterior = PosteriorKind::mean_field;
  EXPECT_NEAR(fit(weighted, options).report.elbo, fit(repeated, options).report.elbo, 1e-6);
}

TEST_F(FitRows, ExposuresMultiplyTheMean) {
  std::mt19937_64 random(8);
  std::uniform_real_distribution<double> uniform;
  Matrix inputs(3000, 2, 1.0);
  std::vector<double> years, targets;
  for (std::size_t i = 0; i < 3000; ++i) {
    inputs(i, 1) = uniform(random);
    years.push_back(0.1 + 10.0 * uniform(random));
    targets.push_back(std::poisson_distribution<int>(years[i] * std::exp(-1.0 + 0.7 * inputs(i, 1)))(random));
  }
  const Training training =
      fit(Table{.inputs = inputs, .target = targets, .exposures = years}, given(Likelihood("poisson")));
  const std::vector<double> means = weight_moments(training.model.posterior, training.model.prior).means;
  ASSERT_EQ(means.size(), 2U);
  EXPECT_NEAR(means[0], -1.0, 0.1);
  EXPECT_NEAR(means[1], 0.7, 0.15);
}

// Classes that a line separates: nothing runs away.
TEST_F(FitRows, SeparableClassesStayFinite) {
  std::vector<double> inputs;
  std::vector<std::string> classes;
  for (int i = 0; i < 200; ++i) {
    inputs.push_back(i - 99.5);
    classes.emplace_back(i < 100 ? "no" : "yes");
  }
  const Table table{.target = classes, .columns = {{"a", inputs}}};
  for (const LogisticBound bound : {LogisticBound::taylor, LogisticBound::tilted, LogisticBound::quadratic})
    for (const PosteriorKind posterior : {PosteriorKind::draws, PosteriorKind::mean_field, PosteriorKind::mixture})
      for (const FeatureKind features : {FeatureKind::linear, FeatureKind::fourier, FeatureKind::given}) {
        const FitOptions options{.features = features,
                                 .num_features = 20,
                                 .likelihood = Likelihood("bernoulli"),
                                 .bound = bound,
                                 .posterior = posterior};
        const Training training = fit(table, options);
        EXPECT_TRUE(std::isfinite(training.report.elbo));
        EXPECT_LT(training.report.elbo, 0.0);
        for (const double mean : weight_moments(training.model.posterior, training.model.prior).means)
          EXPECT_TRUE(std::isfinite(mean));
      }
}

TEST_F(FitRows, UnusualDataStayFinite) {
  const std::vector<std::pair<Likelihood, std::vector<std::vector<double>>>> tables = {
      {Likelihood("bernoulli"), {{1, 0}, {2, 1}}},
      {Likelihood("bernoulli"), {{1, 1, 1, 0}, {2, 2, 1, 1}, {1, 1, 1, 1}}},
      {Likelihood("poisson"), {{1, 0}, {2, 0}, {3, 0}}},
      {Likelihood("poisson"), {{1, 5}}},
      {Likelihood("poisson"), {{1, 1000000000}, {2, 0}, {3, 1}, {4, 100000}}},
      {Likelihood("gamma"), {{1, 1e-200}, {2, 1e200}, {3, 1}}},
      {Likelihood("gamma"), {{1, 2}, {2, 2}, {3, 2}}},
      {Likelihood("gamma"), {{1, 3}}}};
  for (const auto& [likelihood, rows] : tables)
    for (const PosteriorKind posterior : {PosteriorKind::draws, PosteriorKind::mean_field})
      for (const FeatureKind features : {FeatureKind::linear, FeatureKind::fourier}) {
        const FitOptions options{
            .features = features, .num_features = 20, .likelihood = likelihood, .posterior = posterior};
        const Training training = fit(oracle::table_of_rows(rows), options);
        EXPECT_TRUE(std::isfinite(training.report.elbo)) << testing::PrintToString(rows);
        for (const double mean : weight_moments(training.model.posterior, training.model.prior).means)
          EXPECT_TRUE(std::isfinite(mean)) << testing::PrintToString(rows);
      }
}

// Every bound of a prior with several scales, and what small batches have no samples for.
TEST_F(FitRows, PriorsMayBeMixtures) {
  const Dataset rows = given_table(Likelihood("poisson"), 1000, 11);
  FitOptions options = given(Likelihood("poisson"));
  options.prior_mixture = "0.5:1,0.5:0.3";
  for (const PosteriorKind posterior : {PosteriorKind::mean_field, PosteriorKind::mixture})
    for (const PriorBound bound : {PriorBound::jensen, PriorBound::responsibility, PriorBound::sampled})
      for (const Optimizer optimizer : {Optimizer::automatic, Optimizer::adam}) {
        options.posterior = posterior;
        options.prior_bound = bound;
        options.optimizer = optimizer;
        if (optimizer == Optimizer::adam && bound == PriorBound::sampled)
          EXPECT_THROW(fit(rows, options), Error);
        else
          expect_truth(fit(rows, options).model, 0.05);
      }
  options.prior_bound = PriorBound::responsibility;
  for (const Entropy entropy : {Entropy::taylor, Entropy::sampled}) {
    options.entropy = entropy;
    EXPECT_THROW(fit(rows, options), Error);
  }
}

TEST_F(FitRows, StatisticsAreNotEnough) {
  const Dataset rows = table(Likelihood("poisson"), 50, 9);
  const Gathered gathered = gather(rows, {.features = FeatureKind::linear});
  EXPECT_THROW(fit(gathered.statistics, {.features = FeatureKind::linear, .likelihood = Likelihood("poisson")}), Error);
}

TEST_F(FitRows, FeaturesMayBeLeftOut) {
  const Dataset rows = table(Likelihood("bernoulli"), 500, 10);
  const Training training =
      fit(rows, {.num_features = 40, .max_active_features = 10, .likelihood = Likelihood("bernoulli")});
  EXPECT_EQ(active_features(training.model.posterior, training.model.prior).size(), 10U);
}

}  // namespace
}  // namespace direct::fit_rows_test
