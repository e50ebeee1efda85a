// SPDX-License-Identifier: MIT
#include <direct/elbo.h>
#include <direct/fit.h>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <cmath>
#include <iterator>
#include <random>

#include "data/test_files.h"
#include "fit/row_model.h"
#include "fit/row_source.h"
#include "fit/working_statistics.h"
#include "oracle/differences.h"
#include "oracle/likelihoods.h"
#include "oracle/threads.h"

namespace direct::fit_rows_test {
namespace {

using oracle::TinyRows;

// Rows with a truth: z = 0.5 + 0.8 a - 0.5 b.
std::string table(Likelihood likelihood, std::size_t num_rows, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> uniform;
  std::string text = "a,b,y\n";
  for (std::size_t i = 0; i < num_rows; ++i) {
    const double a = normal(random), b = normal(random), z = 0.5 + 0.8 * a - 0.5 * b;
    double y = 0.0;
    if (likelihood == Likelihood("bernoulli")) y = uniform(random) < 1.0 / (1.0 + std::exp(-z)) ? 1.0 : 0.0;
    if (likelihood == Likelihood("poisson")) y = std::poisson_distribution<int>(std::exp(z))(random);
    if (likelihood == Likelihood("gamma")) y = std::gamma_distribution<double>(4.0, std::exp(z) / 4.0)(random);
    fmt::format_to(std::back_inserter(text), "{},{},{}\n", a, b, y);
  }
  return text;
}

const std::array other_likelihoods = {Likelihood("bernoulli"), Likelihood("poisson"), Likelihood("gamma")};

// 1, a and b, not standardised, so that the weights are those of z.
std::string given_table(Likelihood likelihood, std::size_t num_rows, std::uint64_t seed) {
  std::string text = table(likelihood, num_rows, seed), result;
  bool is_header = true;
  for (std::size_t first = 0; first < text.size(); first = text.find('\n', first) + 1, is_header = false)
    result += (is_header ? "one," : "1,") + text.substr(first, text.find('\n', first) - first) + "\n";
  return result;
}

FitOptions given(Likelihood likelihood) { return {.features = FeatureKind::given, .likelihood = likelihood}; }

class FitRows : public testing::Test {
 protected:
  Dataset dataset(const std::string& text) const { return open_dataset({directory_.write("d.csv", text)}); }

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
    const Dataset rows = dataset(given_table(likelihood, 3000, 1));
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
  const Dataset rows = dataset(given_table(Likelihood("bernoulli"), 3000, 2));
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
  const Training training = fit(dataset(given_table(Likelihood("gamma"), 3000, 3)), given(Likelihood("gamma")));
  EXPECT_NEAR(noise_variance(training.model.posterior, training.model.noise), 0.25, 0.03);
  EXPECT_EQ(training.model.noise.variances.size(), 15U);
}

// The ELBO that is reported is that of the enumeration, for what is exact, and below it for what is a bound.
TEST_F(FitRows, ReportsTheElbo) {
  for (const Likelihood likelihood : other_likelihoods) {
    const std::string text = given_table(likelihood, 40, 4);
    FitOptions options = given(likelihood);
    options.posterior = PosteriorKind::mean_field;
    options.support = "-2:2";
    options.levels = 9;
    const Training training = fit(dataset(text), options);
    const TrainedModel& model = training.model;
    TinyRows tiny{.problem = {.prior = model.prior, .noise = model.noise}, .likelihood = likelihood};
    RowReader reader(dataset(text), model.preparation.schema, RowReader::Targets::required);
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
      const Dataset rows = dataset(table(likelihood, 300, 5));
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
    const Dataset rows = dataset(table(likelihood, 2500, 6));
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
  const Dataset rows = dataset(table(Likelihood("poisson"), 5000, 7));
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
  const std::string weighted = "a,w,y\n0.5,2,1\n-1,1,0\n3,0,1\n0.1,1,1\n2,3,0\n-0.7,1,0\n";
  const std::string repeated = "a,y\n0.5,1\n0.5,1\n-1,0\n0.1,1\n2,0\n2,0\n2,0\n-0.7,0\n";
  FitOptions options = given(Likelihood("bernoulli"));
  options.posterior = PosteriorKind::mean_field;
  const double once =
      fit(open_dataset({directory_.write("w.csv", weighted)}, {.target = "y", .weight = "w"}), options).report.elbo;
  EXPECT_NEAR(once, fit(dataset(repeated), options).report.elbo, 1e-6);
}

TEST_F(FitRows, ExposuresMultiplyTheMean) {
  std::mt19937_64 random(8);
  std::uniform_real_distribution<double> uniform;
  std::string text = "one,a,years,y\n";
  for (int i = 0; i < 3000; ++i) {
    const double a = uniform(random), years = 0.1 + 10.0 * uniform(random);
    fmt::format_to(std::back_inserter(text), "1,{},{},{}\n", a, years,
                   std::poisson_distribution<int>(years * std::exp(-1.0 + 0.7 * a))(random));
  }
  const Training training =
      fit(open_dataset({directory_.write("e.csv", text)}, {.exposure = "years"}), given(Likelihood("poisson")));
  const std::vector<double> means = weight_moments(training.model.posterior, training.model.prior).means;
  ASSERT_EQ(means.size(), 2U);
  EXPECT_NEAR(means[0], -1.0, 0.1);
  EXPECT_NEAR(means[1], 0.7, 0.15);
}

// Classes that a line separates: nothing runs away.
TEST_F(FitRows, SeparableClassesStayFinite) {
  std::string text = "a,y\n";
  for (int i = 0; i < 200; ++i) fmt::format_to(std::back_inserter(text), "{},{}\n", i - 99.5, i < 100 ? "no" : "yes");
  for (const LogisticBound bound : {LogisticBound::taylor, LogisticBound::tilted, LogisticBound::quadratic})
    for (const PosteriorKind posterior : {PosteriorKind::draws, PosteriorKind::mean_field, PosteriorKind::mixture})
      for (const FeatureKind features : {FeatureKind::linear, FeatureKind::fourier, FeatureKind::given}) {
        const FitOptions options{.features = features,
                                 .num_features = 20,
                                 .likelihood = Likelihood("bernoulli"),
                                 .bound = bound,
                                 .posterior = posterior};
        const Training training = fit(dataset(text), options);
        EXPECT_TRUE(std::isfinite(training.report.elbo));
        EXPECT_LT(training.report.elbo, 0.0);
        for (const double mean : weight_moments(training.model.posterior, training.model.prior).means)
          EXPECT_TRUE(std::isfinite(mean));
      }
}

TEST_F(FitRows, UnusualDataStayFinite) {
  const std::vector<std::pair<Likelihood, std::string>> tables = {
      {Likelihood("bernoulli"), "a,y\n1,0\n2,1\n"},
      {Likelihood("bernoulli"), "a,b,c,y\n1,1,1,0\n2,2,1,1\n1,1,1,1\n"},
      {Likelihood("poisson"), "a,y\n1,0\n2,0\n3,0\n"},
      {Likelihood("poisson"), "a,y\n1,5\n"},
      {Likelihood("poisson"), "a,y\n1,1000000000\n2,0\n3,1\n4,100000\n"},
      {Likelihood("gamma"), "a,y\n1,1e-200\n2,1e200\n3,1\n"},
      {Likelihood("gamma"), "a,y\n1,2\n2,2\n3,2\n"},
      {Likelihood("gamma"), "a,y\n1,3\n"}};
  for (const auto& [likelihood, text] : tables)
    for (const PosteriorKind posterior : {PosteriorKind::draws, PosteriorKind::mean_field})
      for (const FeatureKind features : {FeatureKind::linear, FeatureKind::fourier}) {
        const FitOptions options{
            .features = features, .num_features = 20, .likelihood = likelihood, .posterior = posterior};
        const Training training = fit(dataset(text), options);
        EXPECT_TRUE(std::isfinite(training.report.elbo)) << text;
        for (const double mean : weight_moments(training.model.posterior, training.model.prior).means)
          EXPECT_TRUE(std::isfinite(mean)) << text;
      }
}

// Every bound of a prior with several scales, and what small batches have no samples for.
TEST_F(FitRows, PriorsMayBeMixtures) {
  const Dataset rows = dataset(given_table(Likelihood("poisson"), 1000, 11));
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
  const Dataset rows = dataset(table(Likelihood("poisson"), 50, 9));
  const Gathered gathered = gather(rows, {.features = FeatureKind::linear});
  EXPECT_THROW(fit(gathered, {.features = FeatureKind::linear, .likelihood = Likelihood("poisson")}), Error);
}

TEST_F(FitRows, FeaturesMayBeLeftOut) {
  const Dataset rows = dataset(table(Likelihood("bernoulli"), 500, 10));
  const Training training =
      fit(rows, {.num_features = 40, .max_active_features = 10, .likelihood = Likelihood("bernoulli")});
  EXPECT_EQ(active_features(training.model.posterior, training.model.prior).size(), 10U);
}

}  // namespace
}  // namespace direct::fit_rows_test
