// SPDX-License-Identifier: MIT
#include <direct/error.h>
#include <direct/predict.h>

#include <Eigen/Dense>
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "algebra/categorical.h"
#include "algebra/dense.h"
#include "data/test_files.h"
#include "oracle/random_problem.h"
#include "oracle/table.h"
#include "oracle/tiny_model.h"

namespace direct {
namespace {

Evaluation evaluated(const TrainedModel& model, const Matrix& inputs, const std::vector<double>& targets) {
  const TestDirectory directory;
  return evaluate(model, open_dataset({directory.write("d.csv", oracle::csv_text(inputs, targets))}), 1);
}

// One weight that is certainly 2 and a noise that is certainly 9: predictions 2x with deviation 3.
TrainedModel certain_model() {
  oracle::TinyProblem problem;
  problem.features = Matrix(1, 1, 1.0);
  problem.targets = {2.0};
  problem.prior = make_prior(PriorKind::uniform, std::vector<double>{0.0, 2.0}, 1.0, 1);
  problem.noise = make_noise_prior({9.0});
  Posterior q = prior_as_posterior(problem.prior, problem.noise);
  q.log_probabilities[0](0, 0) = -1000.0;
  q.log_probabilities[0](1, 0) = 0.0;
  return oracle::tiny_model(problem, q);
}

TEST(Evaluate, GivesTheScoresOfATinySetByHand) {
  Matrix inputs(4, 1);
  for (std::size_t i = 0; i < 4; ++i) inputs(i, 0) = static_cast<double>(i);
  // errors 0, 3, -5, 7: 0, 1, 1.67 and 2.33 deviations; the half, 0.9 and 0.95 intervals end at 0.674, 1.645 and 1.96
  const Evaluation result = evaluated(certain_model(), inputs, {0.0, 5.0, -1.0, 13.0});
  EXPECT_EQ(result.num_rows, 4U);
  EXPECT_NEAR(result.rmse, std::sqrt(83.0 / 4.0), 1e-14);
  EXPECT_NEAR(result.mae, 15.0 / 4.0, 1e-14);
  EXPECT_NEAR(result.nll, 0.5 * std::log(2.0 * std::numbers::pi * 9.0) + 0.5 * 83.0 / 9.0 / 4.0, 1e-14);
  EXPECT_EQ(result.coverage, (std::map<std::string, double>{{"0.5", 0.25}, {"0.9", 0.5}, {"0.95", 0.75}}));
  EXPECT_EQ(result.sparsity, 0.0);
}

TEST(Evaluate, ScoresOfErrorsBeyondTheRangeOfSquaresAreFinite) {
  const Evaluation result = evaluated(certain_model(), Matrix(2, 1), {1e200, -1e-200});
  EXPECT_NEAR(result.rmse / 1e200, std::sqrt(0.5), 1e-12);
  EXPECT_NEAR(result.mae / 1e200, 0.5, 1e-12);
}

TEST(Evaluate, HasAYardstickIfAndOnlyIfTheModelHasItsStatistics) {
  TrainedModel model = certain_model();
  EXPECT_TRUE(evaluated(model, Matrix(1, 1), {1.0}).yardstick.has_value());
  model.statistics.reset();
  EXPECT_FALSE(evaluated(model, Matrix(1, 1), {1.0}).yardstick.has_value());
}

// The posterior of Eq. 9 at E[1 / noise], and predictive noise E[noise].
Yardstick dense_yardstick(const oracle::TinyProblem& train, const Posterior& q, const oracle::TinyProblem& test) {
  const std::vector<double> noise_probabilities = exponentials(q.noise_log_probabilities);
  const double tau = noise_moments(train.noise, noise_probabilities).precision;
  const double noise = moments(train.noise.variances, noise_probabilities).mean;
  const Eigen::MatrixXd phi = view(train.features), tests = view(test.features);
  Eigen::MatrixXd precision = tau * phi.transpose() * phi;
  precision.diagonal() += view(train.prior.variances).cwiseInverse();
  const Eigen::MatrixXd covariance = precision.inverse();
  const Eigen::VectorXd errors =
      view(test.targets) - tests * (tau * covariance * phi.transpose() * view(train.targets));
  Yardstick result;
  for (Eigen::Index i = 0; i < errors.size(); ++i) {
    const double variance = noise + tests.row(i) * covariance * tests.row(i).transpose();
    result.rmse += errors[i] * errors[i];
    result.nll += 0.5 * (std::log(2.0 * std::numbers::pi * variance) + errors[i] * errors[i] / variance);
  }
  const auto n = static_cast<double>(errors.size());
  return {.rmse = std::sqrt(result.rmse / n), .nll = result.nll / n};
}

RC_GTEST_PROP(Evaluate, YardstickEqualsADenseComputation, (std::uint64_t seed)) {
  const std::size_t num_features = 1 + seed % 6;
  const oracle::TinyProblem train = oracle::random_regression(seed, 20, num_features, 3, 0.5);
  const oracle::TinyProblem test = oracle::random_regression(seed + 1, 9, num_features, 3, 0.5);
  const Posterior q = oracle::random_posterior(train, seed + 2);
  const Evaluation result = evaluated(oracle::tiny_model(train, q), test.features, test.targets);
  const Yardstick expected = dense_yardstick(train, q, test);
  RC_ASSERT(std::abs(result.yardstick->rmse - expected.rmse) < 1e-10 * expected.rmse);
  RC_ASSERT(std::abs(result.yardstick->nll - expected.nll) < 1e-10 * std::max(1.0, std::abs(expected.nll)));
}

TEST(Evaluate, GoesThroughMoreThanOneBlock) {
  const oracle::TinyProblem train = oracle::random_regression(1, 20, 3, 3, 0.5);
  const oracle::TinyProblem test = oracle::random_regression(2, 2100, 3, 3, 0.5);
  const TrainedModel model = oracle::tiny_model(train, oracle::random_posterior(train, 3));
  const Evaluation result = evaluated(model, test.features, test.targets);
  const Predictions predictions = Predictor(model)(test.features);
  EXPECT_EQ(result.num_rows, 2100U);
  EXPECT_NEAR(result.rmse, (view(predictions.mean) - view(test.targets)).norm() / std::sqrt(2100.0), 1e-12);
  EXPECT_NEAR(result.mae, (view(predictions.mean) - view(test.targets)).cwiseAbs().mean(), 1e-12);
}

TEST(Evaluate, RefusesAFileWithoutTargets) {
  const TestDirectory directory;
  const Dataset dataset = open_dataset({directory.write("d.csv", "x0\n1\n")});
  const auto thrown = thrown_by([&] { evaluate(certain_model(), dataset); });
  ASSERT_TRUE(thrown);
  EXPECT_EQ(thrown->kind, ErrorKind::data);
}

}  // namespace
}  // namespace direct
