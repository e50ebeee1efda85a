// SPDX-License-Identifier: MIT
#include <direct/error.h>
#include <direct/evaluate.h>

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "algebra/categorical.h"
#include "algebra/dense.h"
#include "data/test_files.h"
#include "oracle/elimination.h"
#include "oracle/property.h"
#include "oracle/random_problem.h"
#include "oracle/table.h"
#include "oracle/tiny_model.h"

namespace direct::evaluate_test {
namespace {

Evaluation evaluated(const TrainedModel& model, const Matrix& inputs, const std::vector<double>& targets) {
  return evaluate(model, oracle::table_of(inputs, targets), {.threads = 1});
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
  EXPECT_EQ(result.intervals.at("0.5").coverage, 0.25);
  EXPECT_EQ(result.intervals.at("0.9").coverage, 0.5);
  EXPECT_EQ(result.intervals.at("0.95").coverage, 0.75);
  EXPECT_NEAR(result.intervals.at("0.9").width, 6.0 * 1.6448536269514722, 1e-9);
  // the targets outside are 5 - 4.9346 and 7 - 4.9346 away
  EXPECT_NEAR(result.intervals.at("0.9").winkler,
              6.0 * 1.6448536269514722 + 20.0 * (12.0 - 6.0 * 1.6448536269514722) / 4.0, 1e-8);
  EXPECT_NEAR(result.pinball.at("0.5"), 15.0 / 8.0, 1e-9);
  // the 5 % quantile is 4.9346 below the mean: errors 0, 3, 7 are above it, -5 just below
  EXPECT_NEAR(result.pinball.at("0.05"), (0.05 * (10.0 + 3.0 * 4.934560880854417) + 0.95 * 0.065439119145583) / 4.0,
              1e-9);
  // the distributions of the targets are at 0.5, 0.84, 0.048 and 0.990
  EXPECT_EQ(result.pit_histogram, (std::vector<double>{0.25, 0, 0, 0, 0, 0.25, 0, 0, 0.25, 0.25}));
  const std::vector<double> covered = {0.25, 0.25, 0.25, 0.25, 0.25, 0.25, 0.5, 0.5, 0.5, 0.75};
  for (std::size_t l = 0; l < covered.size(); ++l) EXPECT_EQ(result.reliability[l].coverage, covered[l]) << l;
  // of a standard normal at z: z (2 F(z) - 1) + 2 f(z) - 1 / sqrt(pi)
  double crps = 0.0;
  for (const double z : {0.0, 1.0, -5.0 / 3.0, 7.0 / 3.0})
    crps += 0.75 * (z * std::erf(z / std::numbers::sqrt2) +
                    2.0 * std::exp(-0.5 * z * z) / std::sqrt(2.0 * std::numbers::pi) - std::numbers::inv_sqrtpi);
  EXPECT_NEAR(result.crps, crps, 1e-12);
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

// The posterior of Eq. 9 at E[1 / noise], and the noise as a mixture.
Yardstick dense_yardstick(const oracle::TinyProblem& train, const Posterior& q, const oracle::TinyProblem& test) {
  const std::vector<double> noise_probabilities = exponentials(q.noise_log_probabilities);
  const double tau = noise_moments(train.noise, noise_probabilities).precision;
  const Eigen::MatrixXd phi = view(train.features), tests = view(test.features);
  const Matrix inverse = oracle::inverse(oracle::precision_matrix(train.features, tau, train.prior.variances));
  const Eigen::MatrixXd covariance = view(inverse);
  const Eigen::VectorXd errors =
      view(test.targets) - tests * (tau * covariance * phi.transpose() * view(train.targets));
  Yardstick result;
  for (Eigen::Index i = 0; i < errors.size(); ++i) {
    double density = 0.0;
    for (std::size_t l = 0; l < noise_probabilities.size(); ++l) {
      const double variance = train.noise.variances[l] + tests.row(i) * covariance * tests.row(i).transpose();
      density += noise_probabilities[l] * std::exp(-0.5 * errors[i] * errors[i] / variance) /
                 std::sqrt(2.0 * std::numbers::pi * variance);
    }
    result.rmse += errors[i] * errors[i];
    result.nll -= std::log(density);
  }
  const auto n = static_cast<double>(errors.size());
  return {.rmse = std::sqrt(result.rmse / n), .nll = result.nll / n};
}

PROPERTY(Evaluate, YardstickEqualsADenseComputation, (std::uint64_t seed)) {
  const std::size_t num_features = 1 + seed % 6;
  const oracle::TinyProblem train = oracle::random_regression(seed, 20, num_features, 3, 0.5);
  const oracle::TinyProblem test = oracle::random_regression(seed + 1, 9, num_features, 3, 0.5);
  const Posterior q = oracle::random_posterior(train, seed + 2);
  const Evaluation result = evaluated(oracle::tiny_model(train, q), test.features, test.targets);
  const Yardstick expected = dense_yardstick(train, q, test);
  ASSERT_TRUE(std::abs(result.yardstick->rmse - expected.rmse) < 1e-10 * expected.rmse);
  ASSERT_TRUE(std::abs(result.yardstick->nll - expected.nll) < 1e-10 * std::max(1.0, std::abs(expected.nll)));
}

TEST(Evaluate, GoesThroughMoreThanOneBlock) {
  const oracle::TinyProblem train = oracle::random_regression(1, 20, 3, 3, 0.5);
  const oracle::TinyProblem test = oracle::random_regression(2, 2100, 3, 3, 0.5);
  const TrainedModel model = oracle::tiny_model(train, oracle::random_posterior(train, 3));
  const Evaluation result = evaluated(model, test.features, test.targets);
  std::vector<double> means;
  for (const Prediction& prediction : Predictor(model)(test.features)) means.push_back(prediction.mean);
  EXPECT_EQ(result.num_rows, 2100U);
  EXPECT_NEAR(result.rmse, (view(means) - view(test.targets)).norm() / std::sqrt(2100.0), 1e-12);
  EXPECT_NEAR(result.mae, (view(means) - view(test.targets)).cwiseAbs().mean(), 1e-12);
}

TEST(Evaluate, RefusesAFileWithoutTargets) {
  const TestDirectory directory;
  const Dataset dataset = open_dataset({directory.write("d.csv", "x0\n1\n")});
  const auto thrown = thrown_by([&] { evaluate(certain_model(), dataset); });
  ASSERT_TRUE(thrown);
  EXPECT_EQ(thrown->kind, ErrorKind::data);
}

}  // namespace
}  // namespace direct::evaluate_test
