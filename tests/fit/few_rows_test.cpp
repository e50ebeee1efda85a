// SPDX-License-Identifier: MIT
#include <direct/fit.h>
#include <direct/predict.h>

#include <cmath>
#include <random>
#include <string>
#include <string_view>
#include <utility>

#include <gtest/gtest.h>

#include "fit/hyperparameters.h"
#include "oracle/table.h"

namespace direct::few_rows_test {
namespace {

struct Table {
  std::size_t num_rows, num_inputs;
  double slope, noise;  // of the first input
  double unit = 1.0;
};

direct::Table rows_of(const Table& table, std::uint64_t seed = 1) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> normal;
  Matrix inputs(table.num_rows, table.num_inputs);
  std::vector<double> targets;
  for (std::size_t i = 0; i < table.num_rows; ++i) {
    for (std::size_t j = 0; j < table.num_inputs; ++j) inputs(i, j) = normal(random);
    targets.push_back(table.unit * (3.0 + table.slope * inputs(i, 0) + table.noise * normal(random)));
  }
  return oracle::table_of(std::move(inputs), std::move(targets));
}

bool has_note(const Training& training, std::string_view part) {
  for (const std::string& note : training.report.notes)
    if (note.find(part) != std::string::npos) return true;
  return false;
}

Distribution distribution_at(const TrainedModel& model, const std::vector<double>& inputs) {
  Matrix row(1, inputs.size());
  for (std::size_t j = 0; j < inputs.size(); ++j) row(0, j) = inputs[j];
  return Predictor(model).distribution(row);
}

Prediction moments_at(const TrainedModel& model, const std::vector<double>& inputs) {
  return distribution_at(model, inputs).prediction();
}

TEST(FewRows, RowsOfNoiseAreMostlyTheirMean) {
  int num_plain = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed)
    num_plain += has_note(fit(rows_of({.num_rows = 10, .num_inputs = 6, .slope = 0.0, .noise = 2.0}, seed), {}),
                          "no better than by the mean");
  EXPECT_GE(num_plain, 16);
}

TEST(FewRows, ThePlainMeanHasTheSpreadAndTheDegreesOfTheRows) {
  Training training;
  for (std::uint64_t seed = 1; seed <= 20 && !has_note(training, "no better than by the mean"); ++seed)
    training = fit(rows_of({.num_rows = 10, .num_inputs = 6, .slope = 0.0, .noise = 2.0}, seed), {});
  ASSERT_TRUE(has_note(training, "no better than by the mean"));
  const Scaling& scaling = training.model.preparation.scaling;
  const Prediction moments = moments_at(training.model, {1.0, -1.0, 0.5, 0.0, 2.0, 1.0});
  const double deviation = scaling.target_scale * std::sqrt(10.0 / 9.0 * (1.0 + 1.0 / 10.0));
  EXPECT_NEAR(moments.mean, scaling.target_mean, 0.01 * deviation);
  EXPECT_NEAR(moments.std_total, deviation, 0.01 * deviation);
  EXPECT_NEAR(distribution_at(training.model, {1.0, -1.0, 0.5, 0.0, 2.0, 1.0}).excess_kurtosis(), 6.0 / (9.0 - 4.0),
              0.1);  // of nine degrees of freedom
}

TEST(FewRows, ALineIsFoundInTwentyRows) {
  const Training training = fit(rows_of({.num_rows = 20, .num_inputs = 2, .slope = 5.0, .noise = 0.1}), {});
  EXPECT_FALSE(has_note(training, "no better than by the mean"));
  EXPECT_NEAR(moments_at(training.model, {0.5, 0.0}).mean, 5.5, 0.3);
  EXPECT_LT(moments_at(training.model, {0.5, 0.0}).std_total, 0.6);
}

// Full precision said of such rows that they have none.
TEST(FewRows, TenRowsNeverHaveNoNoise) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const Training training = fit(rows_of({.num_rows = 10, .num_inputs = 8, .slope = 1.0, .noise = 1.0}, seed), {});
    EXPECT_GT(training.model.summary.hyperparameters.noise, 1e-3) << seed;
  }
}

TEST(FewRows, OneToFourSaySoAndShowTheirSpread) {
  const Training one = fit(oracle::table_of_rows({{1, 2, -7}}), {});
  EXPECT_TRUE(has_note(one, "too few rows to learn from: 1 "));
  EXPECT_NEAR(moments_at(one.model, {5.0, 5.0}).mean, -7.0, 1e-3);
  EXPECT_NEAR(moments_at(one.model, {5.0, 5.0}).std_total, 7.0 * std::sqrt(2.0), 0.1);
  const Training three = fit(oracle::table_of_rows({{1, 2, 1}, {2, 2, 2}, {3, 1, 3}}), {});
  EXPECT_TRUE(has_note(three, "too few rows to learn from: 3 "));
  EXPECT_NEAR(moments_at(three.model, {9.0, 9.0}).mean, 2.0, 1e-3);
  EXPECT_NEAR(moments_at(three.model, {9.0, 9.0}).std_total, std::sqrt(4.0 / 3.0), 0.01);
  const Training alike = fit(oracle::table_of_rows({{1, 4}, {2, 4}}), {});
  EXPECT_NEAR(moments_at(alike.model, {9.0}).std_total, 4.0 * std::sqrt(1.5), 0.1);
  const Training five = fit(rows_of({.num_rows = 5, .num_inputs = 1, .slope = 1.0, .noise = 0.1}), {});
  EXPECT_FALSE(has_note(five, "too few rows"));
}

TEST(FewRows, UnitsDoNotMatter) {
  const Table table{.num_rows = 12, .num_inputs = 3, .slope = 1.0, .noise = 0.5};
  Table large = table;
  large.unit = 1024.0;
  const Prediction one = moments_at(fit(rows_of(table), {}).model, {0.3, 0.2, 0.1});
  const Prediction other = moments_at(fit(rows_of(large), {}).model, {0.3, 0.2, 0.1});
  EXPECT_NEAR(other.mean / 1024.0, one.mean, 1e-3 * one.std_total);
  EXPECT_NEAR(other.std_total / 1024.0, one.std_total, 1e-3 * one.std_total);
}

TEST(FewRows, WhatIsGivenIsKept) {
  const direct::Table rows = rows_of({.num_rows = 10, .num_inputs = 2, .slope = 0.0, .noise = 1.0});
  const Training training = fit(rows, {.noise = "0.25"});
  const double scale = training.model.preparation.scaling.target_scale;
  EXPECT_NEAR(training.model.noise.variances.front() * scale * scale, 0.25, 1e-9);
  EXPECT_FALSE(has_note(training, "no better than by the mean"));
}

TEST(NumFeatures, AreFourForEachRowWithinLimits) {
  const auto count = [](std::size_t num_rows) {
    const Table table{.num_rows = num_rows, .num_inputs = 1, .slope = 1.0, .noise = 0.5};
    return fit(rows_of(table), {}).model.preparation.features.num_features();
  };
  EXPECT_EQ(count(20), 256U);
  EXPECT_EQ(count(71), 284U);
  EXPECT_EQ(num_fourier_features({}, 499), 1996U);
  EXPECT_EQ(num_fourier_features({}, 1000000), 2000U);
  EXPECT_EQ(num_fourier_features({.num_features = 12}, 1000000), 12U);
}

}  // namespace
}  // namespace direct::few_rows_test
