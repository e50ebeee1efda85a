// SPDX-License-Identifier: MIT
#include <cmath>
#include <set>

#include <gtest/gtest.h>

#include <direct/data.h>

#include "data/test_files.h"

namespace direct::survey_test {
namespace {

class SurveyTest : public testing::Test {
 protected:
  Survey survey_of(const std::string& text, DataOptions options = {}) {
    return survey(open_dataset({directory_.write("train.csv", text)}, std::move(options)));
  }
  std::optional<Thrown> error_of(const std::string& text, const DataOptions& options = {}) {
    return without_directory(thrown_by([&] { survey_of(text, options); }));
  }
  std::optional<Thrown> without_directory(std::optional<Thrown> thrown) const {
    const std::string prefix = directory_.path("");
    for (std::size_t at = 0; thrown && (at = thrown->message.find(prefix)) != std::string::npos;) {
      thrown->message.erase(at, prefix.size());
    }
    return thrown;
  }
  TestDirectory directory_;
};

std::vector<double> column(const Matrix& matrix, std::size_t j) {
  return {matrix.column(j).begin(), matrix.column(j).end()};
}

TEST_F(SurveyTest, LearnsNumbersAndCategories) {
  const Survey found = survey_of("temp,city,y\n1,Oslo,10\n2,Bergen,20\n3,Oslo,30\n");
  EXPECT_EQ(found.num_rows, 3U);
  EXPECT_TRUE(found.schema.has_header);
  EXPECT_EQ(found.schema.target_name, "y");
  EXPECT_EQ(found.schema.target_position, 2U);
  EXPECT_EQ(found.schema.num_file_columns, 3U);
  EXPECT_EQ(input_names(found.schema), (std::vector<std::string>{"temp", "city=Bergen", "city=Oslo"}));
  EXPECT_EQ(num_inputs(found.schema), 3U);
  EXPECT_NEAR(found.scaling.input_means[0], 2.0, 1e-6);
  EXPECT_NEAR(found.scaling.input_means[1], 1.0 / 3, 1e-6);
  EXPECT_NEAR(found.scaling.input_scales[2], std::sqrt(2.0 / 9), 1e-7);
  EXPECT_NEAR(found.scaling.target_mean, 20.0, 1e-4);
  EXPECT_NEAR(found.scaling.target_scale, std::sqrt(200.0 / 3), 1e-5);
  EXPECT_TRUE(found.warnings.empty());
}

TEST_F(SurveyTest, PilotHoldsEveryRowOfASmallSetOnce) {
  const Survey found = survey_of("temp,city,y\n1,Oslo,10\n2,Bergen,20\n3,Oslo,30\n3,Oslo,30\n");
  ASSERT_EQ(found.pilot.targets.size(), 3U);
  for (std::size_t r = 0; r < 3; ++r) {
    const double temp = found.pilot.inputs(r, 0);
    EXPECT_EQ(found.pilot.targets[r], 10 * temp);
    EXPECT_EQ(found.pilot.inputs(r, 1), temp == 2 ? 1.0 : 0.0);
    EXPECT_EQ(found.pilot.inputs(r, 2), temp == 2 ? 0.0 : 1.0);
  }
  const auto& positions = found.pilot.positions;
  EXPECT_EQ(std::set<std::size_t>(positions.begin(), positions.end()), (std::set<std::size_t>{0, 1, 2}));
}

TEST_F(SurveyTest, WithoutHeaderColumnsAreNamedByIndex) {
  const Survey found = survey_of("1,2,3\n4,5,7\n");
  EXPECT_FALSE(found.schema.has_header);
  EXPECT_EQ(input_names(found.schema), (std::vector<std::string>{"0", "1"}));
  EXPECT_EQ(found.schema.target_name, "2");
}

TEST_F(SurveyTest, DetectsHeaders) {
  EXPECT_TRUE(survey_of("2001,2002,y\n1,2,3\n").schema.has_header);
  EXPECT_TRUE(survey_of("a;b\n1;2\n").schema.has_header);
  EXPECT_FALSE(survey_of("x,1\ny,2\n").schema.has_header);
  EXPECT_FALSE(survey_of("x,1\nx,2\n").schema.has_header);
  EXPECT_EQ(survey_of("1,2\n3,4\n", {.header = Header::yes}).num_rows, 1U);
  EXPECT_EQ(survey_of("x,1\n2,2\n", {.categorical = {"0"}, .header = Header::no}).num_rows, 2U);
  EXPECT_EQ(input_names(survey_of(" a , ,y\n1,2,3\n").schema), (std::vector<std::string>{"a", "1"}));
}

TEST_F(SurveyTest, ColumnsAreChosenByNameOrIndex) {
  const std::string text = "a,b,c,1\n1,2,3,4\n5,6,7,9\n";
  EXPECT_EQ(survey_of(text, {.target = "a"}).schema.target_position, 0U);
  EXPECT_EQ(survey_of(text, {.target = "2"}).schema.target_position, 2U);
  EXPECT_EQ(survey_of(text, {.target = "1"}).schema.target_position, 3U);  // a name wins over an index
  const Survey dropped = survey_of(text, {.target = "c", .drop = {"a", "1"}});
  EXPECT_EQ(input_names(dropped.schema), (std::vector<std::string>{"b"}));
  EXPECT_EQ(dropped.schema.dropped, (std::vector<std::string>{"a", "1"}));
  EXPECT_EQ(input_names(survey_of(text, {.drop = {"a", "b"}, .categorical = {"c"}}).schema),
            (std::vector<std::string>{"c=3", "c=7"}));
}

TEST_F(SurveyTest, WrongChoicesAreErrorsOfUsage) {
  const std::string text = "a,b,y\n1,2,3\n5,6,7\n";
  EXPECT_EQ(error_of(text, {.target = "z"}), usage_error("unknown target column \"z\"; available: a, b, y"));
  EXPECT_EQ(error_of(text, {.target = "3"}), usage_error("unknown target column \"3\"; available: a, b, y"));
  EXPECT_EQ(error_of(text, {.drop = {"z"}}), usage_error("unknown drop column \"z\"; available: a, b, y"));
  EXPECT_EQ(error_of(text, {.categorical = {"-1"}}),
            usage_error("unknown categorical column \"-1\"; available: a, b, y"));
  EXPECT_EQ(error_of(text, {.target = "a", .drop = {"a"}}),
            usage_error("the target column \"a\" is dropped; keep it or name another target"));
  EXPECT_EQ(error_of(text, {.categorical = {"y"}}),
            usage_error("the target column \"y\" cannot be categorical; expected numbers"));
  EXPECT_EQ(error_of(text, {.drop = {"a", "b"}}),
            data_error("train.csv: no input columns are left beside the target \"y\""));
}

TEST_F(SurveyTest, BadCellsAreErrorsWithTheirPlace) {
  EXPECT_EQ(
      error_of("a,temp,y\n1,2,3\n\n1,abc,3\n"),
      data_error("train.csv:4:2: expected a number in column \"temp\", found \"abc\" (or use `categorical` temp)"));
  EXPECT_EQ(error_of("a,city,y\n1,Oslo,3\n1,17,3\n"),
            data_error("train.csv:3:2: expected a category in column \"city\", found the number \"17\" (or use "
                       "`categorical` city)"));
  EXPECT_EQ(
      error_of("a,y\n1,2\ninf,3\n"),
      data_error("train.csv:3:1: expected a finite number in column \"a\", found \"inf\" (or use `categorical` a)"));
  EXPECT_EQ(
      error_of("a,y\n1e999,3\n"),
      data_error("train.csv:2:1: expected a finite number in column \"a\", found \"1e999\" (or use `categorical` a)"));
  EXPECT_EQ(error_of("a,y\n1,2\n1,x\n"), data_error("train.csv:3:2: expected a number in column \"y\", found \"x\""));
  EXPECT_EQ(error_of("a,y\n1,2\n1,-inf\n"),
            data_error("train.csv:3:2: expected a finite number in column \"y\", found \"-inf\""));
  EXPECT_EQ(error_of("a,y\n1,2\nTroms\xf8,2\n", {.categorical = {"a"}}),
            data_error("train.csv:3:1: text in column \"a\" is not valid UTF-8: \"Troms?\""));
}

TEST_F(SurveyTest, KnowsTheExtremesOfEveryInput) {
  const Survey found = survey_of("a,b,city,y\n-3,,Oslo,1\n,,Bonn,2\n4,,Oslo,3\n", {.missing = Missing::indicator});
  EXPECT_EQ(input_names(found.schema),
            (std::vector<std::string>{"a", "a is missing", "b", "b is missing", "city=Bonn", "city=Oslo"}));
  EXPECT_EQ(found.least, (std::vector<double>{-3, 0, 0, 0, 0, 0}));
  EXPECT_EQ(found.most, (std::vector<double>{4, 1, 0, 1, 1, 1}));
  EXPECT_EQ(found.total_weight, 3.0);
}

TEST_F(SurveyTest, MissingCellsAreErrorsUnlessAllowed) {
  EXPECT_EQ(
      error_of("a,temp,y\n1,2,3\n1,NA,3\n"),
      data_error(
          "train.csv:3:2: missing value in column \"temp\"; expected a number (or fit with `missing` mean|indicator)"));
  EXPECT_EQ(error_of("a,city,y\n1,Oslo,3\n1,,3\n"),
            data_error("train.csv:3:2: missing value in column \"city\"; expected a category (or fit with `missing` "
                       "mean|indicator)"));
  for (const Missing missing : {Missing::error, Missing::mean, Missing::indicator}) {
    EXPECT_EQ(error_of("a,y\n1,2\n1,nan\n", {.missing = missing}),
              data_error("train.csv:3:2: missing value in the target column \"y\"; expected a number"));
  }
}

TEST_F(SurveyTest, MissingMeanFillsTheMean) {
  const Survey found = survey_of("a,city,y\n1,Oslo,1\n,Bergen,2\n4,,3\n", {.missing = Missing::mean});
  EXPECT_EQ(input_names(found.schema), (std::vector<std::string>{"a", "city=Bergen", "city=Oslo"}));
  const double fill = found.schema.columns[0].fill;
  EXPECT_NEAR(fill, 2.5, 1e-5);
  for (std::size_t r = 0; r < 3; ++r) {
    const double target = found.pilot.targets[r];
    EXPECT_EQ(found.pilot.inputs(r, 0), target == 1 ? 1.0 : target == 2 ? fill : 4.0);
    EXPECT_EQ(found.pilot.inputs(r, 1) + found.pilot.inputs(r, 2), target == 3 ? 0.0 : 1.0);
  }
  EXPECT_NEAR(found.scaling.input_scales[0], std::sqrt(4.5 / 3), 1e-6);
  EXPECT_NEAR(found.scaling.input_means[2], 1.0 / 3, 1e-6);
}

TEST_F(SurveyTest, MissingIndicatorsAreInputs) {
  const Survey found =
      survey_of("a,b,city,y\n1,7,Oslo,1\n,8,Bergen,2\n4,9,,3\n5,9,Oslo,4\n", {.missing = Missing::indicator});
  EXPECT_EQ(input_names(found.schema),
            (std::vector<std::string>{"a", "a is missing", "b", "city=Bergen", "city=Oslo", "city is missing"}));
  for (std::size_t r = 0; r < 4; ++r) {
    EXPECT_EQ(found.pilot.inputs(r, 1), found.pilot.targets[r] == 2 ? 1.0 : 0.0);
    EXPECT_EQ(found.pilot.inputs(r, 5), found.pilot.targets[r] == 3 ? 1.0 : 0.0);
  }
  EXPECT_NEAR(found.scaling.input_means[1], 0.25, 1e-6);
  EXPECT_NEAR(found.schema.columns[0].fill, 10.0 / 3, 1e-5);
}

TEST_F(SurveyTest, ColumnsWithoutValuesAreConstant) {
  const Survey found = survey_of("a,b,y\n,1,1\n,2,2\n", {.missing = Missing::mean});
  EXPECT_EQ(found.schema.columns[0].fill, 0.0);
  EXPECT_EQ(found.scaling.input_means[0], 0.0);
  EXPECT_EQ(found.scaling.input_scales[0], 1.0);
  EXPECT_EQ(found.warnings, (std::vector<std::string>{"column \"a\" has no values"}));
  EXPECT_EQ(error_of("a,y\n,1\n,2\n", {.categorical = {"a"}, .missing = Missing::mean}),
            data_error("train.csv: no input columns with values are left"));
}

TEST_F(SurveyTest, ConstantsAreWarnings) {
  const Survey found = survey_of("a,b,c,y\n0.1,1,x,5\n0.1,2,x,5\n");
  EXPECT_EQ(found.warnings, (std::vector<std::string>{"column \"a\" is constant", "column \"c\" is constant",
                                                      "the target \"y\" is constant"}));
  EXPECT_TRUE(found.constant_target);
  EXPECT_EQ(found.scaling.input_means[0], 0.1);
  EXPECT_EQ(found.scaling.input_scales[0], 1.0);
  EXPECT_EQ(found.scaling.target_mean, 5.0);
  EXPECT_EQ(found.scaling.target_scale, 1.0);
}

TEST_F(SurveyTest, BadFilesAreErrors) {
  EXPECT_EQ(error_of(""), data_error("train.csv: is empty"));
  EXPECT_EQ(error_of("\n\r\n"), data_error("train.csv: is empty"));
  EXPECT_EQ(error_of("a,b,y\n"), data_error("train.csv: has a header but no data rows"));
  EXPECT_EQ(error_of("a,b,y\n1,2,3\n1,2\n"), data_error("train.csv:3: expected 3 fields, found 2"));
  EXPECT_EQ(error_of("a,b,y\n1,2,3,4\n"), data_error("train.csv:2: expected 3 fields, found 4"));
  EXPECT_EQ(error_of("a,y,a\n1,2,3\n"), data_error("train.csv:1:3: duplicate column name \"a\"; column 1 has it too"));
  EXPECT_EQ(
      error_of("1,2,1\n1,2,3\n", {.header = Header::yes}),
      data_error(
          "train.csv:1:3: duplicate column name \"1\"; column 1 has it too (is this a row of data, not a header?)"));
  EXPECT_EQ(error_of("a,b\xf8,y\n1,2,3\n"), data_error("train.csv:1:2: column name is not valid UTF-8: \"b?\""));
}

TEST_F(SurveyTest, IdentifiersAreNotCategories) {
  std::string text = "id,y\n";
  for (int i = 0; i < 1000; ++i) text += "k" + std::to_string(i) + ",1\n";
  EXPECT_EQ(survey_of(text).schema.columns[0].levels.size(), 1000U);
  EXPECT_EQ(error_of(text + "again,1\n"), data_error("train.csv:1002:1: column \"id\" has more than 1000 different "
                                                     "texts; it looks like an identifier (use `drop` id)"));
}

TEST_F(SurveyTest, LearnsFromTheRowsKept) {
  const Dataset all =
      open_dataset({directory_.write("train.csv", "a,city,y\n1,Oslo,1\n2,Bergen,2\n3,Oslo,3\n100,Rome,9\n")});
  const Survey found = survey(only_rows(all, [](std::size_t row) { return row != 3; }));
  EXPECT_EQ(found.num_rows, 3U);
  EXPECT_NEAR(found.scaling.input_means[0], 2.0, 1e-6);
  EXPECT_EQ(found.schema.columns[1].levels, (std::vector<std::string>{"Bergen", "Oslo"}));
  EXPECT_EQ(found.pilot.targets.size(), 3U);
  const Dataset none = only_rows(all, [](std::size_t) { return false; });
  EXPECT_EQ(thrown_by([&] { survey(none); }), data_error(all.paths[0] + ": no rows are left"));
}

TEST_F(SurveyTest, FiltersAddUp) {
  const Dataset all = open_dataset({directory_.write("train.csv", "a,y\n1,1\n2,2\n3,3\n")});
  const Dataset some =
      only_rows(only_rows(all, [](std::size_t row) { return row > 0; }), [](std::size_t row) { return row < 2; });
  const Survey found = survey(some);
  EXPECT_EQ(found.pilot.positions, (std::vector<std::size_t>{1}));
}

TEST_F(SurveyTest, FilesMustHaveTheSameColumns) {
  const std::string first = directory_.write("a.csv", "x,z,y\n1,2,3\n4,5,6\n");
  const auto error_with = [&](const std::string& text) {
    return without_directory(thrown_by([&] { survey(open_dataset({first, directory_.write("b.csv", text)})); }));
  };
  EXPECT_EQ(error_with("y,x,z\n3,1,2\n"), std::nullopt);
  EXPECT_EQ(error_with("x,y\n1,3\n"), data_error("b.csv: column \"z\" is missing; found: x, y"));
  EXPECT_EQ(error_with("1,2,3\n4,5,6\n"), data_error("b.csv: column \"x\" is missing; found: 1, 2, 3"));
  EXPECT_EQ(error_with("x,z,y,w\n1,2,3,4\n"), data_error("b.csv: column \"w\" is not in a.csv"));
}

TEST_F(SurveyTest, ReorderedFilesAreMatchedByName) {
  const std::string first = directory_.write("a.csv", "x,z,y\n1,2,3\n");
  const std::string second = directory_.write("b.csv", "y;x;z\n30;10;20\n");
  const Survey found = survey(open_dataset({first, second}));
  std::vector<double> sums = column(found.pilot.inputs, 0);
  EXPECT_EQ(sums[0] + sums[1], 11.0);
  EXPECT_EQ(found.pilot.targets[0] + found.pilot.targets[1], 33.0);
}

TEST_F(SurveyTest, FilesWithoutHeaderMustBeEquallyWide) {
  const std::string first = directory_.write("a.csv", "1,2,3\n4,5,6\n");
  const std::string second = directory_.write("b.csv", "1,2\n");
  EXPECT_EQ(thrown_by([&] {
              survey(open_dataset({first, second}));
            }),
            data_error(second + ": expected 3 columns as in " + first + ", found 2"));
}

TEST_F(SurveyTest, StopsWhenAsked) {
  std::string text = "a,y\n";
  for (int i = 0; i < 20'000; ++i) text += "1,2\n";
  const Dataset dataset = open_dataset({directory_.write("train.csv", text)});
  double done = 0;
  SurveyOptions options;
  options.progress = [&](const ProgressEvent& event) {
    done = event.done;
    return event.stage == "read" && event.done < 10'000;
  };
  EXPECT_THROW(survey(dataset, options), Interrupted);
  EXPECT_EQ(done, 16384.0);
}

}  // namespace
}  // namespace direct::survey_test
