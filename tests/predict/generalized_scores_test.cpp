// SPDX-License-Identifier: MIT
// Scores of classes, counts and positive numbers, and what has none of them.
#include <direct/draws.h>
#include <direct/error.h>
#include <direct/generalized.h>
#include <direct/predict.h>
#include <direct/trust.h>
#include <direct/tune.h>

#include <cmath>

#include <gtest/gtest.h>

#include "data/test_files.h"
#include "oracle/generalized.h"
#include "oracle/random_problem.h"
#include "oracle/table.h"
#include "predict/generalized/class_scores.h"
#include "predict/generalized/mean_scores.h"

namespace direct {
namespace {

ClassPrediction prediction(double probability, bool is_second) {
  return {probability, std::log(is_second ? probability : 1.0 - probability), is_second};
}

TEST(ClassScores, AreThoseOfATinySetByHand) {
  const ClassScores scores = class_scores({prediction(0.1, false), prediction(0.4, true), prediction(0.4, false),
                                           prediction(0.5, true), prediction(0.95, true), prediction(1.0, false)});
  EXPECT_TRUE(std::isfinite(scores.log_loss));
  EXPECT_NEAR(scores.brier, (0.01 + 0.36 + 0.16 + 0.25 + 0.0025 + 1.0) / 6.0, 1e-15);
  EXPECT_NEAR(scores.accuracy, 4.0 / 6.0, 1e-15);
  EXPECT_NEAR(scores.auc, (1.5 + 2.0 + 2.0) / 9.0, 1e-15);  // of nine pairs, one is a tie
  ASSERT_EQ(scores.calibration.size(), 10U);
  EXPECT_EQ(scores.calibration[4].num_rows, 2U);
  EXPECT_NEAR(scores.calibration[4].mean_probability, 0.4, 1e-15);
  EXPECT_EQ(scores.calibration[4].share, 0.5);
  EXPECT_EQ(scores.calibration[9].num_rows, 2U);
  EXPECT_EQ(scores.calibration[9].upper, 1.0);
  EXPECT_NEAR(scores.calibration_error, (0.1 + 2.0 * 0.1 + 0.5 + 2.0 * 0.475) / 6.0, 1e-15);
}

TEST(ClassScores, OfOneClassHaveAnAreaOfAHalf) {
  const ClassScores scores = class_scores({prediction(0.25, true), prediction(0.75, true)});
  EXPECT_EQ(scores.auc, 0.5);
  EXPECT_NEAR(scores.log_loss, -0.5 * (std::log(0.25) + std::log(0.75)), 1e-15);
}

TEST(UnitDeviance, IsThatOfItsFormula) {
  EXPECT_NEAR(unit_deviance(Likelihood::poisson, 3.0, 5.0), 2.0 * (3.0 * std::log(3.0 / 5.0) + 2.0), 1e-14);
  EXPECT_EQ(unit_deviance(Likelihood::poisson, 0.0, 5.0), 10.0);
  EXPECT_NEAR(unit_deviance(Likelihood::gamma, 3.0, 5.0), 2.0 * (-std::log(3.0 / 5.0) - 0.4), 1e-14);
  EXPECT_NEAR(unit_deviance(Likelihood::gamma, 1.0 + 1e-9, 1.0), 1e-18, 1e-24);
  for (const Likelihood likelihood : {Likelihood::poisson, Likelihood::gamma})
    for (const double mean : {0.0, 1e-300, 1e308}) EXPECT_TRUE(std::isfinite(unit_deviance(likelihood, 1e8, mean)));
}

struct Evaluated {
  Evaluated(Likelihood likelihood, const std::vector<double>& targets)
      : problem(oracle::random_regression(3, targets.size(), 3, 4, 0.5)),
        model(oracle::generalized_model(problem, oracle::random_posterior(problem, 4), likelihood, 0.5)),
        evaluation(evaluate(model,
                            open_dataset({directory.write("d.csv", oracle::csv_text(problem.features, targets))}),
                            {.threads = 1})) {}

  TestDirectory directory;
  oracle::TinyProblem problem;
  TrainedModel model;
  Evaluation evaluation;
};

std::vector<double> row_of(const Matrix& matrix, std::size_t row) {
  std::vector<double> values;
  for (std::size_t j = 0; j < matrix.cols(); ++j) values.push_back(matrix(row, j));
  return values;
}

void expect_means(const Evaluated& of, const std::vector<double>& targets) {
  double square = 0.0, absolute = 0.0, log_probability = 0.0, deviance = 0.0;
  const Likelihood likelihood = of.evaluation.likelihood;
  for (std::size_t i = 0; i < targets.size(); ++i) {
    const oracle::GeneralizedMixture law(of.model, row_of(of.problem.features, i));
    const double mean = static_cast<double>(law.mean()), error = targets[i] - mean;
    square += error * error;
    absolute += std::abs(error);
    log_probability += static_cast<double>(law.log_probability(targets[i]));
    if (likelihood != Likelihood::bernoulli) deviance += unit_deviance(likelihood, targets[i], mean);
  }
  const auto n = static_cast<double>(targets.size());
  EXPECT_EQ(of.evaluation.num_rows, targets.size());
  EXPECT_NEAR(of.evaluation.rmse, std::sqrt(square / n), 1e-10);
  EXPECT_NEAR(of.evaluation.mae, absolute / n, 1e-10);
  EXPECT_NEAR(of.evaluation.nll, -log_probability / n, 1e-10);
  EXPECT_NEAR(of.evaluation.deviance, deviance / n, 1e-10);
  EXPECT_FALSE(of.evaluation.yardstick);
}

TEST(Evaluate, ScoresCountsAndPositiveNumbers) {
  const std::vector<double> targets = {3.0, 1.0, 7.0, 2.0, 1.0};
  for (const Likelihood likelihood : {Likelihood::poisson, Likelihood::gamma}) {
    const Evaluated of(likelihood, targets);
    EXPECT_EQ(of.evaluation.likelihood, likelihood);
    EXPECT_FALSE(of.evaluation.classes);
    EXPECT_EQ(of.evaluation.intervals.size(), 3U);
    EXPECT_GT(of.evaluation.intervals.at("0.95").width, of.evaluation.intervals.at("0.5").width);
    expect_means(of, targets);
  }
}

TEST(Evaluate, ScoresClasses) {
  const std::vector<double> targets = {1.0, 0.0, 0.0, 1.0, 1.0};
  TestDirectory directory;
  const oracle::TinyProblem problem = oracle::random_regression(3, targets.size(), 3, 4, 0.5);
  TrainedModel model =
      oracle::generalized_model(problem, oracle::random_posterior(problem, 4), Likelihood::bernoulli, 0.5);
  model.preparation.schema.classes = {"0", "1"};
  const Evaluation evaluation = evaluate(
      model, open_dataset({directory.write("d.csv", oracle::csv_text(problem.features, targets))}), {.threads = 1});
  ASSERT_TRUE(evaluation.classes);
  EXPECT_TRUE(evaluation.intervals.empty());
  EXPECT_NEAR(evaluation.classes->log_loss, evaluation.nll, 1e-14);
  EXPECT_NEAR(evaluation.classes->brier, evaluation.rmse * evaluation.rmse, 1e-14);
  std::size_t num_rows = 0;
  for (const CalibrationBin& bin : evaluation.classes->calibration) num_rows += bin.num_rows;
  EXPECT_EQ(num_rows, targets.size());
}

// The mean over many draws is that of the predictive distribution.
TEST(DrawPredictions, AreMeansGivenTheWeights) {
  const oracle::TinyProblem problem = oracle::random_regression(3, 2, 3, 4, 0.5);
  const Posterior q = oracle::random_posterior(problem, 4);
  const std::vector<double> exposures = {0.5, 20.0};
  for (const Likelihood likelihood : {Likelihood::bernoulli, Likelihood::poisson, Likelihood::gamma}) {
    const TrainedModel model = oracle::generalized_model(problem, q, likelihood, -1.0);
    const bool counts = likelihood == Likelihood::poisson;
    const Draws draws = sample(model.posterior, model.prior, model.noise, 20000);
    const Matrix found = draw_predictions(model, draws, problem.features,
                                          counts ? std::span<const double>(exposures) : std::span<const double>());
    for (std::size_t i = 0; i < 2; ++i) {
      const oracle::GeneralizedMixture law(model, row_of(problem.features, i), counts ? exposures[i] : 1.0);
      double mean = 0.0;
      for (std::size_t s = 0; s < draws.count(); ++s) mean += found(i, s) / 20000.0;
      EXPECT_NEAR(mean, static_cast<double>(law.mean()),
                  5.0 * static_cast<double>(std::sqrt(law.model_variance() / 20000.0L)));
    }
  }
}

TEST(GaussianOnly, CalibrateTrustAndTuneRefuseOtherLikelihoods) {
  const Evaluated of(Likelihood::poisson, {3.0, 1.0, 7.0});
  const Dataset dataset = open_dataset({of.directory.write("e.csv", "x0,x1,x2,y\n1,2,3,4\n")});
  EXPECT_THROW(calibrate(of.model, dataset), Error);
  EXPECT_THROW(trust(of.model), Error);
  EXPECT_THROW(tune(dataset, {.likelihood = Likelihood::gamma}), Error);
}

}  // namespace
}  // namespace direct
