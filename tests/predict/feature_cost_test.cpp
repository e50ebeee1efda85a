// SPDX-License-Identifier: MIT
#include "predict/feature_cost.h"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include <direct/fit.h>

#include "oracle/elimination.h"
#include "oracle/integer_rows.h"
#include "oracle/random_problem.h"
#include "oracle/table.h"

namespace direct::feature_cost_test {
namespace {

constexpr std::size_t num_rows = 40;

TrainedModel fitted(FitOptions options) {
  if (options.feature_bits == automatic_feature_bits) options.feature_bits = 12;
  const oracle::TinyProblem table = oracle::random_regression(4, num_rows, 2, 2, 0.3);
  options.num_features = 12;
  options.posterior = PosteriorKind::mean_field;
  return fit(oracle::table_of(table.features, table.targets), options).model;
}

struct Table {
  Matrix inputs, features;
  std::vector<double> targets;
};

Table standardised_pilot(const TrainedModel& model) {
  const Preparation& p = model.preparation;
  Table table{.inputs = p.pilot_inputs, .features = Matrix(num_rows, 12), .targets = p.pilot_targets};
  standardise_inputs(p.scaling, table.inputs);
  for (double& target : table.targets) target = (target - p.scaling.target_mean) / p.scaling.target_scale;
  return table;
}

Table with_integer_features(const TrainedModel& model) {
  Table table = standardised_pilot(model);
  for (std::size_t i = 0; i < num_rows; ++i) {
    const std::vector<double> row = {table.inputs(i, 0), table.inputs(i, 1)};
    const std::vector<int> integers = oracle::integer_features(*model.preparation.features.integer, row);
    for (std::size_t j = 0; j < 12; ++j) table.features(i, j) = integers[j] / 2048.0;
  }
  return table;
}

// Phases are those of the words, for inputs that are not rounded.
Table with_float_features(const TrainedModel& model) {
  const IntegerFourier& map = *model.preparation.features.integer;
  Table table = standardised_pilot(model);
  for (std::size_t i = 0; i < num_rows; ++i)
    for (std::size_t k = 0; k < 6; ++k) {
      double turns = 0.0;
      for (std::size_t j = 0; j < 2; ++j) {
        const double code = (table.inputs(i, j) - map.centres[j]) / map.steps[j];
        const std::uint32_t word = map.words[3 * j + k / 2];
        const double lower = word % 65536 < 32768 ? word % 65536 : word % 65536 - 65536.0;
        const double whole = word < 2147483648U ? word : word - 4294967296.0;
        turns += code * (k % 2 == 0 ? lower / 65536.0 : whole / 4294967296.0);
      }
      table.features(i, 2 * k) = std::cos(2.0 * std::numbers::pi * turns);
      table.features(i, 2 * k + 1) = std::sin(2.0 * std::numbers::pi * turns);
    }
  return table;
}

struct Scores {
  double mean_square = 0.0, nll = 0.0;
};

// Of row `left_out` by the ridge regression on the others.
void add_left_out(const TrainedModel& model, const Table& table, std::size_t left_out, Scores& sum) {
  const double noise = noise_variance(model.posterior, model.noise);
  Table others = table;
  for (std::size_t j = 0; j < 12; ++j) others.features(left_out, j) = 0.0;
  const oracle::WideMatrix precision = oracle::precision_matrix(others.features, 1.0 / noise, model.prior.variances);
  oracle::WideVector right(12), row(12);
  for (std::size_t j = 0; j < 12; ++j) {
    row[j] = table.features(left_out, j);
    for (std::size_t i = 0; i < num_rows; ++i) right[j] += others.features(i, j) * table.targets[i] / noise;
  }
  const oracle::WideVector weights = oracle::eliminate(precision, right).solution;
  const oracle::WideVector solved = oracle::eliminate(precision, row).solution;
  long double mean = 0.0, variance = noise;
  for (std::size_t j = 0; j < 12; ++j) {
    mean += row[j] * weights[j];
    variance += row[j] * solved[j];
  }
  const auto error = static_cast<double>(table.targets[left_out] - mean);
  sum.mean_square += error * error / num_rows;
  sum.nll += 0.5 * (error * error / static_cast<double>(variance) + std::log(static_cast<double>(variance))) / num_rows;
}

Scores left_out(const TrainedModel& model, const Table& table) {
  Scores sum;
  for (std::size_t i = 0; i < num_rows; ++i) add_left_out(model, table, i, sum);
  return sum;
}

TEST(FeatureCost, IsThatOfRegressionsWhichLeaveOneRowOut) {
  TrainedModel model = fitted({});
  for (double& step : model.preparation.features.integer->steps) step *= 100.0;  // codes coarse enough to cost
  for (std::uint32_t& word : model.preparation.features.integer->words) word *= 100;
  const Scores integer = left_out(model, with_integer_features(model));
  const Scores floating = left_out(model, with_float_features(model));
  const std::optional<FeatureCost> found = feature_cost(model);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->num_rows, num_rows);
  EXPECT_NEAR(found->nll, integer.nll - floating.nll, 1e-9);
  EXPECT_NEAR(found->rmse_ratio, std::sqrt(integer.mean_square / floating.mean_square), 1e-9);
  EXPECT_GT(std::abs(found->nll), 1e-4);  // else the two could be the same features
}

TEST(FeatureCost, OfFineCodesIsSmall) {
  const std::optional<FeatureCost> found = feature_cost(fitted({}));
  ASSERT_TRUE(found);
  EXPECT_NEAR(found->nll, 0.0, 0.02);
  EXPECT_NEAR(found->rmse_ratio, 1.0, 0.02);
}

TEST(FeatureCost, IsUnknownWithoutCodesOrRows) {
  EXPECT_FALSE(feature_cost(fitted({.feature_bits = 0})));
  EXPECT_FALSE(feature_cost(fitted({.features = FeatureKind::linear})));
  EXPECT_FALSE(feature_cost(fitted({.slim = true})));
}

}  // namespace
}  // namespace direct::feature_cost_test
