// SPDX-License-Identifier: MIT
// Predictions follow a change of units, y -> a y + c and x_j -> a_j x_j + c_j: to the bit for powers of two without
// offsets, because scaling then only moves exponents; otherwise to rounding, because standardised data are rounded to
// multiples of 2^-24, which leaves nothing of the units in them (but for the odd cell that lies on a boundary). This
// holds for a > 0. A target that changes its sign adds up its sums in another order; on a fine grid predictions follow
// to 1e-4 deviations, on a coarse one the ELBO has many optima of about the same height, and a change in the last bits
// may lead to another one.
#include <direct/predict.h>

#include <fmt/format.h>
#include <cmath>

#include <gtest/gtest.h>

#include "algebra/dense.h"
#include "data/test_files.h"
#include "oracle/random_problem.h"
#include "oracle/table.h"

namespace direct::equivariance_test {
namespace {

constexpr std::size_t num_rows = 200;
constexpr double target_deviation = 1.4;  // about that of the table below

struct Table {
  Matrix inputs;
  std::vector<double> targets;
};

// sin(2 x0) + x1 and noise; the grid of 15 levels is coarse for it.
Table smooth_table() {
  const oracle::TinyProblem random = oracle::random_regression(31, num_rows, 2, 2, 0.3);
  Table table{random.features, random.targets};
  for (std::size_t i = 0; i < num_rows; ++i)
    table.targets[i] = std::sin(2.0 * table.inputs(i, 0)) + table.inputs(i, 1) + 0.3 * random.targets[i];
  return table;
}

struct Units {
  double factor = 1.0, offset = 0.0;
  double operator()(double value) const { return factor * value + offset; }
};

Table in_units(Table table, const std::vector<Units>& inputs, const Units& target) {
  for (std::size_t j = 0; j < inputs.size(); ++j)
    for (double& value : table.inputs.column(j)) value = inputs[j](value);
  for (double& value : table.targets) value = target(value);
  return table;
}

FitOptions options_for(FeatureKind features, int threads = 1) {
  return {
      .features = features, .num_features = 64, .posterior = PosteriorKind::mean_field, .seed = 11, .threads = threads};
}

// A fine grid: 255 levels, and a noise deviation that is given as half of the target's.
FitOptions fine_options(double target_unit) {
  const double deviation = 0.5 * target_deviation * std::abs(target_unit);
  FitOptions options = options_for(FeatureKind::fourier);
  options.levels = 255;
  options.tolerance = 1e-9;  // where the search stops is no part of the question
  options.noise = fmt::format("{}", deviation * deviation);
  return options;
}

Training fitted(const Table& table, const FitOptions& options) {
  return fit(oracle::table_of(table.inputs, table.targets), options);
}

// At the rows of the table itself.
std::vector<Prediction> predicted(const Table& table, const FitOptions& options) {
  const Training training = fitted(table, options);
  return Predictor(training.model)(table.inputs);
}
std::vector<Prediction> predicted(const Table& table, FeatureKind features) {
  return predicted(table, options_for(features));
}

void expect_exact(const std::vector<Prediction>& actual, const std::vector<Prediction>& expected, double factor) {
  for (std::size_t i = 0; i < expected.size(); ++i) {
    ASSERT_EQ(actual[i].mean, factor * expected[i].mean) << i;
    ASSERT_EQ(actual[i].std_model, std::abs(factor) * expected[i].std_model) << i;
    ASSERT_EQ(actual[i].std_noise, std::abs(factor) * expected[i].std_noise) << i;
    ASSERT_EQ(actual[i].std_total, std::abs(factor) * expected[i].std_total) << i;
  }
}

// The largest change of a mean or a deviation, in deviations of the target.
double change(const std::vector<Prediction>& actual, const std::vector<Prediction>& expected, const Units& target) {
  double largest = 0.0;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const double mean = (actual[i].mean - target.offset) / target.factor;
    const double model = actual[i].std_model / std::abs(target.factor);
    const double noise = actual[i].std_noise / std::abs(target.factor);
    largest = std::max({largest, std::abs(mean - expected[i].mean), std::abs(model - expected[i].std_model),
                        std::abs(noise - expected[i].std_noise)});
  }
  return largest / target_deviation;
}

TEST(Equivariance, PowersOfTwoAreExact) {
  for (const FeatureKind features : {FeatureKind::fourier, FeatureKind::linear}) {
    const std::vector<Prediction> expected = predicted(smooth_table(), features);
    const auto actual = [&](const std::vector<Units>& inputs, const Units& target) {
      return predicted(in_units(smooth_table(), inputs, target), features);
    };
    expect_exact(actual({}, {.factor = 0x1p-20}), expected, 0x1p-20);
    expect_exact(actual({{.factor = 0x1p10}, {.factor = 0x1p-30}}, {.factor = 0x1p7}), expected, 0x1p7);
    expect_exact(actual({{0x1p500}, {0x1p-500}}, {0x1p-500}), expected, 0x1p-500);
    expect_exact(actual({{0x1p-500}, {0x1p500}}, {0x1p500}), expected, 0x1p500);
  }
}

struct Case {
  std::vector<Units> inputs;
  Units target;
};
// No input changes its direction: random frequencies know left from right, so its mirror image is another draw of them.
const std::vector<Case> cases = {{{}, {.factor = -1.0}},
                                 {{}, {.factor = 1.8, .offset = 273.15}},
                                 {{{1e-6, 0.0}, {1e6, -3e6}}, {.factor = 1e6}},
                                 {{{0.3, 273.15}, {2.54, 1.0}}, {.factor = -1e-6, .offset = 1e-5}},
                                 {{{1e150, 0.0}, {1e-150, 0.0}}, {.factor = 1e150}},
                                 {{}, {.factor = 1e-150}}};

TEST(Equivariance, OtherUnitsChangeLinearPredictionsByRounding) {
  const std::vector<Prediction> expected = predicted(smooth_table(), FeatureKind::linear);
  for (const auto& [inputs, target] : cases) {
    const std::vector<Prediction> actual = predicted(in_units(smooth_table(), inputs, target), FeatureKind::linear);
    EXPECT_LT(change(actual, expected, target), 1e-6) << target.factor;
  }
  const Table mirrored = in_units(smooth_table(), {{-0.3, 273.15}, {-1e6}}, {});
  EXPECT_LT(change(predicted(mirrored, FeatureKind::linear), expected, {}), 1e-6);
}

TEST(Equivariance, OtherUnitsHardlyChangePredictionsOnAFineGrid) {
  const std::vector<Prediction> expected = predicted(smooth_table(), fine_options(1.0));
  for (const auto& [inputs, target] : cases) {
    const std::vector<Prediction> actual =
        predicted(in_units(smooth_table(), inputs, target), fine_options(target.factor));
    EXPECT_LT(change(actual, expected, target), 1e-4) << target.factor;
  }
}

// The default: 15 levels, a coarse grid for these data.
TEST(Equivariance, OtherUnitsOfTheSameDirectionChangePredictionsByRounding) {
  const std::vector<Prediction> expected = predicted(smooth_table(), FeatureKind::fourier);
  for (const auto& [inputs, target] : cases) {
    if (target.factor < 0.0) continue;
    const std::vector<Prediction> actual = predicted(in_units(smooth_table(), inputs, target), FeatureKind::fourier);
    EXPECT_LT(change(actual, expected, target), 1e-9) << target.factor;
  }
}

// The first num_rows rows and the first num_inputs inputs.
Table corner(std::size_t rows, std::size_t inputs) {
  const Table whole = smooth_table();
  Table table{Matrix(rows, inputs), {whole.targets.begin(), whole.targets.begin() + static_cast<std::ptrdiff_t>(rows)}};
  for (std::size_t j = 0; j < inputs; ++j)
    for (std::size_t i = 0; i < rows; ++i) table.inputs(i, j) = whole.inputs(i, j);
  return table;
}

void expect_finite(const Table& table, const std::string& what) {
  for (const FeatureKind features : {FeatureKind::fourier, FeatureKind::linear, FeatureKind::given}) {
    const std::vector<Prediction> predictions = predicted(table, features);
    const std::string name = what + ", features " + std::to_string(static_cast<int>(features));
    for (std::size_t i = 0; i < table.targets.size(); ++i) {
      ASSERT_TRUE(std::isfinite(predictions[i].mean)) << name;
      ASSERT_TRUE(std::isfinite(predictions[i].std_model)) << name;
      ASSERT_TRUE(predictions[i].std_noise > 0.0 && std::isfinite(predictions[i].std_noise)) << name;
      ASSERT_TRUE(std::isfinite(predictions[i].std_total)) << name;
    }
  }
}

TEST(DegenerateData, AConstantTargetIsPredictedAsItIs) {
  Table table = corner(50, 2);
  for (const double constant : {7.5, 0.0, 1e150}) {
    std::fill(table.targets.begin(), table.targets.end(), constant);
    expect_finite(table, "constant target " + std::to_string(constant));
    for (const FeatureKind features : {FeatureKind::fourier, FeatureKind::linear})
      for (const Prediction& row : predicted(table, features))
        ASSERT_NEAR(row.mean, constant, 1e-6 * std::max(1.0, constant));
  }
}

TEST(DegenerateData, OneRowAndFewerRowsThanFeaturesWork) {
  expect_finite(corner(1, 2), "one row");
  expect_finite(corner(2, 2), "two rows");
  expect_finite(corner(20, 2), "fewer rows than features");
  EXPECT_NEAR(predicted(corner(1, 2), FeatureKind::linear)[0].mean, corner(1, 2).targets[0], 1e-6);
}

TEST(DegenerateData, DuplicateAndConstantColumnsWork) {
  Table duplicate = corner(60, 2);
  std::copy_n(duplicate.inputs.column(0).begin(), 60, duplicate.inputs.column(1).begin());
  expect_finite(duplicate, "duplicate columns");
  Table constant = corner(60, 2);
  std::fill_n(constant.inputs.column(1).begin(), 60, 0.0);
  expect_finite(constant, "a column of zeros");
  std::fill_n(constant.inputs.column(1).begin(), 60, 1e10);
  expect_finite(constant, "a constant column");
  std::fill_n(constant.inputs.column(0).begin(), 60, -3.0);
  expect_finite(constant, "only constant columns");
  std::fill_n(constant.inputs.data(), constant.inputs.size(), 0.0);
  expect_finite(constant, "only zeros");
}

TEST(DegenerateData, DuplicateRowsWork) {
  Table table = corner(60, 2);
  for (std::size_t i = 0; i < 60; ++i) {
    table.targets[i] = table.targets[i % 2];
    for (std::size_t j = 0; j < 2; ++j) table.inputs(i, j) = table.inputs(i % 2, j);
  }
  expect_finite(table, "duplicate rows");
}

TEST(Reproducibility, TheSameSeedGivesTheSameBytesForAnyNumberOfThreads) {
  const TestDirectory directory;
  const Table table = corner(100, 2);
  const auto bytes = [&](int threads) {
    save_model(fitted(table, options_for(FeatureKind::fourier, threads)).model, directory.path("m.direct"));
    return file_contents(directory.path("m.direct"));
  };
  const std::string expected = bytes(1);
  for (const int threads : {1, 2, 3}) EXPECT_TRUE(bytes(threads) == expected) << threads;
}

}  // namespace
}  // namespace direct::equivariance_test
