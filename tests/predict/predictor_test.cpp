// SPDX-License-Identifier: MIT
#include <direct/error.h>
#include <direct/predict.h>

#include <cmath>
#include <optional>

#include <gtest/gtest.h>

#include "data/test_files.h"
#include "oracle/property.h"
#include "oracle/random_problem.h"
#include "oracle/tiny_model.h"

namespace direct::predictor_test {
namespace {

struct Enumerated {
  long double mean = 0.0L, variance = 0.0L, noise = 0.0L;
};

// Mean and variance of phi'w under q, and the mean of the noise variance.
Enumerated enumerated(const oracle::TinyProblem& problem, const Posterior& q, std::size_t row) {
  const auto output = [&](const oracle::Configuration& c) {
    long double sum = 0.0L;
    for (std::size_t j = 0; j < c.weights.size(); ++j) sum += (long double)problem.features(row, j) * c.weights[j];
    return sum;
  };
  Enumerated result;
  oracle::enumerate(problem, q, [&](const oracle::Configuration& c) {
    result.mean += std::exp(c.log_q) * output(c);
    result.noise += std::exp(c.log_q) * c.noise_variance;
  });
  oracle::enumerate(problem, q, [&](const oracle::Configuration& c) {
    const long double deviation = output(c) - result.mean;
    result.variance += std::exp(c.log_q) * deviation * deviation;
  });
  return result;
}

PROPERTY(Predictor, EqualsEnumeration, (std::uint64_t seed)) {
  const oracle::TinyProblem problem = oracle::random_problem(seed);
  const Posterior q = oracle::random_posterior(problem, seed + 1);
  const TrainedModel model = oracle::tiny_model(problem, q);
  const std::vector<Prediction> predictions = Predictor(model)(problem.features);
  ASSERT_TRUE(predictions.size() == problem.features.rows());
  for (std::size_t row = 0; row < problem.features.rows(); ++row) {
    const Enumerated expected = enumerated(problem, q, row);
    ASSERT_TRUE(std::abs(predictions[row].mean - static_cast<double>(expected.mean)) < 1e-13);
    const double std_model = static_cast<double>(std::sqrt(expected.variance));
    const double std_noise = static_cast<double>(std::sqrt(expected.noise));
    ASSERT_TRUE(std::abs(predictions[row].std_model - std_model) < 1e-12 * std_model);
    ASSERT_TRUE(std::abs(predictions[row].std_noise - std_noise) < 1e-12 * std_noise);
    ASSERT_TRUE(std::abs(predictions[row].std_total - std::hypot(std_model, std_noise)) < 1e-12 * std_noise);
  }
}

PROPERTY(Predictor, SpeaksInTheUnitsOfTheTarget, (std::uint64_t seed)) {
  const oracle::TinyProblem problem = oracle::random_problem(seed);
  const TrainedModel plain = oracle::tiny_model(problem, oracle::random_posterior(problem, seed + 1));
  TrainedModel scaled = plain;
  scaled.preparation.scaling.target_mean = 273.0;
  scaled.preparation.scaling.target_scale = 4.0;
  const std::vector<Prediction> standard = Predictor(plain)(problem.features),
                                units = Predictor(scaled)(problem.features);
  for (std::size_t i = 0; i < standard.size(); ++i) {
    ASSERT_TRUE(units[i].mean == 273.0 + 4.0 * standard[i].mean);
    ASSERT_TRUE(units[i].std_model == 4.0 * standard[i].std_model);
    ASSERT_TRUE(units[i].std_noise == 4.0 * standard[i].std_noise);
  }
}

TEST(Predictor, StandardisesInputsAndMakesFeatures) {
  oracle::TinyProblem problem = oracle::random_regression(1, 5, 3, 3, 0.5);
  TrainedModel model = oracle::tiny_model(problem, oracle::random_posterior(problem, 2));
  model.preparation.features = linear_features(2);
  model.preparation.scaling = {.input_means = {1.0, -2.0}, .input_scales = {2.0, 0.5}};
  Matrix inputs(1, 2), features(1, 3);
  inputs(0, 0) = 5.0;
  inputs(0, 1) = -1.0;
  features(0, 0) = 1.0;
  features(0, 1) = features(0, 2) = 2.0;
  problem.features = features;
  const Enumerated expected = enumerated(problem, model.posterior, 0);
  EXPECT_NEAR(Predictor(model)(inputs)[0].mean, static_cast<double>(expected.mean), 1e-14);
}

TEST(Predictor, OfNoRowsIsEmptyAndOfOtherColumnsAnError) {
  const oracle::TinyProblem problem = oracle::random_regression(1, 5, 3, 3, 0.5);
  const TrainedModel model = oracle::tiny_model(problem, oracle::random_posterior(problem, 2));
  EXPECT_TRUE(Predictor(model)(Matrix(0, 3)).empty());
  const auto thrown = thrown_by([&] { return Predictor(model)(Matrix(5, 2)); });
  ASSERT_TRUE(thrown);
  EXPECT_EQ(thrown->kind, ErrorKind::usage);
}

// A predictor owns what it needs, and so does a distribution.
TEST(Predictor, OutlivesItsModelAndDistributionsOutliveIt) {
  const oracle::TinyProblem problem = oracle::random_regression(3, 4, 5, 4, 0.4);
  const TrainedModel model = oracle::tiny_model(problem, oracle::random_posterior(problem, 2));
  const Distribution expected = Predictor(model).distribution(problem.features, 1);
  std::optional<Distribution> found;
  {
    const Predictor predictor(oracle::tiny_model(problem, oracle::random_posterior(problem, 2)));
    const Predictor copy = predictor;
    found = copy.distribution(problem.features, 1);
  }
  EXPECT_EQ(found->quantile(0.3), expected.quantile(0.3));
  EXPECT_EQ(found->log_density(1e3), expected.log_density(1e3));  // in the tail, which asks for the features again
  EXPECT_THROW(Predictor(model).distribution(problem.features, 4), Error);
}

TEST(Predictor, RefusesInputsThatAreNoNumbers) {
  const oracle::TinyProblem problem = oracle::random_regression(3, 4, 5, 4, 0.4);
  const Predictor predictor(oracle::tiny_model(problem, oracle::random_posterior(problem, 2)));
  for (const double value : {std::nan(""), HUGE_VAL}) {
    Matrix inputs = problem.features;
    inputs(2, 1) = value;
    const auto thrown = thrown_by([&] { predictor(inputs); });
    ASSERT_TRUE(thrown);
    EXPECT_EQ(thrown->kind, ErrorKind::usage);
    EXPECT_TRUE(thrown->message.ends_with(" in row 2, column 1 (from 0)")) << thrown->message;
  }
}

}  // namespace
}  // namespace direct::predictor_test
