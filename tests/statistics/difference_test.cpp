// SPDX-License-Identifier: MIT
#include <direct/statistics.h>

#include <functional>

#include <gtest/gtest.h>

#include "statistics/integer_table.h"

namespace direct::difference_test {
namespace {

using Change = std::function<void(Preparation&)>;

// Numbers x0, x1 and x2, a category with an indicator, and pilot rows.
Preparation whole_preparation() {
  Preparation p = integer_preparation(true);
  p.schema.columns.push_back({.name = "city", .position = 5, .categorical = true, .levels = {"Oslo", "Paris"}});
  p.schema.columns.push_back({.name = "wind", .position = 6, .indicator = true, .fill = 3.5});
  p.schema.num_file_columns = 8;
  p.schema.missing = Missing::indicator;
  p.schema.dropped = {"id"};
  p.scaling.input_means.resize(num_inputs(p.schema), 0.0);
  p.scaling.input_scales.resize(num_inputs(p.schema), 1.0);
  const std::vector<double> ones(num_inputs(p.schema), 1.0), least(num_inputs(p.schema), -1.0);
  p.features = integer_features(fourier_features(ones, 12, 1), least, ones);
  p.pilot = {.noise = 0.1, .weight = 0.2};
  p.pilot_inputs = Matrix(2, num_inputs(p.schema), 0.5);
  p.pilot_targets = {1.0, 2.0};
  return p;
}

// Said of the changed one and the other, and by the other of the changed one.
void expect_difference(const Change& change, const std::vector<std::string>& words) {
  const Preparation one = whole_preparation();
  Preparation other = one;
  change(other);
  for (const std::string& found : {difference(one, other), difference(other, one)}) {
    EXPECT_FALSE(found.empty()) << words[0];
    EXPECT_EQ(found.find('\n'), std::string::npos);
    for (const std::string& word : words) EXPECT_NE(found.find(word), std::string::npos) << word << " in: " << found;
  }
}

TEST(Difference, OfEqualPreparationsIsEmpty) {
  EXPECT_EQ(difference(whole_preparation(), whole_preparation()), "");
  EXPECT_EQ(difference(integer_preparation(), integer_preparation()), "");
  EXPECT_EQ(difference(float_preparation(), float_preparation()), "");
}

TEST(Difference, OfTargetsAndWeights) {
  expect_difference([](Preparation& p) { p.schema.target_name = "z"; }, {"target", "\"y\"", "\"z\""});
  expect_difference([](Preparation& p) { p.schema.weight_name = "v"; }, {"weight", "\"w\"", "\"v\""});
  expect_difference([](Preparation& p) { p.schema.weight_name = ""; }, {"weight", "\"w\""});
  expect_difference([](Preparation& p) { p.schema.exposure_name = "e"; }, {"exposure", "\"e\""});
  expect_difference([](Preparation& p) { p.schema.likelihood = Likelihood("gamma"); }, {"targets", "likelihood"});
  expect_difference([](Preparation& p) { p.schema.classes = {"no", "yes"}; }, {"classes", "no, yes"});
}

TEST(Difference, OfColumns) {
  const auto column = [](std::size_t i, auto change) { return [=](Preparation& p) { change(p.schema.columns[i]); }; };
  expect_difference([](Preparation& p) { p.schema.columns.pop_back(); }, {"input columns", "5", "4"});
  expect_difference(column(1, [](Column& c) { c.name = "height"; }), {"\"x1\"", "\"height\""});
  expect_difference(column(1, [](Column& c) { c.categorical = true; }), {"\"x1\"", "numbers", "categories"});
  expect_difference(column(3, [](Column& c) { c.levels = {"Oslo", "Rome"}; }), {"\"city\"", "levels", "Paris", "Rome"});
  expect_difference(column(3, [](Column& c) { c.levels = {"Paris", "Oslo"}; }), {"\"city\"", "levels"});
  expect_difference(column(4, [](Column& c) { c.indicator = false; }), {"missing", "\"wind\""});
  expect_difference(column(4, [](Column& c) { c.fill = 3.6; }), {"missing", "\"wind\""});
  expect_difference(column(0, [](Column& c) { c.position = 7; }), {"\"x0\"", "place"});
}

TEST(Difference, OfFiles) {
  expect_difference([](Preparation& p) { p.schema.missing = Missing::mean; }, {"missing"});
  expect_difference([](Preparation& p) { p.schema.unseen = Unseen::ignore; }, {"unseen"});
  expect_difference([](Preparation& p) { p.schema.dropped = {}; }, {"columns"});
  expect_difference([](Preparation& p) { p.schema.has_header = false; }, {"columns"});
  expect_difference([](Preparation& p) { p.schema.num_file_columns = 9; }, {"columns"});
  expect_difference([](Preparation& p) { p.schema.target_position = 7; }, {"columns"});
  expect_difference([](Preparation& p) { p.schema.weight_position = 7; }, {"columns"});
  expect_difference([](Preparation& p) { p.schema.exposure_position = 7; }, {"columns"});
}

TEST(Difference, OfScaling) {
  expect_difference([](Preparation& p) { p.scaling.target_mean = 0.75; }, {"target", "0.25", "0.75"});
  expect_difference([](Preparation& p) { p.scaling.target_scale = 4.0; }, {"target", "1.75", "4"});
  expect_difference([](Preparation& p) { p.scaling.input_means[1] = -2.5; }, {"scaling", "\"x1\"", "-1", "-2.5"});
  expect_difference([](Preparation& p) { p.scaling.input_scales[0] = 16.0; }, {"scaling", "\"x0\"", "2", "16"});
  expect_difference([](Preparation& p) { p.scaling.input_scales[4] = 7.0; }, {"scaling", "\"city=Paris\"", "7"});
}

TEST(Difference, OfFeatures) {
  const auto features = [](std::size_t count, std::uint64_t seed, double extreme) {
    return [=](Preparation& p) {
      const std::vector<double> ones(num_inputs(p.schema), 1.0), most(num_inputs(p.schema), extreme),
          least(num_inputs(p.schema), -extreme);
      p.features = integer_features(fourier_features(ones, count, seed), least, most);
    };
  };
  expect_difference(features(14, 1, 1.0), {"features", "12", "14"});
  expect_difference(features(12, 2, 1.0), {"frequencies", "`seed`"});
  expect_difference(features(12, 1, 1e6), {"frequencies"});
  expect_difference(
      [](Preparation& p) {
        const std::vector<double> ones(num_inputs(p.schema), 1.0);
        p.features = fourier_features(ones, 12, 1);
      },
      {"`feature_bits`"});
  expect_difference([](Preparation& p) { p.features.degree = 2; }, {"network", "linear"});
  expect_difference([](Preparation& p) { p.features = linear_features(num_inputs(p.schema)); }, {"kind"});
}

TEST(Difference, OfFrequenciesInFloatingPoint) {
  const Preparation one = float_preparation();
  Preparation other = one;
  other.features = fourier_features(std::vector{1.0, 0.5, 3.0}, 18, 8);
  EXPECT_NE(difference(one, other).find("frequencies"), std::string::npos);
}

TEST(Difference, OfPilotRows) {
  expect_difference([](Preparation& p) { p.pilot.noise = 0.3; }, {"pilot"});
  expect_difference([](Preparation& p) { p.pilot.weight = 0.3; }, {"pilot"});
  expect_difference([](Preparation& p) { p.pilot_inputs(1, 1) = 0.75; }, {"pilot"});
  expect_difference([](Preparation& p) { p.pilot_targets[0] = 0.75; }, {"pilot"});
}

TEST(MergeOfPreparedStatistics, AddsWhatIsPreparedAlike) {
  const IntegerTable a = random_table(1, 20), b = random_table(2, 30);
  PreparedStatistics sum{integer_preparation(), accumulated(a)};
  Statistics expected = sum.statistics;
  merge(expected, accumulated(b));
  merge(sum, {integer_preparation(), accumulated(b)});
  EXPECT_TRUE(sum.statistics == expected);
  EXPECT_EQ(num_rows(sum.statistics), 50.0);
}

TEST(MergeOfPreparedStatistics, RefusesWhatIsNotAndSaysWhy) {
  PreparedStatistics one{integer_preparation(), accumulated(random_table(1, 20))};
  const PreparedStatistics before = one;
  PreparedStatistics other = one;
  other.preparation.scaling.target_mean = 9.0;
  const auto thrown = thrown_by([&] { merge(one, other); });
  ASSERT_TRUE(thrown);
  EXPECT_EQ(thrown->kind, ErrorKind::data);
  EXPECT_NE(thrown->message.find(difference(one.preparation, other.preparation)), std::string::npos);
  EXPECT_TRUE(one.statistics == before.statistics);
  EXPECT_EQ(difference(one.preparation, before.preparation), "");
}

}  // namespace
}  // namespace direct::difference_test
