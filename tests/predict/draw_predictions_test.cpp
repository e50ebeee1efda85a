// SPDX-License-Identifier: MIT
#include <direct/draws.h>
#include <direct/predict.h>

#include <cmath>

#include <gtest/gtest.h>

#include "data/test_files.h"
#include "oracle/property.h"
#include "oracle/random_problem.h"
#include "oracle/threads.h"
#include "oracle/tiny_model.h"

namespace direct::draw_predictions_test {
namespace {

TrainedModel in_units(TrainedModel model) {
  model.preparation.scaling.target_mean = 273.0;
  model.preparation.scaling.target_scale = 4.0;
  return model;
}

TrainedModel random_model(const oracle::TinyProblem& problem, std::uint64_t seed) {
  return in_units(oracle::tiny_model(problem, oracle::random_posterior(problem, seed)));
}

Draws sample(const TrainedModel& model, std::size_t count) {
  return sample(model.posterior, model.prior, model.noise, count);
}

PROPERTY(DrawPredictions, EqualANaiveLoop, (std::uint64_t seed)) {
  const oracle::TinyProblem problem = oracle::random_problem(seed);
  const TrainedModel model = random_model(problem, seed);
  const Draws draws = sample(model, 1 + seed % 700);  // up to three blocks
  const Matrix predictions = draw_predictions(model, draws, problem.features);
  ASSERT_TRUE(predictions.rows() == problem.features.rows() && predictions.cols() == draws.count());
  for (std::size_t s = 0; s < draws.count(); ++s)
    for (std::size_t i = 0; i < predictions.rows(); ++i) {
      double expected = 0.0;
      for (std::size_t j = 0; j < draws.num_features; ++j)
        expected += problem.features(i, j) * model.prior.levels(draws.draw(s)[j], j);
      ASSERT_TRUE(std::abs(predictions(i, s) - (273.0 + 4.0 * expected)) < 1e-11);
    }
}

struct SampleMoments {
  double mean = 0.0, variance = 0.0;
  double mean_error = 0.0, variance_error = 0.0;  // standard errors
};

SampleMoments moments_of_row(const Matrix& predictions, std::size_t row) {
  const auto count = static_cast<double>(predictions.cols());
  SampleMoments result;
  double fourth = 0.0;
  for (std::size_t s = 0; s < predictions.cols(); ++s) result.mean += predictions(row, s) / count;
  for (std::size_t s = 0; s < predictions.cols(); ++s) {
    const double square = std::pow(predictions(row, s) - result.mean, 2);
    result.variance += square / count;
    fourth += square * square / count;
  }
  result.mean_error = std::sqrt(result.variance / count);
  result.variance_error = std::sqrt((fourth - result.variance * result.variance) / count);
  return result;
}

TEST(DrawPredictions, AgreeWithThePredictor) {
  const oracle::TinyProblem problem = oracle::random_regression(1, 6, 3, 5, 0.5);
  const TrainedModel model = random_model(problem, 2);
  const std::vector<Prediction> expected = Predictor(model)(problem.features);
  const Matrix predictions = draw_predictions(model, sample(model, 100'000), problem.features);
  for (std::size_t i = 0; i < predictions.rows(); ++i) {
    const SampleMoments found = moments_of_row(predictions, i);
    EXPECT_NEAR(found.mean, expected[i].mean, 5.0 * found.mean_error);
    EXPECT_NEAR(found.variance, expected[i].std_model * expected[i].std_model, 5.0 * found.variance_error);
  }
}

TEST(DrawPredictions, DoNotDependOnTheThreads) {
  const oracle::TinyProblem problem = oracle::random_regression(1, 20, 8, 5, 0.5);
  const TrainedModel model = random_model(problem, 2);
  const Draws draws = sample(model, 1000);
  const auto predicted_by = [&](int threads) {
    return oracle::on_threads(threads, [&] { return draw_predictions(model, draws, problem.features); });
  };
  EXPECT_TRUE(predicted_by(1) == predicted_by(4));
}

TEST(DrawPredictions, OfNoRowsAreEmptyAndOfOtherShapesAnError) {
  const oracle::TinyProblem problem = oracle::random_regression(1, 5, 3, 3, 0.5),
                            wider = oracle::random_regression(1, 5, 4, 3, 0.5);
  const TrainedModel model = random_model(problem, 2);
  EXPECT_TRUE(draw_predictions(model, sample(model, 7), Matrix(0, 3)) == Matrix(0, 7));
  EXPECT_EQ(thrown_by([&] { draw_predictions(model, sample(random_model(wider, 2), 7), problem.features); }),
            usage_error("the draws are of 4 weights of 3 levels, expected those of a model of 3 weights of 3 levels"));
  EXPECT_EQ(thrown_by([&] { draw_predictions(model, sample(model, 7), Matrix(5, 2)); }),
            usage_error("the model expects 3 inputs, found 2"));
}

TEST(DrawPredictions, RefuseDrawsOfAnotherPosterior) {
  const oracle::TinyProblem problem = oracle::random_regression(1, 5, 3, 3, 0.5);
  const TrainedModel one = oracle::tiny_model(problem, oracle::random_posterior(problem, 2));
  const TrainedModel other = oracle::tiny_model(problem, oracle::random_posterior(problem, 3));
  Draws draws = sample(one.posterior, one.prior, one.noise, 2);
  EXPECT_EQ(draw_predictions(one, draws, problem.features).cols(), 2U);
  const auto thrown = thrown_by([&] { draw_predictions(other, draws, problem.features); });
  ASSERT_TRUE(thrown);
  EXPECT_EQ(thrown->kind, ErrorKind::model);
  draws.fingerprint.clear();  // made by hand
  EXPECT_EQ(draw_predictions(other, draws, problem.features).cols(), 2U);
}

}  // namespace
}  // namespace direct::draw_predictions_test
