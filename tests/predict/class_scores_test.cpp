// SPDX-License-Identifier: MIT
#include "predict/class_scores.h"
#include "oracle/property.h"

#include <gtest/gtest.h>
#include <cmath>
#include <random>

namespace direct::class_scores_test {
namespace {

ClassPrediction row(double probability, bool is_second) {
  return {probability, std::log(is_second ? probability : 1.0 - probability), is_second};
}

TEST(ClassScores, OfAFewRows) {
  const ClassScores scores = class_scores({row(0.9, true), row(0.2, false), row(0.6, false), row(0.3, true)});
  EXPECT_NEAR(scores.log_loss, -(std::log(0.9) + std::log(0.8) + std::log(0.4) + std::log(0.3)) / 4.0, 1e-15);
  EXPECT_NEAR(scores.brier, (0.01 + 0.04 + 0.36 + 0.49) / 4.0, 1e-15);
  EXPECT_NEAR(scores.accuracy, 0.5, 1e-15);
  EXPECT_NEAR(scores.auc, 0.75, 1e-15);
  ASSERT_EQ(scores.calibration.size(), 10U);
  EXPECT_EQ(scores.calibration[9].num_rows, 1U);
  EXPECT_EQ(scores.calibration[9].share, 1.0);
  EXPECT_NEAR(scores.calibration_error, (0.1 + 0.2 + 0.6 + 0.7) / 4.0, 1e-15);
}

TEST(ClassScores, OfOneClassHaveNoCurve) {
  EXPECT_TRUE(std::isnan(class_scores({row(0.9, true), row(0.3, true)}).auc));
  EXPECT_EQ(class_scores({row(1.0, true)}).calibration.back().num_rows, 1U);
}

// By definition: over all pairs of a row of each class.
PROPERTY(ClassScores, AreaIsThatOfAllPairs, (std::uint64_t seed)) {
  std::mt19937_64 random(seed);
  std::vector<ClassPrediction> rows;
  for (int i = 0; i < 40; ++i)  // few values, so that there are ties
    rows.push_back(row(0.05 + 0.1 * static_cast<double>(random() % 10), random() % 3 == 0));
  double wins = 0.0, pairs = 0.0;
  for (const ClassPrediction& a : rows)
    for (const ClassPrediction& b : rows) {
      if (!a.is_second || b.is_second) continue;
      pairs += 1.0;
      wins += a.probability > b.probability ? 1.0 : a.probability == b.probability ? 0.5 : 0.0;
    }
  ASSERT_TRUE(std::abs(class_scores(rows).auc - (pairs > 0.0 ? wins / pairs : 0.5)) < 1e-12);
}

// Predicted as they are drawn, classes are calibrated.
TEST(ClassScores, CalibratedRowsHaveASmallError) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> uniform;
  std::vector<ClassPrediction> rows;
  for (int i = 0; i < 100000; ++i) {
    const double probability = uniform(random);
    rows.push_back(row(probability, uniform(random) < probability));
  }
  EXPECT_LT(class_scores(rows).calibration_error, 0.01);
}

}  // namespace
}  // namespace direct::class_scores_test
