// SPDX-License-Identifier: MIT
// Predictions of classes, counts and positive numbers against enumeration.
#include <direct/error.h>
#include <direct/predict.h>

#include <cmath>
#include <limits>
#include <optional>

#include <gtest/gtest.h>

#include "data/test_files.h"
#include "oracle/generalized.h"
#include "oracle/random_problem.h"

namespace direct::generalized_test {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double lowest = std::numeric_limits<double>::lowest();

std::vector<double> row_of(const Matrix& matrix, std::size_t row) {
  std::vector<double> values;
  for (std::size_t j = 0; j < matrix.cols(); ++j) values.push_back(matrix(row, j));
  return values;
}

// One row, the predictor it refers to, and what enumeration says.
struct Row {
  Row(const TrainedModel& of, const Matrix& inputs, double exposure = 1.0)
      : model(of), predictor(model), expected(model, row_of(inputs, 0), exposure) {
    Matrix first(1, inputs.cols());
    for (std::size_t j = 0; j < inputs.cols(); ++j) first(0, j) = inputs(0, j);
    predictor.for_each(first, std::vector<double>{exposure},
                       [this](std::size_t, const Distribution& law) { found = law; });
  }
  const Distribution* operator->() const { return &*found; }

  TrainedModel model;
  Predictor predictor;
  oracle::GeneralizedMixture expected;
  std::optional<Distribution> found;
};

void expect_close(double found, long double expected, double tolerance, const char* what) {
  if (std::abs(expected) < 1e-16L && found == 0.0) return;  // what enumeration rounds
  EXPECT_NEAR(found, static_cast<double>(expected), tolerance * static_cast<double>(std::abs(expected))) << what;
}

void expect_moments(const Row& row, double tolerance = 1e-10) {
  const Prediction& moments = row->prediction();
  const long double model = row.expected.model_variance(), noise = row.expected.noise_variance();
  expect_close(moments.mean, row.expected.mean(), tolerance, "mean");
  expect_close(moments.std_model, std::sqrt(model), tolerance, "std_model");
  expect_close(moments.std_noise, std::sqrt(noise), tolerance, "std_noise");
  expect_close(moments.std_total, std::sqrt(model + noise), tolerance, "std_total");
  EXPECT_NEAR(moments.eta_mean, static_cast<double>(row.expected.predictor_mean()), 1e-12);
  EXPECT_NEAR(moments.eta_std, static_cast<double>(std::sqrt(row.expected.predictor_variance())), 1e-12);
}

void expect_log_density(const Row& row, double y) {
  const double expected = static_cast<double>(row.expected.log_probability(y));
  EXPECT_NEAR(row->log_density(y), expected, 1e-10 * (1.0 + 0.01 * std::abs(expected))) << y;
}

void expect_cdf(const Row& row, double y) {
  const long double lower = row.expected.lower(y), upper = row.expected.upper(y);
  if (lower < 1e-300L) return;
  expect_close(row->cdf(y), lower, 1e-10, "cdf");
  EXPECT_NEAR(1.0 - row->cdf(y), static_cast<double>(upper), 1e-10 * static_cast<double>(upper) + 1e-15);
}

void expect_quantile(const Row& row, double probability) {
  const double y = row->quantile(probability);
  const bool is_count = row.model.preparation.schema.likelihood == Likelihood("poisson");
  if (is_count) {
    EXPECT_EQ(y, std::floor(y));
    EXPECT_GE(static_cast<double>(row.expected.lower(y)), probability - 1e-13);
    const long double before = y > 0.0 ? row.expected.lower(y - 1.0L) : 0.0L;
    EXPECT_LT(static_cast<double>(before), probability + 1e-13);
  } else {
    EXPECT_NEAR(static_cast<double>(row.expected.lower(y)), probability, 1e-11 * probability);
  }
}

void expect_equal(const Row& row) {
  expect_moments(row);
  const Likelihood likelihood = row.model.preparation.schema.likelihood;
  if (likelihood == Likelihood("bernoulli")) {
    for (const double y : {0.0, 1.0}) expect_log_density(row, y);
    const long double p = row.expected.mean();
    expect_close(row->prediction().mean, p, 1e-10, "probability");
    const long double q = std::exp(row.expected.log_probability(0.0L));
    EXPECT_NEAR(row->entropy(), static_cast<double>(-p * std::log(p) - q * row.expected.log_probability(0.0L)), 1e-12);
    return;
  }
  const double mean = row->prediction().mean;
  for (const double factor : {0.0, 0.01, 0.3, 0.8, 1.0, 1.3, 4.0, 30.0}) {
    const double y = likelihood == Likelihood("poisson") ? std::floor(factor * mean) : (0.001 + factor) * mean;
    expect_log_density(row, y);
    expect_cdf(row, y);
  }
  for (const double probability : {1e-6, 0.025, 0.3, 0.5, 0.8, 0.99, 1.0 - 1e-6}) expect_quantile(row, probability);
}

const Likelihood likelihoods[] = {Likelihood("bernoulli"), Likelihood("poisson"), Likelihood("gamma")};

// Up to 1024 values each are counted one by one, more are not.
TEST(LinkedDistribution, EqualsEnumeration) {
  for (const Likelihood likelihood : likelihoods)
    for (const std::uint64_t seed : {1, 2, 3, 4, 5, 6})
      for (const std::size_t num_components : {1, 3})
        for (const double offset : {-3.0, 0.0, 2.5}) {
          SCOPED_TRACE(testing::Message() << "likelihood " << likelihood->name << " seed " << seed << " components "
                                          << num_components << " offset " << offset);
          const oracle::TinyProblem problem = oracle::random_problem(seed);
          const Posterior q = oracle::random_mixture(problem, num_components, seed + 1);
          expect_equal(Row(oracle::generalized_model(problem, q, likelihood, offset), problem.features));
        }
}

TEST(GeneralizedDistributionLong, OfManyValuesEqualsEnumeration) {
  for (const Likelihood likelihood : likelihoods)
    for (const std::uint64_t seed : {7, 8})
      for (const double offset : {-4.0, 0.3, 5.0}) {
        SCOPED_TRACE(testing::Message() << "likelihood " << likelihood->name << " offset " << offset);
        oracle::TinyProblem problem = oracle::random_regression(seed, 1, 6, 4, 0.5);
        for (double& value : problem.features.values()) value *= 0.3;
        const Posterior q = oracle::random_mixture(problem, 2, seed + 1);
        expect_equal(Row(oracle::generalized_model(problem, q, likelihood, offset), problem.features));
      }
}

TEST(LinkedDistribution, OfPointMassesAndAProductEqualsEnumeration) {
  for (const Likelihood likelihood : likelihoods) {
    oracle::TinyProblem problem = oracle::random_regression(3, 1, 6, 4, 0.5);
    Posterior q = oracle::random_mixture(problem, 3, 9);
    for (std::size_t i = 0; i < 2; ++i)
      for (std::size_t j = 0; j < 6; ++j) {
        const auto column = q.log_probabilities[i].column(j);
        std::fill(column.begin(), column.end(), -infinity);
        column[(i + j) % 4] = 0.0;
      }
    expect_equal(Row(oracle::generalized_model(problem, q, likelihood, 0.5), problem.features));
  }
}

TEST(LinkedDistribution, OfACertainPosteriorIsTheLikelihood) {
  for (const Likelihood likelihood : likelihoods) {
    const oracle::TinyProblem problem = oracle::random_regression(3, 1, 3, 4, 0.5);
    Posterior q = oracle::random_posterior(problem, 9);
    for (std::size_t j = 0; j < 3; ++j) {
      std::fill_n(q.log_probabilities[0].column(j).begin(), 4, -infinity);
      q.log_probabilities[0](j, j) = 0.0;
    }
    const Row row(oracle::generalized_model(problem, q, likelihood, 0.5), problem.features);
    expect_equal(row);
    EXPECT_EQ(row->prediction().std_model, 0.0);
    const Interval bounds = row->mean_interval(0.9);
    EXPECT_EQ(bounds.lower, bounds.upper);
    EXPECT_NEAR(bounds.lower, row->prediction().mean, 1e-12 * row->prediction().mean);
  }
}

// Features of 0: the product is certain, though the weights are not.
TEST(LinkedDistribution, OfNoFeaturesIsCertain) {
  for (const Likelihood likelihood : likelihoods) {
    oracle::TinyProblem problem = oracle::random_regression(3, 1, 6, 4, 0.5);
    for (double& value : problem.features.values()) value = 0.0;
    const Row row(oracle::generalized_model(problem, oracle::random_posterior(problem, 9), likelihood, 0.5),
                  problem.features);
    expect_equal(row);
    EXPECT_EQ(row->mean_interval(0.5).lower, row->mean_interval(0.99).upper);
  }
}

TEST(LinkedDistribution, HasTheDigitsOfFarTails) {
  for (const std::size_t num_features : {3, 6}) {
    oracle::TinyProblem problem = oracle::random_regression(5, 1, num_features, 4, 0.5);
    for (double& value : problem.features.values()) value *= 0.1;
    const Posterior q = oracle::random_mixture(problem, 2, 6);
    const Row large(oracle::generalized_model(problem, q, Likelihood("poisson"), std::log(1e3)), problem.features);
    for (const double y : {0.0, 1.0, 100.0, 400.0, 3e3, 1e5}) {
      expect_log_density(large, y);
      expect_cdf(large, y);
    }
    const Row small(oracle::generalized_model(problem, q, Likelihood("poisson"), 0.0), problem.features);
    for (const double y : {20.0, 200.0, 1e4}) expect_log_density(small, y);
    const Row positive(oracle::generalized_model(problem, q, Likelihood("gamma"), 3.0), problem.features);
    for (const double y : {1e-8, 1e-3, 1e3, 1e5}) {
      expect_log_density(positive, y);
      expect_cdf(positive, y);
    }
  }
}

TEST(LinkedDistribution, CountsExposures) {
  const oracle::TinyProblem problem = oracle::random_regression(5, 1, 3, 4, 0.5);
  const Posterior q = oracle::random_mixture(problem, 2, 6);
  for (const double exposure : {1e-3, 0.5, 250.0})
    expect_equal(Row(oracle::generalized_model(problem, q, Likelihood("poisson"), 0.5), problem.features, exposure));
}

TEST(LinkedDistribution, CountsToABillion) {
  for (const std::size_t num_features : {3, 6}) {
    oracle::TinyProblem problem = oracle::random_regression(5, 1, num_features, 4, 0.5);
    for (double& value : problem.features.values()) value *= 0.02;
    const Posterior q = oracle::random_posterior(problem, 6);
    const Row row(oracle::generalized_model(problem, q, Likelihood("poisson"), std::log(1e9)), problem.features);
    expect_moments(row);
    for (const double y : {0.9e9, 1e9, 1.0001e9, 1.05e9})
      EXPECT_NEAR(row->log_density(y), static_cast<double>(row.expected.log_probability(y)), 1e-7) << y;
    const double median = row->quantile(0.5);
    EXPECT_GE(row->cdf(median), 0.5);
    EXPECT_LT(row->cdf(median - 1.0), 0.5);
  }
}

TEST(LinkedDistribution, IsFiniteForAnyOffset) {
  for (const Likelihood likelihood : likelihoods)
    for (const std::size_t num_features : {3, 6})
      for (const double offset : {-700.0, -600.0, 600.0, 700.0}) {
        SCOPED_TRACE(testing::Message() << "likelihood " << likelihood->name << " offset " << offset);
        const oracle::TinyProblem problem = oracle::random_regression(5, 1, num_features, 4, 0.5);
        const Row row(oracle::generalized_model(problem, oracle::random_posterior(problem, 6), likelihood, offset),
                      problem.features);
        const Prediction& moments = row->prediction();
        for (const double value : {moments.mean, moments.std_model, moments.std_noise, moments.std_total})
          EXPECT_TRUE(std::isfinite(value) && value >= 0.0) << value;
        for (const double y : {0.0, 1.0, 2.0, 200.0, 1e9, 1e300}) {
          EXPECT_TRUE(std::isfinite(row->log_density(y)));
          EXPECT_TRUE(row->cdf(y) >= 0.0 && row->cdf(y) <= 1.0);
        }
        for (const double p : {1e-6, 0.5, 0.999}) EXPECT_TRUE(std::isfinite(row->quantile(p))) << p;
        const Interval bounds = row->mean_interval(0.9);
        EXPECT_TRUE(std::isfinite(bounds.lower) && std::isfinite(bounds.upper) && bounds.lower <= bounds.upper);
      }
}

TEST(LinkedDistribution, HasIntervalsOfTheMean) {
  for (const Likelihood likelihood : likelihoods) {
    const oracle::TinyProblem problem = oracle::random_regression(5, 1, 6, 5, 0.5);
    const TrainedModel model =
        oracle::generalized_model(problem, oracle::random_posterior(problem, 6), likelihood, -0.5);
    const Row row(model, problem.features);
    for (const double level : {0.5, 0.9}) {
      const Interval bounds = row->mean_interval(level);
      double inside = 0.0;
      oracle::enumerate({.prior = model.prior, .noise = {.variances = {1.0}, .log_prior = {0.0}}},
                        {.log_component_weights = {0.0},
                         .log_probabilities = model.posterior.log_probabilities,
                         .noise_log_probabilities = {0.0}},
                        [&](const oracle::Configuration& c) {
                          double z = -0.5;
                          for (std::size_t j = 0; j < 6; ++j) z += problem.features(0, j) * c.weights[j];
                          const double mean =
                              likelihood == Likelihood("bernoulli") ? 1.0 / (1.0 + std::exp(-z)) : std::exp(z);
                          if (mean >= bounds.lower && mean <= bounds.upper)
                            inside += std::exp(static_cast<double>(c.log_q));
                        });
      EXPECT_NEAR(inside, level, 0.01);
    }
  }
}

TEST(LinkedDistribution, KnowsWhatAValueMayBe) {
  const oracle::TinyProblem problem = oracle::random_regression(5, 1, 3, 4, 0.5);
  const Posterior q = oracle::random_posterior(problem, 6);
  const Row classes(oracle::generalized_model(problem, q, Likelihood("bernoulli"), 0.0), problem.features);
  const Row counts(oracle::generalized_model(problem, q, Likelihood("poisson"), 0.0), problem.features);
  const Row positive(oracle::generalized_model(problem, q, Likelihood("gamma"), 0.0), problem.features);
  for (const double y : {0.5, -1.0, 2.0, infinity, std::nan("")}) EXPECT_EQ(classes->log_density(y), lowest);
  for (const double y : {0.5, -1.0, infinity, std::nan("")}) EXPECT_EQ(counts->log_density(y), lowest);
  for (const double y : {0.0, -1.0, infinity, std::nan("")}) EXPECT_EQ(positive->log_density(y), lowest);
  EXPECT_EQ(classes->cdf(-0.1), 0.0);
  EXPECT_EQ(classes->cdf(0.4), std::exp(classes->log_density(0.0)));
  EXPECT_EQ(classes->cdf(1.0), 1.0);
  EXPECT_EQ(counts->cdf(-0.1), 0.0);
  EXPECT_EQ(counts->cdf(2.7), counts->cdf(2.0));
  EXPECT_EQ(counts->cdf(infinity), 1.0);
  EXPECT_EQ(positive->cdf(0.0), 0.0);
  EXPECT_EQ(classes->quantile(0.999), 1.0);
  EXPECT_EQ(classes->quantile(1e-3), 0.0);
  for (const double p : {0.0, 1.0, std::nan("")}) EXPECT_THROW(counts->quantile(p), Error);
  EXPECT_THROW(counts->skewness(), Error);
  EXPECT_THROW(positive->entropy(), Error);
}

TEST(LinkedDistribution, RefusesWrongExposures) {
  const oracle::TinyProblem problem = oracle::random_regression(5, 2, 3, 4, 0.5);
  const Posterior q = oracle::random_posterior(problem, 6);
  const TrainedModel model = oracle::generalized_model(problem, q, Likelihood("poisson"), 0.0);
  const Predictor predictor(model);
  const auto ignore = [](std::size_t, const Distribution&) {};
  for (const std::vector<double>& exposures : {std::vector<double>{1.0}, {1.0, 0.0}, {1.0, -2.0}, {infinity, 1.0}})
    EXPECT_THROW(predictor.for_each(problem.features, exposures, ignore), Error);
  predictor.for_each(problem.features, ignore);
}

}  // namespace
}  // namespace direct::generalized_test
