// SPDX-License-Identifier: MIT
// A row of weight k is as good as k equal rows.
#include <algorithm>
#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include <direct/data.h>

#include "data/row_pass.h"
#include "data/surveys.h"
#include "data/test_files.h"
#include "oracle/property.h"

namespace direct::weights_test {
namespace {

using Targets = RowReader::Targets;
using Numbers = std::vector<double>;

struct Weighted {
  std::string row;
  int weight = 0;
};

std::vector<Weighted> random_rows(std::size_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<double> normal;
  const std::vector<std::string> cities{"Oslo", "Bergen", "Rome", "NA"};
  std::vector<Weighted> rows(count);
  for (Weighted& row : rows) {
    const std::string a = random() % 8 == 0 ? "" : std::to_string(1.6e9 + 100 * normal(random));
    row.row = a + "," + std::to_string(normal(random)) + "," + cities[random() % 4] + "," +
              std::to_string(0.1 * static_cast<double>(random() % 50));
    row.weight = static_cast<int>(random() % 5);
  }
  rows[0].weight = rows[1].weight = 3;
  return rows;
}

std::string with_weights(const std::vector<Weighted>& rows) {
  std::string text = "a,b,city,y,w\n";
  for (const Weighted& row : rows) text += row.row + "," + std::to_string(row.weight) + "\n";
  return text;
}

std::string repeated(const std::vector<Weighted>& rows) {
  std::string text = "a,b,city,y\n";
  for (const Weighted& row : rows) {
    for (int i = 0; i < row.weight; ++i) text += row.row + "\n";
  }
  return text;
}

class WeightsTest : public testing::Test {
 protected:
  Dataset opened(const std::string& text, DataOptions options = {}) const {
    return open_dataset({directory_.write("train.csv", text)}, std::move(options));
  }
  Survey survey_of(const std::string& text, DataOptions options = {}) const {
    return survey(opened(text, std::move(options)));
  }
  std::optional<Thrown> error_of(const std::string& text, const DataOptions& options) const {
    auto thrown = thrown_by([&] { survey_of(text, options); });
    if (thrown && thrown->kind == ErrorKind::data) thrown->message.erase(0, directory_.path("").size());
    return thrown;
  }
  Rows read(const Schema& schema, const std::string& text, Targets targets = Targets::required) {
    RowReader reader(open_dataset({directory_.write("new.csv", text)}), schema, targets);
    Rows rows;
    reader.next(rows);
    warnings_ = reader.warnings();
    return rows;
  }
  TestDirectory directory_;
  std::vector<std::string> warnings_;
};

TEST_F(WeightsTest, AreAsGoodAsRepeatedRows) {
  for (const Missing missing : {Missing::mean, Missing::indicator}) {
    for (unsigned seed = 0; seed < 10; ++seed) {
      std::vector<Weighted> rows = random_rows(20 + 30 * seed, seed);
      const Survey expected = survey_of(repeated(rows), {.missing = missing});
      for (int i = 0; i < 3; ++i) {
        const Survey found = survey_of(with_weights(rows), {.target = "y", .weight = "w", .missing = missing});
        expect_same_contents(found, expected);
        EXPECT_EQ(found.num_rows, rows.size());
        EXPECT_EQ(found.schema.weight_name, "w");
        EXPECT_EQ(found.schema.weight_position, 4U);
        EXPECT_TRUE(found.schema.dropped.empty());
        std::shuffle(rows.begin(), rows.end(), std::mt19937(seed));
      }
    }
  }
}

PROPERTY(WeightsProperty, AreAsGoodAsRepeatedRows, (unsigned seed, Any& any)) {
  const TestDirectory directory;
  const auto rows = random_rows(any.in_range<std::size_t>(2, 40), seed);
  const SurveyOptions few{.seed = seed, .max_pilot_rows = 15};
  const DataOptions plain{.categorical = {"city"}, .missing = Missing::indicator};
  DataOptions weighted = plain;
  weighted.target = "3";
  weighted.weight = "4";
  const Survey expected = survey(open_dataset({directory.write("a.csv", repeated(rows))}, plain), few);
  const Survey found = survey(open_dataset({directory.write("b.csv", with_weights(rows))}, weighted), few);
  ASSERT_TRUE(found.scaling.input_means == expected.scaling.input_means);
  ASSERT_TRUE(found.scaling.input_scales == expected.scaling.input_scales);
  ASSERT_TRUE(found.pilot.inputs == expected.pilot.inputs);
  ASSERT_TRUE(found.pilot.targets == expected.pilot.targets);
  ASSERT_TRUE(found.total_weight == expected.total_weight);
}

TEST_F(WeightsTest, MayBeFractions) {
  const Survey found = survey_of("a,w,y\n1,0.5,10\n4,1.5,20\n", {.weight = "w"});
  EXPECT_EQ(found.total_weight, 2.0);
  EXPECT_NEAR(found.scaling.input_means[0], 3.25, 1e-12);
  EXPECT_NEAR(found.scaling.input_scales[0], std::sqrt(0.25 * 0.75) * 3, 1e-12);
  EXPECT_NEAR(found.scaling.target_mean, 17.5, 1e-12);
  EXPECT_EQ(found.pilot.targets.size(), 2U);  // whatever their weights
  EXPECT_TRUE(found.pilot.weights.empty());
}

TEST_F(WeightsTest, TinyWeightsCountForTheirPart) {
  const Survey found = survey_of("a,w,y\n1,1e-9,10\n1,1,10\n5,1e-12,20\n", {.weight = "w"});
  EXPECT_NEAR(found.scaling.input_scales[0] / 4e-6, 1.0, 1e-8);
  EXPECT_NEAR(found.scaling.target_scale / 1e-5, 1.0, 1e-8);
}

TEST_F(WeightsTest, FractionsDoNotDependOnOrder) {
  std::mt19937 random(1);
  std::vector<std::string> rows;
  for (int i = 0; i < 300; ++i) {
    rows.push_back(std::to_string(1e7 + static_cast<double>(random() % 1000)) + "," + (random() % 2 ? "b" : "a") + "," +
                   std::to_string(0.001 * static_cast<double>(random() % 10'000)) + "," + std::to_string(i) + "\n");
  }
  const auto found = [&] {
    std::string text = "a,city,w,y\n";
    for (const std::string& row : rows) text += row;
    return survey_of(text, {.weight = "w"});
  };
  const Survey expected = found();
  for (unsigned seed = 0; seed < 5; ++seed) {
    std::shuffle(rows.begin(), rows.end(), std::mt19937(seed));
    expect_same_contents(found(), expected);
  }
}

TEST_F(WeightsTest, RowsOfWeightZeroCountForNothing) {
  const DataOptions options{.weight = "w", .missing = Missing::indicator};
  const Survey found = survey_of("w,a,city,y\n0,99,Rome,7\n1,1,Oslo,1\n2,2,Bonn,2\n0,,,-9\n", options);
  EXPECT_EQ(found.num_rows, 4U);
  EXPECT_EQ(found.total_weight, 3.0);
  EXPECT_EQ(input_names(found.schema), (std::vector<std::string>{"a", "city=Bonn", "city=Oslo"}));
  EXPECT_EQ(found.least, (Numbers{1, 0, 0}));
  EXPECT_EQ(found.most, (Numbers{2, 1, 1}));
  EXPECT_EQ(found.pilot.targets.size(), 2U);
  EXPECT_TRUE(survey_of("w,a,y\n1,1,5\n0,2,6\n1,1,5\n", {.weight = "w"}).constant_target);
}

TEST_F(WeightsTest, RowsOfWeightZeroAreChecked) {
  const DataOptions options{.weight = "w"};
  EXPECT_EQ(error_of("w,a,y\n1,1,1\n0,x,2\n", options),
            data_error("train.csv:3:2: expected a number in column \"a\", found \"x\" (or use `categorical` a)"));
  EXPECT_EQ(error_of("w,a,y\n0,x,2\n1,1,1\n", options),
            data_error("train.csv:3:2: expected a category in column \"a\", found the number \"1\" (or use "
                       "`categorical` a)"));
  EXPECT_EQ(error_of("w,a,y\n1,1,1\n0,1,\n", options),
            data_error("train.csv:3:3: missing value in the target column \"y\"; expected a number"));
}

TEST_F(WeightsTest, BadWeightsAreErrorsWithTheirPlace) {
  const DataOptions options{.weight = "w", .missing = Missing::mean};
  EXPECT_EQ(error_of("a,w,y\n1,1,1\n1,-0.5,2\n", options),
            data_error("train.csv:3:2: expected a weight of 0 or more in column \"w\", found \"-0.5\""));
  EXPECT_EQ(error_of("a,w,y\n1,1,1\n\n1,,2\n", options),
            data_error("train.csv:4:2: missing value in the weight column \"w\"; expected a number"));
  EXPECT_EQ(error_of("a,w,y\n1,1,1\n1,heavy,2\n", options),
            data_error("train.csv:3:2: expected a number in column \"w\", found \"heavy\""));
  EXPECT_EQ(error_of("a,w,y\n1,inf,1\n1,1,2\n", options),
            data_error("train.csv:2:2: expected a finite number in column \"w\", found \"inf\""));
  EXPECT_EQ(error_of("a,w,y\n1,0,1\n1,0,2\n", options), data_error("train.csv: all weights are 0 in column \"w\""));
  EXPECT_EQ(error_of("a,w,y\n1,1e308,1\n1,1e308,2\n", options),
            data_error("train.csv: the weights are too large to add up in column \"w\""));
}

TEST_F(WeightsTest, WrongChoicesAreErrorsOfUsage) {
  const std::string text = "a,w,y\n1,2,3\n5,6,7\n";
  EXPECT_EQ(error_of(text, {.weight = "z"}), usage_error("unknown weight column \"z\"; available: a, w, y"));
  EXPECT_EQ(error_of(text, {.weight = "2"}),
            usage_error("the weight column \"y\" is the target; name another weight or target"));
  EXPECT_EQ(error_of(text, {.drop = {"w"}, .weight = "1"}),
            usage_error("the weight column \"w\" is dropped; keep it or name another weight"));
  EXPECT_EQ(error_of(text, {.categorical = {"w"}, .weight = "w"}),
            usage_error("the weight column \"w\" cannot be categorical; expected numbers"));
  EXPECT_EQ(error_of(text, {.drop = {"a"}, .weight = "w"}),
            data_error("train.csv: no input columns are left beside the target \"y\""));
}

TEST_F(WeightsTest, AreReadWithTheTargets) {
  const Schema schema = survey_of("w,a,y\n2,1,3\n5,6,7\n", {.weight = "w"}).schema;
  const Rows rows = read(schema, "y,w,a\n1,0.5,9\n2,0,8\n");
  EXPECT_EQ(rows.weights, (Numbers{0.5, 0}));
  EXPECT_EQ(rows.targets, (Numbers{1, 2}));
  EXPECT_EQ(rows.inputs(0, 0), 9.0);
  EXPECT_TRUE(read(schema, "y,a\n1,9\n").weights.empty());
  EXPECT_TRUE(read(schema, "y,w,a\n1,bad,9\n", Targets::ignored).weights.empty());
  EXPECT_TRUE(warnings_.empty());
  EXPECT_EQ(read(schema, "a\n9\n", Targets::ignored).inputs(0, 0), 9.0);
}

TEST_F(WeightsTest, FilesWithoutThemCountEachRowOnce) {
  const Schema schema = survey_of("w,a,y\n2,1,3\n5,6,7\n", {.weight = "w"}).schema;
  const std::string with = directory_.write("with.csv", "w,a,y\n4,1,1\n"),
                    without = directory_.write("without.csv", "a,y\n1,1\n");
  RowReader reader(open_dataset({without, with, without}), schema, Targets::required);
  Rows rows;
  ASSERT_TRUE(reader.next(rows));
  EXPECT_EQ(rows.weights, (Numbers{1, 4, 1}));
}

TEST_F(WeightsTest, AreFoundByPositionWithoutHeader) {
  const Schema schema = survey_of("1,2,10,7\n2,2,20,8\n", {.target = "2", .weight = "1"}).schema;
  const Rows rows = read(schema, "5,0.5,50,6\n");
  EXPECT_EQ(rows.weights, (Numbers{0.5}));
  EXPECT_EQ(rows.targets, (Numbers{50}));
  const Rows without = read(schema, "5,50,6\n");
  EXPECT_TRUE(without.weights.empty());
  EXPECT_EQ(without.targets, (Numbers{50}));
  EXPECT_EQ(without.inputs(0, 1), 6.0);
  EXPECT_EQ(read(schema, "5,0.5,50,6\n", Targets::ignored).inputs(0, 1), 6.0);
  EXPECT_EQ(read(schema, "5,6\n", Targets::ignored).inputs(0, 1), 6.0);
  EXPECT_EQ(thrown_by([&] { read(schema, "5,6,7\n", Targets::ignored); }),
            data_error(directory_.path("new.csv") +
                       ": expected 4 columns (or 2 without the target and the weight), found 3"));
  EXPECT_EQ(thrown_by([&] { read(schema, "5,6\n"); }),
            data_error(directory_.path("new.csv") + ": expected 4 columns (or 3 without the weight), found 2"));
}

TEST_F(WeightsTest, TrainingNeedsThem) {
  const Schema schema = survey_of("w,a,y\n2,1,3\n5,6,7\n", {.weight = "w"}).schema;
  const Dataset without = open_dataset({directory_.write("new.csv", "a,y\n1,2\n")});
  const auto pass = [&](Targets targets) { for_each_block(without, schema, targets, {}, [](Rows&) {}); };
  EXPECT_EQ(thrown_by([&] { pass(Targets::required); }),
            data_error(directory_.path("new.csv") + ": column \"w\" is missing; found: a, y"));
  EXPECT_EQ(thrown_by([&] { pass(Targets::ignored); }), std::nullopt);
}

TEST_F(WeightsTest, LevelsOfRowsOfWeightZeroAreNoneInThePass) {
  const Dataset dataset = opened("w,city,y\n0,Rome,7\n1,Oslo,1\n2,Bonn,2\n", {.weight = "w"});
  Rows all;
  const RowPass pass =
      for_each_block(dataset, survey(dataset).schema, Targets::required, {}, [&](Rows& rows) { all = rows; });
  EXPECT_EQ(all.weights, (Numbers{0, 1, 2}));
  EXPECT_EQ(all.inputs(0, 0) + all.inputs(0, 1), 0.0);
  EXPECT_EQ(pass.unseen_levels, 0U);
}

}  // namespace
}  // namespace direct::weights_test
