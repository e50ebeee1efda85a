// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>
#include <cmath>
#include <limits>

#include <direct/error.h>
#include <direct/features.h>

namespace direct::metric_summary_test {
namespace {

TEST(MetricSummary, ReadsLengthscalesOffTheFrequencies) {
  const std::vector<double> lengthscales{0.5, 2.0, std::numeric_limits<double>::infinity()};
  const FeatureMap map = fourier_features(lengthscales, 4000, 1);
  const std::vector<double> least{-3.0, -3.0, -3.0}, most{3.0, 3.0, 3.0};
  for (const FeatureMap& which : {map, integer_features(map, least, most)}) {
    const MetricSummary found = metric_summary(which);
    EXPECT_NEAR(found.lengthscales[0], 0.5, 0.03);
    EXPECT_NEAR(found.lengthscales[1], 2.0, 0.12);
    EXPECT_EQ(found.lengthscales[2], std::numeric_limits<double>::infinity());
    ASSERT_EQ(found.directions.size(), 3U);
    EXPECT_NEAR(found.directions[0].share, 4.0 / 4.25, 0.01);
    EXPECT_NEAR(found.directions[0].weights[0], 1.0, 0.01);
  }
}

TEST(MetricSummary, FindsAMixtureOfInputs) {
  Matrix directions(2, 2);
  directions(0, 0) = 0.6;
  directions(1, 0) = -0.8;
  const MetricSummary found = metric_summary(fourier_features(directions, 2000, 3));
  EXPECT_NEAR(found.directions[0].share, 1.0, 1e-9);
  EXPECT_NEAR(found.directions[0].weights[0], -0.6, 1e-9);
  EXPECT_NEAR(found.directions[0].weights[1], 0.8, 1e-9);
}

TEST(MetricSummary, IsOfFourierFeaturesOnly) { EXPECT_THROW(metric_summary(linear_features(2)), Error); }

}  // namespace
}  // namespace direct::metric_summary_test
