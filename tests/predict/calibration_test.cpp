// SPDX-License-Identifier: MIT
#include <direct/error.h>
#include <direct/evaluate.h>

#include <algorithm>
#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "data/test_files.h"
#include "oracle/random_problem.h"
#include "oracle/table.h"
#include "oracle/tiny_model.h"

namespace direct::calibration_test {
namespace {

// Predictions are 0 with std_total 1, whatever the input.
TrainedModel standard_model() {
  oracle::TinyProblem problem;
  problem.features = Matrix(1, 1, 0.0);
  problem.targets = {0.0};
  problem.prior = make_prior(PriorKind::uniform, std::vector<double>{-1.0, 1.0}, 1.0, 1);
  problem.noise = make_noise_prior({1.0});
  return oracle::tiny_model(problem, prior_as_posterior(problem.prior, problem.noise));
}

Calibration calibrated(const std::vector<double>& targets) {
  return calibrate(standard_model(), oracle::table_of(Matrix(targets.size(), 1), targets));
}

TEST(Calibrate, TakesTheScoreOfTheRankThatTheLevelNeeds) {
  std::vector<double> targets;
  for (int i = 1; i <= 99; ++i) targets.push_back(i % 2 == 0 ? i : -i);  // scores 1 ... 99
  std::shuffle(targets.begin(), targets.end(), std::mt19937(1));
  const Calibration calibration = calibrated(targets);
  EXPECT_EQ(calibration.num_rows, 99U);
  for (const double level : {0.001, 0.01, 0.5, 0.9, 0.95, 0.99})
    EXPECT_EQ(interval_scale(calibration, level), std::ceil(100.0 * level - 1e-9)) << level;
  EXPECT_EQ(interval_scale(calibration, 0.9004), 91.0);  // rounded up to 0.901
  const auto thrown = thrown_by([&] { interval_scale(calibration, 0.991); });
  ASSERT_TRUE(thrown);
  EXPECT_EQ(thrown->kind, ErrorKind::usage);
}

TEST(Calibrate, ReachesAsFarAsItsRows) {
  EXPECT_EQ(largest_level(calibrated(std::vector<double>(1, 1.0))), 0.5);
  EXPECT_EQ(largest_level(calibrated(std::vector<double>(9, 1.0))), 0.9);
  EXPECT_EQ(largest_level(calibrated(std::vector<double>(18, 1.0))), 0.947);
  EXPECT_EQ(largest_level(calibrated(std::vector<double>(5000, 1.0))), 0.999);
}

// The guarantee: over many held-out sets, a new target is inside with at least the probability of the level, and at
// most 1 / (n + 1) more. Targets of a distribution that has nothing to do with the model's.
TEST(Calibrate, HoldsItsPromiseWhateverTheModel) {
  constexpr int num_sets = 4000, num_rows = 39;
  std::mt19937_64 random(3);
  std::exponential_distribution<double> target(0.2);
  for (const double level : {0.5, 0.9}) {
    int inside = 0;
    for (int set = 0; set < num_sets; ++set) {
      std::vector<double> scores;
      for (int i = 0; i < num_rows; ++i) scores.push_back(target(random));
      std::sort(scores.begin(), scores.end());
      Calibration calibration{.num_rows = num_rows};
      for (std::size_t k = 1; k <= 975; ++k) calibration.scales.push_back(scores[(40 * k + 999) / 1000 - 1]);
      inside += target(random) <= interval_scale(calibration, level) ? 1 : 0;
    }
    const double coverage = static_cast<double>(inside) / num_sets, error = std::sqrt(level * (1 - level) / num_sets);
    EXPECT_NEAR(coverage, level, 5.0 * error + 1.0 / 40.0);
  }
}

TEST(Interval, IsCalibratedWhereThereIsACalibration) {
  TrainedModel model = standard_model();
  const Predictor predictor(model);
  Calibration calibration{.num_rows = 99};
  for (int k = 1; k <= 990; ++k) calibration.scales.push_back(0.01 * k);
  predictor.for_each(Matrix(1, 1), [&](std::size_t, const Distribution& distribution) {
    const Interval exact = interval(distribution, 0.9), scaled = interval(distribution, 0.9, &calibration);
    EXPECT_NEAR(exact.upper, 1.6448536269514722, 1e-9);
    EXPECT_NEAR(scaled.upper, 9.0, 1e-12);
    EXPECT_NEAR(scaled.lower, -9.0, 1e-12);
  });
  const Dataset dataset = oracle::table_of(Matrix(3, 1), {0.0, 5.0, 20.0});
  EXPECT_NEAR(evaluate(model, dataset).intervals.at("0.9").coverage, 1.0 / 3.0, 1e-12);
  model.calibration = calibration;
  const Evaluation evaluation = evaluate(model, dataset);
  EXPECT_TRUE(evaluation.intervals.at("0.9").calibrated);
  EXPECT_NEAR(evaluation.intervals.at("0.9").coverage, 2.0 / 3.0, 1e-12);
  EXPECT_NEAR(evaluation.reliability[8].coverage, 2.0 / 3.0, 1e-12);
  EXPECT_NEAR(evaluate(model, dataset, {.use_calibration = false}).intervals.at("0.9").coverage, 1.0 / 3.0, 1e-12);
}

}  // namespace
}  // namespace direct::calibration_test
