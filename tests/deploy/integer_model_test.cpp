// SPDX-License-Identifier: MIT
#include <direct/deploy.h>

#include <cmath>
#include <limits>
#include <set>

#include <gtest/gtest.h>

#include "data/test_files.h"
#include "deploy/trained_models.h"

namespace direct::integer_model_test {
namespace {

std::string refusal(const TrainedModel& model, const IntegerOptions& options = {}) {
  const auto thrown = thrown_by([&] { integer_model(model, options); });
  return thrown && thrown->kind == ErrorKind::usage ? thrown->message : "";
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(IntegerModel, RefusesWhatItCannotRepresentAndSaysWhy) {
  const Table rows = device_rows(2, 60);
  EXPECT_TRUE(has(refusal(trained_on(rows, {.num_features = 8, .feature_bits = 0})), "`feature_bits` 12"));
  EXPECT_TRUE(
      has(refusal(trained_on(
              rows, {.num_features = 8, .support = "-1,-0.61803,0,0.31416,1", .posterior = PosteriorKind::mean_field})),
          "evenly spaced"));
  EXPECT_TRUE(has(refusal(trained_on(rows, network_options({2}))), "networks"));
  EXPECT_TRUE(has(refusal(trained_on(oracle::table_of_rows({{1, 2}, {2, 3}, {3, 1}, {1, 4}}),
                                     {.features = FeatureKind::linear, .likelihood = Likelihood("poisson")})),
                  "Gaussian"));
  const TrainedModel draws = trained_on(rows, {.num_features = 8});
  EXPECT_TRUE(has(refusal(draws, {.draws = 0}), "1 to 64"));
  EXPECT_TRUE(has(refusal(draws, {.draws = 65}), "1 to 64"));
  EXPECT_TRUE(has(refusal(draws, {.draws = 21}), "20 deviations, found 21: export fewer, or fit with `components` 21"));
  EXPECT_TRUE(has(refusal(draws, {.interval = 1.0}), "between 0 and 1"));
  EXPECT_EQ(refusal(draws, {.draws = 20}), "");
}

TEST(IntegerModel, RefusesTooManyInputs) {
  const TrainedModel model = trained_on(device_rows(1025, 20), {.features = FeatureKind::linear});
  EXPECT_TRUE(has(refusal(model), "up to 1024 inputs"));
}

TEST(IntegerModel, RefusesInputsTooFarFromZero) {
  std::vector<std::vector<double>> rows;
  for (int i = 0; i < 40; ++i) rows.push_back({1e9 + 0.001 * i, 1.0 * (i % 7)});
  const TrainedModel model = trained_on(oracle::table_of_rows(rows), {.num_features = 8});
  EXPECT_TRUE(has(refusal(model), "subtract a constant"));
}

// Fourier features that no draw uses are neither computed nor stored.
TEST(IntegerModel, LeavesOutWhatNoDrawUses) {
  const TrainedModel model =
      trained_on(device_rows(3, 200), {.num_features = 64, .levels = 3, .max_active_features = 12});
  const IntegerModel integer = integer_model(model);
  const std::vector<std::size_t> active = active_features(model.posterior, model.prior);
  const std::set<std::size_t> found(integer.features.begin(), integer.features.end());
  for (const std::size_t j : active) EXPECT_TRUE(found.contains(j));
  std::set<std::size_t> frequencies;
  for (const std::size_t j : active) frequencies.insert(j / 2);
  EXPECT_EQ(integer.num_features(), 2 * frequencies.size());
  EXPECT_EQ(2 * integer.num_pairs + integer.num_singles, frequencies.size());
  EXPECT_EQ(integer.words.size(), 3 * (integer.num_pairs + integer.num_singles));
}

TEST(IntegerModel, UnusedInputsOfLinearModelsAreLeftOut) {
  std::vector<std::vector<double>> rows;
  for (int i = 0; i < 60; ++i) rows.push_back({1.0 * (i % 7), 1.0 * (i % 5), 3 * (i % 7) + 0.01 * (i % 3)});
  const TrainedModel model = trained_on(
      oracle::table_of_rows(rows),
      {.features = FeatureKind::given, .support = "-3,0,3", .noise = "0.01", .posterior = PosteriorKind::mean_field});
  const IntegerModel integer = integer_model(model);
  ASSERT_EQ(integer.columns.size(), 1U);
  EXPECT_EQ(integer.columns[0], 0U);
  EXPECT_EQ(integer.inputs.size(), 2U);
}

// Whole numbers are their own codes, so nothing is rounded: the mean is exact but for its last step.
TEST(IntegerModel, WholeNumbersAreExact) {
  std::vector<std::vector<double>> rows;
  for (int i = 0; i < 60; ++i) rows.push_back({1.0 * (i % 7), 1.0 * (i % 5), 2 * (i % 7) - (i % 5) + 0.1 * (i % 3)});
  const TrainedModel model = trained_on(
      oracle::table_of_rows(rows),
      {.features = FeatureKind::given, .support = "-2:2", .noise = "0.01", .posterior = PosteriorKind::mean_field});
  const IntegerModel integer = integer_model(model);
  const IntegerPredictor predictor(integer);
  const auto codes = predictor.codes(std::vector<double>{5.0, 3.0});
  EXPECT_EQ(codes, (std::vector<std::int16_t>{5, 3}));
  const std::vector<Prediction> expected = Predictor(model)(Matrix(1, 2, 3.0));
  const auto found = predictor(predictor.codes(std::vector<double>{3.0, 3.0}));
  EXPECT_NEAR(predictor.value(found.mean), expected[0].mean, 2.0 * predictor.value(1) + 5.0 * expected[0].std_model);
}

// Where weights have centres, the mean of the draws is that of the posterior, whatever the draws.
TEST(IntegerModel, CentresTakeUpTheMeanOfThePosterior) {
  const TrainedModel model =
      trained_on(device_rows(3, 200), {.num_features = 40, .posterior = PosteriorKind::mean_field});
  ASSERT_TRUE(model.prior.learned);
  const Predictor doubles(model);
  Matrix inputs(1, 3);
  for (std::size_t j = 0; j < 3; ++j) inputs(0, j) = 5.0 * static_cast<double>(j) + 0.2;
  const std::vector<Prediction> expected = doubles(inputs);
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    const IntegerModel integer = integer_model(model, {.draws = 4, .seed = seed});
    const IntegerPredictor predictor(integer);
    const auto found = predictor(predictor.codes(std::vector<double>{inputs(0, 0), inputs(0, 1), inputs(0, 2)}));
    EXPECT_NEAR(predictor.value(found.mean), expected[0].mean, 0.02 * expected[0].std_noise);
  }
}

// Independent draws have n - 1 in the place of n: on average over seeds the variance is that of the posterior.
TEST(IntegerModel, VarianceOfIndependentDrawsIsUnbiased) {
  const TrainedModel model =
      trained_on(device_rows(3, 80), {.num_features = 40, .posterior = PosteriorKind::mean_field});
  Matrix inputs(1, 3);
  for (std::size_t j = 0; j < 3; ++j) inputs(0, j) = 5.0 * static_cast<double>(j) - 0.3;
  const double expected = Predictor(model)(inputs)[0].std_model;
  double sum = 0.0;
  constexpr int num_seeds = 400;
  for (std::uint64_t seed = 0; seed < num_seeds; ++seed) {
    const IntegerModel integer = integer_model(model, {.draws = 4, .seed = seed});
    const IntegerPredictor predictor(integer);
    const auto found = predictor(predictor.codes(std::vector<double>{inputs(0, 0), inputs(0, 1), inputs(0, 2)}));
    sum += std::pow(predictor.value(found.std_model) / expected, 2);
  }
  // chi-square with 3 degrees of freedom: a relative deviation of sqrt(2 / 3) of each variance
  EXPECT_NEAR(sum / num_seeds, 1.0, 5.0 * std::sqrt(2.0 / 3.0 / num_seeds));
}

// Draws of a narrow posterior are nearly alike: what they share is a centre, and the codes that are left are few.
TEST(IntegerModel, SharedCodesAreCentres) {
  const TrainedModel model =
      trained_on(device_rows(3, 2000), {.num_features = 40, .support = "auto", .posterior = PosteriorKind::mean_field});
  const IntegerModel integer = integer_model(model);
  ASSERT_FALSE(integer.centres.empty());
  EXPECT_GT(integer.zero_codes(), 0.8);
  EXPECT_NEAR(integer.sparsity(), sparsity(model.posterior, model.prior), 0.05);
}

TEST(IntegerModel, TheSameModelHasTheSameDigest) {
  const TrainedModel model =
      trained_on(device_rows(2, 60), {.num_features = 20, .posterior = PosteriorKind::mean_field});
  EXPECT_EQ(integer_model(model).digest, integer_model(model).digest);
  EXPECT_NE(integer_model(model).digest, integer_model(model, {.seed = 1}).digest);
  EXPECT_EQ(integer_model(model).digest.size(), 16U);
}

// Units of the data, whatever they are, change the units of the answers only.
TEST(IntegerModel, HugeAndTinyUnits) {
  for (const double unit : {1e-9, 1.0, 1e9}) {
    std::mt19937_64 random(1);
    std::normal_distribution<double> normal;
    std::vector<std::vector<double>> rows;
    for (int i = 0; i < 100; ++i) {
      const double x = normal(random);
      rows.push_back({unit * x, unit * (std::sin(x) + 0.1 * normal(random) + 3.0)});
    }
    const TrainedModel model = trained_on(oracle::table_of_rows(rows), {.num_features = 20});
    const IntegerModel integer = integer_model(model);
    const IntegerPredictor predictor(integer);
    const auto found = predictor(predictor.codes(std::vector<double>{0.5 * unit}));
    EXPECT_NEAR(predictor.value(found.mean) / unit, 3.0 + std::sin(0.5), 0.2);
    EXPECT_GT(found.std_total, 1000U);
  }
}

TEST(IntegerModel, ConstantTargetsAndColumns) {
  const TrainedModel model =
      trained_on(oracle::table_of_rows({{1, 2, 5}, {1, 3, 5}, {1, 4, 5}, {1, 5, 5}}), {.num_features = 8});
  const IntegerModel integer = integer_model(model, {.draws = 4});
  const IntegerPredictor predictor(integer);
  const auto found = predictor(predictor.codes(std::vector<double>{1.0, 3.0}));
  EXPECT_NEAR(predictor.value(found.mean), 5.0, 0.01);
  EXPECT_FALSE(found.saturated);
}

TEST(IntegerModel, EvaluationIsThatOfTheDoubles) {
  const TrainedModel model = trained_on(device_rows(3, 400), {.num_features = 60});
  const Dataset test = device_rows(3, 200, 9);
  const Evaluation doubles = evaluate(model, test);
  const Evaluation integers = evaluate(model, integer_model(model, {.draws = 20}), test);
  EXPECT_EQ(integers.num_rows, 200U);
  EXPECT_NEAR(integers.rmse / doubles.rmse, 1.0, 0.01);
  EXPECT_NEAR(integers.nll, doubles.nll, 0.03);
  EXPECT_NEAR(integers.intervals.at("0.9").coverage, doubles.intervals.at("0.9").coverage, 0.02);
  ASSERT_TRUE(integers.yardstick);
  EXPECT_EQ(integers.yardstick->rmse, doubles.yardstick->rmse);
}

// Between the two values of a category the model knows nothing: the device must have the codes of the training exactly.
TEST(IntegerModel, CategoriesHaveTheCodesOfTheTraining) {
  std::mt19937_64 random(1);
  std::normal_distribution<double> normal;
  std::vector<std::int32_t> kinds, modes;
  std::vector<double> v, y;
  for (int i = 0; i < 150; ++i) {
    kinds.push_back(i % 3);
    modes.push_back(i % 5 < 2 ? 1 : 0);
    v.push_back(normal(random));
    y.push_back(3.0 * kinds.back() - 4.0 * modes.back() + std::sin(2.0 * v.back()) + 0.1 * normal(random));
  }
  const Table rows{.target = y,
                   .columns = {{"kind", {{"r", "g", "b"}, kinds}}, {"mode", {{"off", "on"}, modes}}, {"v", v}}};
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const TrainedModel model =
        trained_on(rows, {.num_features = 32, .levels = 15, .support = "learned-shared", .seed = seed});
    const IntegerFourier& map = *model.preparation.features.integer;
    const IntegerModel integer = integer_model(model);
    const IntegerPredictor predictor(integer);
    Matrix standard = model.preparation.pilot_inputs;
    standardise_inputs(model.preparation.scaling, standard);
    for (std::size_t i = 0; i < standard.rows(); ++i) {
      std::vector<double> inputs;
      for (std::size_t j = 0; j < standard.cols(); ++j) inputs.push_back(model.preparation.pilot_inputs(i, j));
      const std::vector<std::int16_t> codes = predictor.codes(inputs);
      for (std::size_t j = 0; j + 1 < codes.size(); ++j)  // the last is v
        ASSERT_EQ(codes[j], std::nearbyint((standard(i, j) - map.centres[j]) / map.steps[j])) << seed << ", " << j;
    }
    EXPECT_LT(*integer.mean_difference, 0.01);
  }
}

TEST(IntegerModel, SaysWhatFewDrawsMean) {
  TrainedModel model = trained_on(device_rows(2, 60), {.num_features = 12});
  EXPECT_TRUE(integer_model(model).warnings.empty());
  EXPECT_TRUE(integer_model(model, {.draws = 1}).warnings.empty());  // a deviation has a square
  model.calibration = Calibration{.num_rows = 999, .scales = std::vector<double>(999, 1.5)};
  EXPECT_TRUE(has(integer_model(model).warnings.front(), "with 8 deviations"));
  EXPECT_TRUE(integer_model(model, {.draws = 20}).warnings.empty());
}

// Samples on a fixed grid have a mean of their own, which the centres make that of the posterior where it matters.
TEST(IntegerModel, SamplesOfAFixedGridHaveTheMeanOfThePosterior) {
  const TrainedModel model = trained_on(
      device_rows(3, 60), {.num_features = 40, .levels = 5, .support = "auto", .posterior = PosteriorKind::mean_field});
  EXPECT_LT(*integer_model(model, {.draws = 4}).mean_difference, 0.01);
}

TEST(IntegerModel, MissingInputsHaveAStandIn) {
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  Table rows = oracle::table_of_rows({{1, 2, 3}, {none, 3, 4}, {3, 4, 5}, {4, 5, 7}, {5, none, 8}});
  rows.names = {"a", "b"};
  rows.options.missing = Missing::indicator;
  const IntegerModel integer = integer_model(trained_on(rows, {.num_features = 8}), {.draws = 2});
  ASSERT_EQ(integer.inputs.size(), 4U);
  EXPECT_EQ(integer.inputs[0].name, "a");
  EXPECT_NEAR(integer.inputs[0].missing.value_or(0.0), 3.25, 1e-6);
  EXPECT_FALSE(integer.inputs[1].missing);
  EXPECT_TRUE(c_header(integer).find("where it is missing") != std::string::npos);
}

// The ends of the range, as they are printed, are inside, and what is beyond them is not.
TEST(IntegerModel, RangesAreWhereTheFlagBegins) {
  const IntegerModel integer = integer_model(trained_on(device_rows(1, 100), {.num_features = 20}));
  const IntegerPredictor predictor(integer);
  const InputQuantiser& input = integer.inputs[0];
  const double code = input.input(1) - input.input(0);
  const auto is_flagged = [&](double value) { return predictor(predictor.codes(std::vector{value})).saturated; };
  EXPECT_FALSE(is_flagged(input.lowest_input() + 0.1 * code));
  EXPECT_FALSE(is_flagged(input.highest_input() - 0.1 * code));
  EXPECT_TRUE(is_flagged(input.lowest_input() - 0.1 * code));
  EXPECT_TRUE(is_flagged(input.highest_input() + 0.1 * code));
}

// evaluate() scores the interval that the device has.
TEST(IntegerModel, EvaluationHasTheIntervalsOfTheDevice) {
  const TrainedModel model = trained_on(device_rows(2, 60), {.num_features = 40});
  const IntegerModel integer = integer_model(model, {.draws = 2, .interval = 0.9});
  const Dataset test = device_rows(2, 100, 5);
  const Evaluation found = evaluate(model, integer, test);
  EXPECT_FALSE(found.intervals.at("0.9").calibrated);
  const IntegerPredictor predictor(integer);
  RowReader reader(test, model.preparation.schema, RowReader::Targets::required);
  double width = 0.0, inside = 0.0;
  Rows rows;
  ASSERT_TRUE(reader.next(rows));
  for (std::size_t i = 0; i < rows.targets.size(); ++i) {
    const auto interval =
        predictor.interval(predictor(predictor.codes(std::vector{rows.inputs(i, 0), rows.inputs(i, 1)})));
    width += predictor.value(interval.upper) - predictor.value(interval.lower);
    inside += predictor.value(interval.lower) <= rows.targets[i] && rows.targets[i] <= predictor.value(interval.upper);
  }
  EXPECT_NEAR(found.intervals.at("0.9").width, width / 100.0, 1e-3 * width / 100.0);
  EXPECT_NEAR(found.intervals.at("0.9").coverage, inside / 100.0, 0.011);
}

TEST(IntegerModel, RangesOutliveTheFile) {
  const TestDirectory directory;
  const TrainedModel model = trained_on(device_rows(2, 60), {.num_features = 8, .slim = true});
  save_model(model, directory.path("m.direct"));
  const TrainedModel loaded = load_model(directory.path("m.direct"));
  EXPECT_EQ(loaded.preparation.least, model.preparation.least);
  EXPECT_EQ(loaded.preparation.most, model.preparation.most);
  EXPECT_EQ(integer_model(loaded).digest, integer_model(model).digest);
  EXPECT_FALSE(integer_model(loaded).distortion);
}

}  // namespace
}  // namespace direct::integer_model_test
