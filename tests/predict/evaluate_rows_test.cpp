// SPDX-License-Identifier: MIT
#include <direct/draws.h>
#include <direct/error.h>
#include <direct/evaluate.h>
#include <direct/synthetic.h>
#include <direct/trust.h>
#include <direct/tune.h>

#include <gtest/gtest.h>
#include <cmath>

#include "algebra/sigmoid.h"
#include "data/pumps.h"
#include "data/test_files.h"
#include "predict/class_scores.h"

namespace direct::evaluate_rows_test {
namespace {

// Three targets of every row: failed, alarms in so many hours, minutes of a repair.
class EvaluateRows : public testing::Test {
 protected:
  EvaluateRows() {
    generate("pumps", 1500, 1, directory_.path("train.csv"));
    generate("pumps", 1500, 2, directory_.path("test.csv"));
  }

  Dataset data(const std::string& file, Likelihood likelihood) const {
    DataOptions options{.target = "failed", .drop = {"alarms", "hours", "repair_minutes"}};
    if (likelihood == Likelihood("poisson"))
      options = {.target = "alarms", .drop = {"failed", "repair_minutes"}, .exposure = "hours"};
    if (likelihood == Likelihood("gamma"))
      options = {.target = "repair_minutes", .drop = {"failed", "alarms", "hours"}};
    return open_dataset({directory_.path(file)}, options);
  }

  Training train(Likelihood likelihood, PosteriorKind posterior = PosteriorKind::draws) const {
    return fit(data("train.csv", likelihood), {.num_features = 100, .likelihood = likelihood, .posterior = posterior});
  }

  TestDirectory directory_;
};
using EvaluateRowsLong = EvaluateRows;

// The scores of who knows the truth.
Pump pump_of(const Rows& rows, std::size_t row) {
  Pump pump{rows.inputs(row, 0), rows.inputs(row, 1), rows.inputs(row, 2), rows.inputs(row, 3), 0.0};
  for (std::size_t s = 0; s < std::size(pump_sites); ++s) pump.dust += rows.inputs(row, 4 + s) * pump_sites[s].dust;
  return pump;
}

ClassScores best_scores(const Schema& schema, const Dataset& dataset) {
  RowReader reader(dataset, schema, RowReader::Targets::required);
  std::vector<ClassPrediction> predictions;
  for (Rows rows; reader.next(rows);)
    for (std::size_t i = 0; i < rows.targets.size(); ++i) {
      const double z = failure_logit(pump_of(rows, i)), sign = rows.targets[i] > 0.5 ? 1.0 : -1.0;
      predictions.push_back({sigmoid(z), log_sigmoid(sign * z), sign > 0.0});
    }
  return class_scores(predictions);
}

TEST_F(EvaluateRowsLong, ClassesAreNearlyPredictedAsByTheTruth) {
  for (const PosteriorKind posterior : {PosteriorKind::draws, PosteriorKind::mean_field}) {
    const Training training = train(Likelihood("bernoulli"), posterior);
    const Dataset test = data("test.csv", Likelihood("bernoulli"));
    const Evaluation evaluation = evaluate(training.model, test);
    const ClassScores best = best_scores(training.model.preparation.schema, test);
    ASSERT_TRUE(evaluation.classes);
    EXPECT_EQ(evaluation.num_rows, 1500U);
    EXPECT_LT(evaluation.classes->log_loss, best.log_loss + 0.03);
    EXPECT_GT(evaluation.classes->auc, best.auc - 0.03);
    EXPECT_LT(evaluation.classes->calibration_error, best.calibration_error + 0.04);
    EXPECT_EQ(evaluation.nll, evaluation.classes->log_loss);
    EXPECT_FALSE(evaluation.yardstick);
  }
}

double best_deviance(Likelihood likelihood, const Schema& schema, const Dataset& dataset) {
  RowReader reader(dataset, schema, RowReader::Targets::required);
  double sum = 0.0, count = 0.0;
  for (Rows rows; reader.next(rows);)
    for (std::size_t i = 0; i < rows.targets.size(); ++i, count += 1.0) {
      const Pump pump = pump_of(rows, i);
      const double y = rows.targets[i];
      if (likelihood == Likelihood("gamma")) {
        const double ratio = y / std::exp(log_repair_minutes(pump));
        sum += 2.0 * (ratio - 1.0 - std::log(ratio));
      } else {
        const double mean = rows.exposures[i] * std::exp(log_alarms_per_hour(pump));
        sum += 2.0 * ((y > 0.0 ? y * std::log(y / mean) : 0.0) - (y - mean));
      }
    }
  return sum / count;
}

TEST_F(EvaluateRowsLong, MeansAreNearlyPredictedAsByTheTruth) {
  for (const Likelihood likelihood : {Likelihood("poisson"), Likelihood("gamma")}) {
    const Training training = train(likelihood);
    const Dataset test = data("test.csv", likelihood);
    const Evaluation evaluation = evaluate(training.model, test);
    const double best = best_deviance(likelihood, training.model.preparation.schema, test);
    EXPECT_FALSE(evaluation.classes);
    EXPECT_LT(evaluation.deviance, 1.05 * best);
    EXPECT_GT(evaluation.intervals.at("0.9").coverage, 0.87);  // of counts at least 0.9 on average, for they are whole
    EXPECT_LT(evaluation.intervals.at("0.9").coverage, likelihood == Likelihood("gamma") ? 0.93 : 0.97);
  }
}

// The mean over many draws of the weights is that of the law.
TEST_F(EvaluateRows, DrawsPredictTheMean) {
  for (const Likelihood likelihood : {Likelihood("bernoulli"), Likelihood("poisson"), Likelihood("gamma")}) {
    const TrainedModel model = train(likelihood, PosteriorKind::mean_field).model;
    RowReader reader(data("test.csv", likelihood), model.preparation.schema, RowReader::Targets::required, 20);
    Rows rows;
    ASSERT_TRUE(reader.next(rows));
    const Draws draws = sample(model.posterior, model.prior, model.noise, 4000, 3);
    const Matrix means = draw_predictions(model, draws, rows.inputs, rows.exposures);
    Predictor(model).for_each(rows.inputs, rows.exposures, [&](std::size_t row, const Distribution& distribution) {
      double mean = 0.0;
      for (std::size_t s = 0; s < means.cols(); ++s) mean += means(row, s) / static_cast<double>(means.cols());
      const Prediction& moments = distribution.prediction();
      EXPECT_NEAR(mean, moments.mean, 5.0 * moments.std_model / std::sqrt(4000.0));
    });
  }
}

TEST_F(EvaluateRows, CrossValidationSharesTheMap) {
  const CrossValidation folds =
      cross_validate(data("train.csv", Likelihood("bernoulli")),
                     {.features = FeatureKind::linear, .likelihood = Likelihood("bernoulli")}, {.folds = 3});
  ASSERT_EQ(folds.folds.size(), 3U);
  for (const FoldResult& fold : folds.folds) EXPECT_LT(fold.evaluation.classes->log_loss, 0.69);
}

TEST_F(EvaluateRows, WhatIsForGaussianNoiseRefuses) {
  const TrainedModel model = train(Likelihood("bernoulli")).model;
  const Dataset more = data("test.csv", Likelihood("bernoulli"));
  EXPECT_THROW(calibrate(model, more), Error);
  EXPECT_THROW(trust(model), Error);
  EXPECT_THROW(update(model, more), Error);
  EXPECT_THROW(tune(more, {.likelihood = Likelihood("bernoulli")}, {}), Error);
  EXPECT_THROW(gather(more, {.likelihood = Likelihood("bernoulli")}), Error);
}

}  // namespace
}  // namespace direct::evaluate_rows_test
