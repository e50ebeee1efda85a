// SPDX-License-Identifier: MIT
#include <direct/draws.h>
#include <direct/error.h>
#include <direct/predict.h>

#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <random>

#include <gtest/gtest.h>

#include "data/test_files.h"
#include "oracle/predictive.h"
#include "oracle/property.h"
#include "oracle/random_problem.h"
#include "oracle/tiny_model.h"

namespace direct::distribution_test {
namespace {

std::vector<Distribution> distributions(const Predictor& predictor, const Matrix& inputs) {
  std::vector<std::optional<Distribution>> found(inputs.rows());
  predictor.for_each(inputs, [&](std::size_t row, const Distribution& distribution) { found[row] = distribution; });
  std::vector<Distribution> result;
  for (const auto& distribution : found) result.push_back(distribution.value());
  return result;
}

std::vector<double> row_of(const Matrix& matrix, std::size_t row) {
  std::vector<double> values;
  for (std::size_t j = 0; j < matrix.cols(); ++j) values.push_back(matrix(row, j));
  return values;
}

void expect_near(double found, long double expected, double tolerance, const char* what) {
  EXPECT_NEAR(found, static_cast<double>(expected), tolerance) << what;
}

void expect_equal(const Distribution& found, const oracle::PredictiveMixture& expected) {
  const long double mean = expected.moment(1, 0.0L), variance = expected.moment(2, mean);
  const double deviation = static_cast<double>(std::sqrt(variance));
  const Prediction& moments = found.prediction();
  expect_near(moments.mean, mean, 1e-12, "mean");
  expect_near(moments.std_total, deviation, 1e-12 * deviation, "std_total");
  expect_near(moments.std_model, std::sqrt(expected.model_variance()), 1e-12, "std_model");
  expect_near(moments.std_noise, std::sqrt(expected.noise_variance()), 1e-12, "std_noise");
  expect_near(found.skewness(), expected.moment(3, mean) / (variance * deviation), 1e-10, "skewness");
  expect_near(found.excess_kurtosis(), expected.moment(4, mean) / (variance * variance) - 3.0L, 1e-10, "kurtosis");
  EXPECT_EQ(found.resolution(), 0.0);
  for (const double x : {-9.0, -6.0, -3.0, -1.2, -0.3, 0.0, 0.7, 2.0, 4.5, 7.0, 12.0, 30.0}) {
    const double y = moments.mean + x * deviation;
    expect_near(found.cdf(y), expected.cdf(y), 1e-12, "cdf");
    bool exact = false;
    const double log_density = found.log_density(y, &exact);
    const long double expected_log_density = expected.log_density(y);
    EXPECT_TRUE(exact);
    expect_near(found.density(y), std::exp(expected_log_density), 1e-11 / deviation, "density");
    expect_near(log_density, expected_log_density, 1e-8 * std::max(1.0, std::abs(log_density)), "log density");
    if (expected.num_gaussians() <= 500)
      expect_near(found.crps(y), expected.crps(y), 1e-11 * deviation * std::max(1.0, std::abs(x)), "crps");
  }
  for (const double probability : {1e-6, 0.025, 0.3, 0.5, 0.77, 0.99}) {
    const double quantile = found.quantile(probability);
    expect_near(static_cast<double>(expected.cdf(quantile)), probability, 1e-12, "cdf of quantile");
  }
}

// Tables over every weight vector are small up to here; the Gaussians of the smallest are summed in closed form.
PROPERTY(Distribution, EqualsEnumeration, (std::uint64_t seed)) {
  const oracle::TinyProblem problem = oracle::random_problem(seed);
  const Posterior q = oracle::random_posterior(problem, seed + 1);
  const TrainedModel model = oracle::tiny_model(problem, q);
  const Predictor predictor(model);
  const auto found = distributions(predictor, problem.features);
  const std::size_t row = seed % found.size();
  expect_equal(found[row], oracle::PredictiveMixture(problem, q, row_of(problem.features, row)));
  ASSERT_FALSE(testing::Test::HasFailure());
}

// Six weights of five levels, small enough to enumerate, and a mixture of two components that lie apart.
TEST(Distribution, OfAMixtureEqualsEnumeration) {
  const oracle::TinyProblem problem = oracle::random_regression(4, 3, 6, 5, 0.4);
  Posterior q = oracle::random_posterior(problem, 5);
  q.log_probabilities.push_back(oracle::random_posterior(problem, 6).log_probabilities.front());
  q.log_component_weights = {std::log(0.3), std::log(0.7)};
  const TrainedModel model = oracle::tiny_model(problem, q);
  const Predictor predictor(model);
  const oracle::PredictiveMixture expected(problem, q, row_of(problem.features, 1));
  expect_equal(distributions(predictor, problem.features)[1], expected);
}

TEST(Distribution, SpeaksInTheUnitsOfTheTarget) {
  const oracle::TinyProblem problem = oracle::random_regression(7, 3, 6, 5, 0.4);
  const TrainedModel plain = oracle::tiny_model(problem, oracle::random_posterior(problem, 8));
  TrainedModel scaled = plain;
  scaled.preparation.scaling.target_mean = 273.0;
  scaled.preparation.scaling.target_scale = 4.0;
  const Predictor plain_predictor(plain), scaled_predictor(scaled);
  const auto standard = distributions(plain_predictor, problem.features);
  const auto units = distributions(scaled_predictor, problem.features);
  for (std::size_t i = 0; i < standard.size(); ++i) {
    EXPECT_EQ(units[i].prediction().std_total, 4.0 * standard[i].prediction().std_total);
    EXPECT_EQ(units[i].skewness(), standard[i].skewness());
    for (const double p : {0.01, 0.4, 0.9})
      EXPECT_NEAR(units[i].quantile(p), 273.0 + 4.0 * standard[i].quantile(p), 1e-10);
    for (const double y : {-30.0, -1.0, 2.5}) {
      EXPECT_NEAR(units[i].cdf(273.0 + 4.0 * y), standard[i].cdf(y), 1e-14);
      EXPECT_NEAR(units[i].log_density(273.0 + 4.0 * y), standard[i].log_density(y) - std::log(4.0), 1e-9);
      EXPECT_NEAR(units[i].crps(273.0 + 4.0 * y), 4.0 * standard[i].crps(y), 1e-10);
    }
  }
}

TEST(Distribution, HasIntervalsOfItsLevelAndNoneShorterThanTheShortest) {
  const oracle::TinyProblem problem = oracle::random_regression(9, 3, 6, 5, 0.4);
  const TrainedModel model = oracle::tiny_model(problem, oracle::random_posterior(problem, 10));
  const Predictor predictor(model);
  for (const Distribution& distribution : distributions(predictor, problem.features)) {
    for (const double level : {0.3, 0.9, 0.99}) {
      const Interval central = distribution.interval(level), shortest = distribution.shortest_interval(level);
      EXPECT_NEAR(distribution.cdf(central.upper) - distribution.cdf(central.lower), level, 1e-12);
      EXPECT_NEAR(distribution.cdf(central.lower), 0.5 - 0.5 * level, 1e-12);
      EXPECT_NEAR(distribution.cdf(shortest.upper) - distribution.cdf(shortest.lower), level, 1e-12);
      const double width = shortest.upper - shortest.lower;
      for (int i = 1; i < 50; ++i) {
        const double below = (1.0 - level) * i / 50.0;
        EXPECT_LE(width, distribution.quantile(below + level) - distribution.quantile(below) + 1e-9);
      }
    }
  }
}

TEST(Distribution, RefusesWhatIsNoProbability) {
  const oracle::TinyProblem problem = oracle::random_regression(9, 1, 2, 3, 0.4);
  const TrainedModel model = oracle::tiny_model(problem, oracle::random_posterior(problem, 10));
  const Predictor predictor(model);
  const Distribution distribution = distributions(predictor, problem.features).front();
  for (const double value : {0.0, 1.0, -0.1, 1.1, 90.0, 1e-12, std::nan("")}) {
    for (const std::function<void()>& ask : {std::function<void()>([&] { distribution.quantile(value); }),
                                             {[&] { distribution.interval(value); }},
                                             {[&] { distribution.shortest_interval(value); }}}) {
      const auto thrown = thrown_by(ask);
      ASSERT_TRUE(thrown) << value;
      EXPECT_EQ(thrown->kind, ErrorKind::usage);
    }
  }
}

// Fifty weights cannot be enumerated: a million draws instead, each quantity within five standard errors.
TEST(PredictiveDistributionLong, AgreesWithAMillionDraws) {
  constexpr std::size_t count = 1000000, b = 50;
  const oracle::TinyProblem problem = oracle::random_regression(11, 1, b, 7, 5.0);
  const TrainedModel model = oracle::tiny_model(problem, oracle::random_posterior(problem, 12));
  const Predictor predictor(model);
  const Distribution distribution = distributions(predictor, problem.features).front();
  const Draws draws = sample(model.posterior, model.prior, model.noise, count, 1);
  std::mt19937_64 random(2);
  std::normal_distribution<double> normal;
  std::vector<double> values;
  for (std::size_t s = 0; s < count; ++s) {
    double sum = std::sqrt(draws.noise_variances[s]) * normal(random);
    for (std::size_t j = 0; j < b; ++j) sum += problem.features(0, j) * model.prior.levels(draws.draw(s)[j], j);
    values.push_back(sum);
  }
  const auto expect_mean = [&](const auto& function, double expected) {
    double sum = 0.0, squares = 0.0;
    for (const double value : values) {
      sum += function(value);
      squares += function(value) * function(value);
    }
    const double mean = sum / count, error = std::sqrt((squares / count - mean * mean) / count);
    EXPECT_NEAR(mean, expected, 5.0 * error);
  };
  const Prediction& moments = distribution.prediction();
  const auto standardised = [&](double y) { return (y - moments.mean) / moments.std_total; };
  expect_mean([&](double y) { return standardised(y); }, 0.0);
  expect_mean([&](double y) { return std::pow(standardised(y), 2); }, 1.0);
  expect_mean([&](double y) { return std::pow(standardised(y), 3); }, distribution.skewness());
  expect_mean([&](double y) { return std::pow(standardised(y), 4); }, 3.0 + distribution.excess_kurtosis());
  for (const double p : {0.01, 0.2, 0.5, 0.9, 0.999}) {
    const double quantile = distribution.quantile(p);
    expect_mean([&](double y) { return y <= quantile ? 1.0 : 0.0; }, p);
  }
  // Far away the score is the distance less half of E|Y - Y'|.
  const double half_mean_difference = 1e6 - moments.mean - distribution.crps(1e6);
  expect_mean([](double y) { return std::abs(y - 3.0); }, distribution.crps(3.0) + half_mean_difference);
}

// A glitch of a sensor, a wrong unit: however far a target is, its log density is that of enumeration.
TEST(Distribution, HasLogDensitiesAnyNumberOfDeviationsAway) {
  const oracle::TinyProblem problem = oracle::random_regression(13, 1, 5, 5, 0.4);
  Posterior q = oracle::random_posterior(problem, 14);
  q.noise_log_probabilities = {-800.0, -30.0, 0.0, -40.0, -600.0};  // levels that count far out only
  const TrainedModel model = oracle::tiny_model(problem, q);
  const Predictor predictor(model);
  const Distribution distribution = distributions(predictor, problem.features).front();
  const oracle::PredictiveMixture expected(problem, q, row_of(problem.features, 0));
  for (const double y : {5.0, -20.0, 100.0, -400.0, 1e3, 1e5, -2e6, 1e7, -1e8, 1e9, 1e12, 1e100}) {
    bool exact = false;
    const double found = distribution.log_density(y, &exact);
    EXPECT_TRUE(exact) << y;
    const double value = static_cast<double>(expected.log_density(y));
    EXPECT_NEAR(found, value, 1e-9 * std::abs(value)) << y;
  }
  bool exact = true;
  EXPECT_EQ(distribution.log_density(1e300, &exact), std::numeric_limits<double>::lowest());
  EXPECT_FALSE(exact);
}

// As draws of weights are; the first `spread` components keep theirs.
Posterior point_masses(const oracle::TinyProblem& problem, std::size_t num_components, std::size_t spread) {
  Posterior q = oracle::random_mixture(problem, num_components, 18);
  const double infinity = std::numeric_limits<double>::infinity();
  for (std::size_t i = spread; i < num_components; ++i)
    for (std::size_t j = 0; j < problem.prior.num_features(); ++j) {
      const auto column = q.log_probabilities[i].column(j);
      std::fill(column.begin(), column.end(), -infinity);
      column[(3 * i + 5 * j + i * j) % column.size()] = 0.0;
    }
  return q;
}

// 4 components are a sum of Gaussians, 40 a spectrum.
TEST(Distribution, OfPointMassesEqualsEnumeration) {
  const oracle::TinyProblem problem = oracle::random_regression(17, 3, 4, 5, 0.4);
  for (const std::size_t num_components : {1, 4, 40})
    for (const std::size_t spread : {0, 1}) {
      const Posterior q = point_masses(problem, num_components, spread);
      const TrainedModel model = oracle::tiny_model(problem, q);
      const Predictor predictor(model);
      const auto found = distributions(predictor, problem.features);
      for (std::size_t row = 0; row < found.size(); ++row)
        expect_equal(found[row], oracle::PredictiveMixture(problem, q, row_of(problem.features, row)));
    }
}

TEST(Distribution, OfPointMassesHasLogDensitiesAnyNumberOfDeviationsAway) {
  const oracle::TinyProblem problem = oracle::random_regression(17, 1, 4, 5, 0.4);
  for (const std::size_t num_components : {4, 40}) {
    Posterior q = point_masses(problem, num_components, 0);
    q.noise_log_probabilities = {-800.0, -30.0, 0.0, -40.0, -600.0};  // levels that count far out only
    const TrainedModel model = oracle::tiny_model(problem, q);
    const Predictor predictor(model);
    const Distribution distribution = distributions(predictor, problem.features).front();
    const oracle::PredictiveMixture expected(problem, q, row_of(problem.features, 0));
    for (const double y : {5.0, -20.0, 100.0, -400.0, 1e3, 1e5, -2e6, 1e7, -1e8, 1e9, 1e12, 1e100}) {
      bool exact = false;
      const double value = static_cast<double>(expected.log_density(y));
      EXPECT_NEAR(distribution.log_density(y, &exact), value, 1e-9 * std::abs(value)) << y;
      EXPECT_TRUE(exact) << y;
    }
  }
}

// 243 values and hardly any noise: gaps between them, and nearly a step function.
TEST(Distribution, OfFewSharpValuesIsTheirMixture) {
  oracle::TinyProblem problem = oracle::random_regression(15, 3, 5, 3, 0.4);
  problem.noise = make_noise_prior({1e-6});
  const Posterior q = oracle::random_posterior(problem, 16);
  const TrainedModel model = oracle::tiny_model(problem, q);
  const Predictor predictor(model);
  const auto found = distributions(predictor, problem.features);
  for (std::size_t row = 0; row < found.size(); ++row)
    expect_equal(found[row], oracle::PredictiveMixture(problem, q, row_of(problem.features, row)));
}

}  // namespace
}  // namespace direct::distribution_test
