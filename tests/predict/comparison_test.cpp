// SPDX-License-Identifier: MIT
#include "predict/trust/comparison.h"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

namespace direct::comparison_test {
namespace {

TEST(Comparison, OfTwoRowsByHand) {
  const std::vector<Prediction> model = {{.mean = 1.0, .std_model = 1.0, .std_noise = 2.0, .std_total = 3.0},
                                         {.mean = 5.0, .std_model = 2.0, .std_noise = 2.0, .std_total = 4.0}};
  const std::vector<Prediction> companion = {{.mean = 2.0, .std_model = 2.0, .std_noise = 2.0, .std_total = 2.0},
                                             {.mean = 3.0, .std_model = 4.0, .std_noise = 2.0, .std_total = 1.0}};
  const CompanionComparison found = comparison(model, companion);
  EXPECT_EQ(found.num_rows, 2U);
  EXPECT_DOUBLE_EQ(found.mean_difference, std::sqrt((0.25 + 4.0) / 2.0));
  EXPECT_DOUBLE_EQ(found.worst_difference, 2.0);
  EXPECT_DOUBLE_EQ(found.std_model_ratio, 0.5);
  EXPECT_DOUBLE_EQ(found.std_total_ratio, std::sqrt(25.0 / 5.0));
}

TEST(Comparison, OfCertainPredictionsIsFinite) {
  const std::vector<Prediction> certain = {{.mean = 1.0, .std_model = 0.0, .std_noise = 1.0, .std_total = 1.0}};
  std::vector<Prediction> uncertain = certain;
  uncertain[0].std_model = 2.0;
  EXPECT_EQ(comparison(certain, certain).std_model_ratio, 1.0);
  EXPECT_EQ(comparison(certain, uncertain).std_model_ratio, 0.0);
}

TEST(Comparison, DoesNotDependOnTheUnits) {
  for (const double unit : {1e-200, 1e200}) {
    const std::vector<Prediction> model = {
        {.mean = unit, .std_model = unit, .std_noise = unit, .std_total = 2.0 * unit}};
    const std::vector<Prediction> companion = {
        {.mean = 3.0 * unit, .std_model = 2.0 * unit, .std_noise = unit, .std_total = 4.0 * unit}};
    const CompanionComparison found = comparison(model, companion);
    EXPECT_NEAR(found.mean_difference, 0.5, 1e-14);
    EXPECT_NEAR(found.std_model_ratio, 0.5, 1e-14);
    EXPECT_NEAR(found.std_total_ratio, 0.5, 1e-14);
  }
}

}  // namespace
}  // namespace direct::comparison_test
