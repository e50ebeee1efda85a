// SPDX-License-Identifier: MIT
#include <cmath>

#include <gtest/gtest.h>

#include <direct/data.h>

#include "data/test_files.h"

namespace direct::row_reader_test {
namespace {

using Targets = RowReader::Targets;

class RowReaderTest : public testing::Test {
 protected:
  Schema schema_of(const std::string& text, DataOptions options = {}) {
    return survey(open_dataset({directory_.write("train.csv", text)}, std::move(options))).schema;
  }
  // The new rows in one block; messages are without the directory.
  Rows read(const Schema& schema, const std::string& text, Targets targets = Targets::required,
            const DataOptions& options = {}) {
    RowReader reader(open_dataset({directory_.write("new.csv", text)}, options), schema, targets);
    Rows rows, none;
    EXPECT_TRUE(reader.next(rows));
    EXPECT_FALSE(reader.next(none));
    warnings_ = reader.warnings();
    unseen_levels_ = reader.unseen_levels();
    return rows;
  }
  std::optional<Thrown> error_of(const Schema& schema, const std::string& text, Targets targets = Targets::required) {
    auto thrown = thrown_by([&] { read(schema, text, targets); });
    if (thrown) thrown->message.erase(0, directory_.path("").size());
    return thrown;
  }
  std::vector<double> row(const Rows& rows, std::size_t i) const {
    std::vector<double> result;
    for (std::size_t j = 0; j < rows.inputs.cols(); ++j) result.push_back(rows.inputs(i, j));
    return result;
  }

  TestDirectory directory_;
  std::vector<std::string> warnings_;
  std::size_t unseen_levels_ = 0;
  const std::string training_ = "temp,city,y\n1,Oslo,10\n2,Bergen,20\n3,Oslo,30\n";
};

using Numbers = std::vector<double>;

TEST_F(RowReaderTest, EncodesRows) {
  const Rows rows = read(schema_of(training_), training_);
  EXPECT_EQ(row(rows, 0), (Numbers{1, 0, 1}));
  EXPECT_EQ(row(rows, 1), (Numbers{2, 1, 0}));
  EXPECT_EQ(rows.targets, (Numbers{10, 20, 30}));
  EXPECT_EQ(rows.positions, (std::vector<std::size_t>{0, 1, 2}));
}

TEST_F(RowReaderTest, MatchesByName) {
  const Schema schema = schema_of(training_);
  const Rows rows = read(schema, "city;extra;y;temp\n Oslo ;7;1;5\n");
  EXPECT_EQ(row(rows, 0), (Numbers{5, 0, 1}));
  EXPECT_EQ(warnings_, (std::vector<std::string>{directory_.path("new.csv") + ": column \"extra\" is not used"}));
  const Rows without = read(schema, "city,temp\nOslo,5\n", Targets::ignored);
  EXPECT_EQ(row(without, 0), (Numbers{5, 0, 1}));
  EXPECT_TRUE(without.targets.empty());
  EXPECT_TRUE(warnings_.empty());
  EXPECT_TRUE(read(schema, "city,y,temp\nOslo,not read,5\n", Targets::ignored).targets.empty());
  EXPECT_TRUE(warnings_.empty());
}

TEST_F(RowReaderTest, DroppedColumnsMayComeOrNot) {
  const Schema schema = schema_of("id,a,y\nq,1,2\nr,3,4\n", {.drop = {"id"}});
  EXPECT_EQ(row(read(schema, "id,a,y\nz,7,2\n"), 0), (Numbers{7}));
  EXPECT_EQ(row(read(schema, "a,y\n7,2\n"), 0), (Numbers{7}));
  EXPECT_TRUE(warnings_.empty());
}

TEST_F(RowReaderTest, MissingColumnsAreErrors) {
  const Schema schema = schema_of(training_);
  EXPECT_EQ(error_of(schema, "city,y\nOslo,1\n"), data_error("new.csv: column \"temp\" is missing; found: city, y"));
  EXPECT_EQ(error_of(schema, "temp,city\n1,Oslo\n"), data_error("new.csv: column \"y\" is missing; found: temp, city"));
  EXPECT_EQ(error_of(schema, "1,Oslo,3\n2,Oslo,4\n"),
            data_error("new.csv: expected a header with the columns temp, city; found: 1, Oslo, 3"));
}

TEST_F(RowReaderTest, MatchesByPositionWithoutHeader) {
  const Schema schema = schema_of("1,10,2\n2,20,3\n", {.target = "1"});
  EXPECT_EQ(row(read(schema, "5,50,6\n"), 0), (Numbers{5, 6}));
  EXPECT_EQ(read(schema, "5,50,6\n").targets, (Numbers{50}));
  EXPECT_EQ(row(read(schema, "5,6\n", Targets::ignored), 0), (Numbers{5, 6}));
  EXPECT_EQ(row(read(schema, "5,50,6\n", Targets::ignored), 0), (Numbers{5, 6}));
  EXPECT_EQ(error_of(schema, "5,6\n"), data_error("new.csv: expected 3 columns, found 2"));
  EXPECT_EQ(error_of(schema, "5\n", Targets::ignored),
            data_error("new.csv: expected 3 columns (or 2 without the target), found 1"));
}

TEST_F(RowReaderTest, TheUserMayOverruleTheHeader) {
  const Schema named = schema_of("a,b,y\n1,2,3\n4,5,6\n");
  EXPECT_EQ(row(read(named, "7,8,9\n", Targets::required, {.header = Header::no}), 0), (Numbers{7, 8}));
  const Schema nameless = schema_of("1,2,3\n4,5,6\n");
  EXPECT_EQ(row(read(nameless, "a,b,y\n7,8,9\n", Targets::required, {.header = Header::yes}), 0), (Numbers{7, 8}));
}

TEST_F(RowReaderTest, UnseenLevelsAreErrorsUnlessIgnored) {
  EXPECT_EQ(
      error_of(schema_of(training_), "temp,city,y\n1,Oslo,1\n\n2,Rome,2\n"),
      data_error("new.csv:4:2: unseen level \"Rome\" in column \"city\"; expected one of: Bergen, Oslo (or fit with "
                 "`unseen` ignore)"));
  const Rows rows = read(schema_of(training_, {.unseen = Unseen::ignore}), "temp,city,y\n1,Rome,1\n2,Oslo,2\n3,5,3\n");
  EXPECT_EQ(row(rows, 0), (Numbers{1, 0, 0}));
  EXPECT_EQ(row(rows, 1), (Numbers{2, 0, 1}));
  EXPECT_EQ(unseen_levels_, 2U);
}

TEST_F(RowReaderTest, BadCellsAreErrorsWithTheirPlace) {
  const Schema schema = schema_of(training_);
  EXPECT_EQ(error_of(schema, "city,y,temp\nOslo,1,abc\n"),
            data_error("new.csv:2:3: expected a number in column \"temp\", found \"abc\""));
  EXPECT_EQ(error_of(schema, "temp,city,y\n-inf,Oslo,1\n"),
            data_error("new.csv:2:1: expected a finite number in column \"temp\", found \"-inf\""));
  EXPECT_EQ(
      error_of(schema, "temp,city,y\n,Oslo,1\n"),
      data_error(
          "new.csv:2:1: missing value in column \"temp\"; expected a number (or fit with `missing` mean|indicator)"));
  EXPECT_EQ(
      error_of(schema, "temp,city,y\n1,NA,1\n"),
      data_error(
          "new.csv:2:2: missing value in column \"city\"; expected a category (or fit with `missing` mean|indicator)"));
  EXPECT_EQ(error_of(schema, "temp,city,y\n1,Oslo,\n"),
            data_error("new.csv:2:3: missing value in the target column \"y\"; expected a number"));
  EXPECT_EQ(error_of(schema, "temp,city,y\n1,Oslo,x\n"),
            data_error("new.csv:2:3: expected a number in column \"y\", found \"x\""));
  EXPECT_EQ(error_of(schema, "temp,city,y\n1,Oslo\n"), data_error("new.csv:2: expected 3 fields, found 2"));
}

TEST_F(RowReaderTest, FilesWithoutRowsAreErrors) {
  EXPECT_EQ(error_of(schema_of(training_), ""), data_error("new.csv: is empty"));
  EXPECT_EQ(error_of(schema_of(training_), "temp,city,y\n"), data_error("new.csv: has a header but no data rows"));
}

TEST_F(RowReaderTest, MissingValuesAreFilled) {
  const std::string training = "a,b,city,y\n1,5,Oslo,1\n,7,,2\n3,6,Rome,3\n";
  const Schema mean = schema_of(training, {.missing = Missing::mean});
  EXPECT_EQ(row(read(mean, "a,b,city,y\nNA,NA,NA,1\n"), 0),
            (Numbers{mean.columns[0].fill, mean.columns[1].fill, 0, 0}));
  EXPECT_NEAR(mean.columns[1].fill, 6.0, 1e-5);  // nothing was missing in training
  const Schema indicator = schema_of(training, {.missing = Missing::indicator});
  EXPECT_EQ(row(read(indicator, "a,b,city,y\nNA,NA,NA,1\n"), 0),
            (Numbers{indicator.columns[0].fill, 1, indicator.columns[1].fill, 0, 0, 1}));
  EXPECT_EQ(row(read(indicator, "a,b,city,y\n1,2,Rome,1\n"), 0), (Numbers{1, 0, 2, 0, 1, 0}));
}

TEST_F(RowReaderTest, BlocksAreFullButTheLast) {
  std::string text = "a,b,y\n";
  for (int i = 0; i < 10; ++i)
    text += std::to_string(i) + "," + std::to_string(-i) + "," + std::to_string(100 + i) + "\n";
  const std::string path = directory_.write("a.csv", text);
  const Dataset twice = open_dataset({path, path});
  const Dataset odd = only_rows(twice, [](std::size_t row) { return row % 2 == 1; });
  RowReader reader(odd, survey(twice).schema, Targets::required, 4);
  std::vector<std::size_t> sizes, positions;
  Rows rows;
  while (reader.next(rows)) {
    sizes.push_back(rows.inputs.rows());
    positions.insert(positions.end(), rows.positions.begin(), rows.positions.end());
    for (std::size_t i = 0; i < rows.positions.size(); ++i) {
      const auto value = static_cast<double>(rows.positions[i] % 10);
      EXPECT_EQ(row(rows, i), (Numbers{value, -value}));
      EXPECT_EQ(rows.targets[i], 100 + value);
    }
  }
  EXPECT_EQ(sizes, (std::vector<std::size_t>{4, 4, 2}));
  EXPECT_EQ(positions, (std::vector<std::size_t>{1, 3, 5, 7, 9, 11, 13, 15, 17, 19}));
}

TEST_F(RowReaderTest, SeesWhatTheSurveySees) {
  const Dataset dataset = open_dataset({directory_.write("train.csv", training_)});
  const Survey found = survey(dataset);
  RowReader reader(dataset, found.schema, Targets::required);
  Rows rows;
  ASSERT_TRUE(reader.next(rows));
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(row(found.pilot, i), row(rows, found.pilot.positions[i]));
}

TEST(Scaling, StandardisesToMeanZeroAndDeviationOne) {
  const Scaling scaling{.input_means = {2, 0}, .input_scales = {4, 1}, .target_mean = 1, .target_scale = 2};
  Matrix inputs(1, 2);
  inputs(0, 0) = 10;
  inputs(0, 1) = 1e300;
  standardise_inputs(scaling, inputs);
  EXPECT_EQ(inputs(0, 0), 2.0);
  EXPECT_EQ(inputs(0, 1), 1e300);  // nothing to scale: left as it is
  std::vector<double> targets{5};
  standardise_targets(scaling, targets);
  EXPECT_EQ(targets[0], 2.0);
}

TEST(Scaling, NeverOverflows) {
  constexpr double largest = std::numeric_limits<double>::max();
  Scaling scaling{.input_means = {-largest / 2}, .input_scales = {1e-300}};
  Matrix inputs(1, 1, largest);
  standardise_inputs(scaling, inputs);
  EXPECT_EQ(inputs(0, 0), 0x1p20);
  scaling.input_scales = {largest / 4};
  inputs(0, 0) = largest;
  standardise_inputs(scaling, inputs);
  EXPECT_NEAR(inputs(0, 0), 6.0, 1e-12);
}

TEST(Scaling, IdentityChangesNothing) {
  const Scaling identity = identity_scaling(2);
  Matrix inputs(3, 2, 0.1);
  const Matrix before = inputs;
  standardise_inputs(identity, inputs);
  EXPECT_EQ(inputs, before);
}

}  // namespace
}  // namespace direct::row_reader_test
