// SPDX-License-Identifier: MIT
// Rows in memory are the rows of a file with the same values, whichever way they lie there and whoever owns them.
#include <direct/table.h>

#include <array>
#include <limits>

#include <gtest/gtest.h>

#include "data/generated_tables.h"
#include "data/row_pass.h"
#include "data/surveyor.h"
#include "data/surveys.h"
#include "data/test_files.h"

namespace direct::table_test {
namespace {

using Targets = RowReader::Targets;
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

struct AllBlocks {
  std::vector<double> inputs, targets, weights, exposures;
  std::vector<std::size_t> positions;
  std::vector<std::string> warnings;
  bool operator==(const AllBlocks&) const = default;
};

void append(std::vector<double>& all, const std::vector<double>& more) {
  all.insert(all.end(), more.begin(), more.end());
}

AllBlocks blocks_of(const Dataset& dataset, const Schema& schema, std::size_t chunk_bytes = default_chunk_bytes,
                    Targets targets = Targets::required) {
  AllBlocks all;
  const auto use = [&](const Rows& rows) {
    for (std::size_t i = 0; i < rows.inputs.rows(); ++i)
      for (std::size_t j = 0; j < rows.inputs.cols(); ++j) all.inputs.push_back(rows.inputs(i, j));
    append(all.targets, rows.targets);
    append(all.weights, rows.weights);
    append(all.exposures, rows.exposures);
    all.positions.insert(all.positions.end(), rows.positions.begin(), rows.positions.end());
  };
  all.warnings = for_each_block(dataset, schema, targets, {}, use, chunk_bytes).warnings;
  return all;
}

void expect_same_schema(const Schema& a, const Schema& b) {
  EXPECT_EQ(a.has_header, b.has_header);
  EXPECT_EQ(a.num_file_columns, b.num_file_columns);
  EXPECT_EQ(a.target_name, b.target_name);
  EXPECT_EQ(a.target_position, b.target_position);
  EXPECT_EQ(a.weight_name, b.weight_name);
  EXPECT_EQ(a.weight_position, b.weight_position);
  EXPECT_EQ(a.exposure_name, b.exposure_name);
  EXPECT_EQ(a.exposure_position, b.exposure_position);
  EXPECT_EQ(a.dropped, b.dropped);
}

void expect_same_survey(const Survey& a, const Survey& b) {
  expect_same_contents(a, b);
  expect_same_schema(a.schema, b.schema);
  EXPECT_EQ(a.num_rows, b.num_rows);
  EXPECT_EQ(a.pilot.positions, b.pilot.positions);
}

// Of all rows, of some, and on any cut.
void expect_same_rows(const Dataset& table, const Dataset& file, Likelihood likelihood) {
  const SurveyOptions options{.max_pilot_rows = 10, .likelihood = likelihood};
  const Survey expected = survey(file, options);
  expect_same_survey(survey(table, options), expected);
  const AllBlocks rows = blocks_of(file, expected.schema);
  for (const std::size_t chunk_bytes : {100U, 3000U}) {
    Surveyor surveyor(table, options, chunk_bytes);
    surveyor.read();
    expect_same_survey(surveyor.finish(), expected);
    EXPECT_EQ(blocks_of(table, expected.schema, chunk_bytes), rows);
  }
  const auto few = [](std::size_t row) { return row % 5 != 2; };
  EXPECT_EQ(blocks_of(only_rows(table, few), expected.schema), blocks_of(only_rows(file, few), expected.schema));
}

void check_generated(Any& any, bool with_names) {
  const TestDirectory directory;
  const std::vector<std::string> likelihoods{"gaussian", "bernoulli", "poisson", "gamma"};
  const GeneratedTable any_table = generated_table(any, any.element_of(likelihoods), with_names);
  const std::string path = directory.write("d.csv", any_table.csv);
  const Dataset file = open_dataset({path}, any_table.options);
  expect_same_rows(any_table.table, file, any_table.likelihood);
  expect_same_rows(read_csv(path, any_table.options), file, any_table.likelihood);
}

PROPERTY(Table, IsTheFileWithItsValues, (Any & any)) { check_generated(any, true); }
PROPERTY(Table, WithoutNamesIsTheFileWithoutHeader, (Any & any)) { check_generated(any, false); }

// Numbers that texts may change.
TEST(Table, KeepsEveryNumber) {
  using Limits = std::numeric_limits<double>;
  const std::vector<double> extremes{-0.0, Limits::max(), Limits::lowest(), Limits::denorm_min(),
                                     0.1,  1e22,          123456789.0};
  CsvColumns csv;
  csv.add("a", extremes);
  csv.add("y", extremes);
  const TestDirectory directory;
  const Dataset file = open_dataset({directory.write("d.csv", csv.text(true))});
  const Table table{.target = extremes, .columns = {{"a", extremes}}, .options = {.target = "y"}};
  expect_same_rows(table, file, {});
}

TEST(Table, NumbersMayBeCategoriesAndClasses) {
  const std::vector<double> codes{100000, 7, 0.5, 7, nan}, classes{1, 0, 1, 1, 0};
  CsvColumns csv;
  csv.add("a", codes);
  csv.add("y", classes);
  const TestDirectory directory;
  const DataOptions options{.target = "y", .categorical = {"a"}, .missing = Missing::indicator};
  const Dataset file = open_dataset({directory.write("d.csv", csv.text(true))}, options);
  const Table table{.target = classes, .columns = {{"a", codes}}, .options = options};
  expect_same_rows(table, file, Likelihood("bernoulli"));
  EXPECT_EQ(survey(table).schema.columns[0].levels, (std::vector<std::string>{"0.5", "100000", "7"}));
}

TEST(Table, DropsAndNamesColumns) {
  const Matrix inputs(3, 2, 1.5);
  const Table table{.inputs = inputs,
                    .names = {"a", "b"},
                    .columns = {{"t", std::vector<double>{1, 2, 4}}, {"id", std::vector<std::string>{"p", "q", "r"}}},
                    .options = {.target = "t", .drop = {"b", "id"}}};
  const Schema schema = survey(table).schema;
  EXPECT_EQ(input_names(schema), std::vector<std::string>{"a"});
  EXPECT_EQ(schema.target_position, 2U);
  EXPECT_EQ(schema.dropped, (std::vector<std::string>{"b", "id"}));
}

// Element (i, j) of all is 10 i + j.
TEST(Table, TakesRowsThatLieInAnyWay) {
  constexpr std::array<double, 6> by_rows{0, 1, 10, 11, 20, 21}, by_columns{0, 10, 20, 1, 11, 21};
  constexpr std::array<double, 6> backwards{21, 20, 11, 10, 1, 0};
  const std::vector<double> target{1, 2, 4};
  const auto inputs_of = [&](const MatrixRef& inputs) {
    const Table table{.inputs = inputs, .target = target};
    return blocks_of(table, survey(table).schema).inputs;
  };
  const std::vector<double> expected(by_rows.begin(), by_rows.end());
  EXPECT_EQ(inputs_of({by_rows.data(), 3, 2, 2, 1}), expected);
  EXPECT_EQ(inputs_of({by_columns.data(), 3, 2, 1, 3}), expected);
  EXPECT_EQ(inputs_of({backwards.data() + 5, 3, 2, -2, -1}), expected);
  const Table every_second{.inputs = {by_rows.data(), 3, 2, 2, 1}, .target = {by_columns.data(), 3, 2}};
  EXPECT_EQ(blocks_of(every_second, survey(every_second).schema).targets, (std::vector<double>{0, 20, 11}));
}

// AddressSanitizer tells if something dangles.
TEST(Table, OwnsWhatIsMovedIn) {
  const auto made = [] {
    return Table{.inputs = Matrix(40, 2, 1.0),
                 .target = std::vector<double>(40, 2.0),
                 .weights = std::vector<double>(40, 1.0),
                 .columns = {{"a", std::vector<std::string>(40, "a text that is too long for its string to hold")},
                             {"b", {{"u", "v"}, std::vector<std::int32_t>(40, 1)}}}};
  };
  const Dataset dataset = made();
  const Dataset copy = dataset;
  const Survey found = survey(copy);
  EXPECT_EQ(found.num_rows, 40U);
  EXPECT_EQ(found.schema.columns.back().levels, std::vector<std::string>{"v"});
  EXPECT_EQ(blocks_of(dataset, found.schema).targets, std::vector<double>(40, 2.0));
}

TEST(Table, RefersToWhatIsNot) {
  Matrix inputs(3, 1, 1.0);
  std::vector<double> target{1, 2, 4};
  const Table table{.inputs = inputs, .target = target};
  inputs(2, 0) = 5.0;
  target[0] = 9.0;
  const AllBlocks rows = blocks_of(table, survey(table).schema);
  EXPECT_EQ(rows.inputs, (std::vector<double>{1, 1, 5}));
  EXPECT_EQ(rows.targets, (std::vector<double>{9, 2, 4}));
}

// Later tables and files.
TEST(Table, ColumnsAreFoundByName) {
  const std::vector<double> a{1, 2, 3}, b{4, 5, 7}, y{0, 1, 5};
  const Table train{.target = y, .columns = {{"a", a}, {"b", b}}};
  const Schema schema = survey(train).schema;
  EXPECT_EQ(schema.target_name, "target");
  const std::vector<double> expected{1, 4, 2, 5, 3, 7};
  const Table other{.columns = {{"b", b}, {"c", y}, {"a", a}}};
  const AllBlocks found = blocks_of(other, schema, default_chunk_bytes, Targets::ignored);
  EXPECT_EQ(found.inputs, expected);
  EXPECT_EQ(found.warnings, std::vector<std::string>{"table: column \"c\" is not used"});
  const TestDirectory directory;
  const Dataset file = open_dataset({directory.write("d.csv", "b,a\n4,1\n5,2\n7,3\n")});
  EXPECT_EQ(blocks_of(file, schema, default_chunk_bytes, Targets::ignored).inputs, expected);
  EXPECT_EQ(thrown_by([&] { blocks_of(other, schema); }),
            data_error("table: column \"target\" is missing; found: b, c, a"));
  const Table missing{.columns = {{"a", a}}};
  EXPECT_EQ(thrown_by([&] { blocks_of(missing, schema, default_chunk_bytes, Targets::ignored); }),
            data_error("table: column \"b\" is missing; found: a"));
}

// What a table says of its target, weights and exposures needs no name.
TEST(Table, WithoutNamesColumnsAreFoundByOrder) {
  const std::vector<double> y{0, 1, 5}, weights{1, 2, 0};
  Matrix inputs(3, 2, 1.0);
  inputs(1, 0) = 4.0;
  const TestDirectory directory;
  const DataOptions options{.target = "y", .weight = "w"};
  const Schema schema = survey(open_dataset({directory.write("d.csv", "y,a,w,b\n1,2,3,4\n2,3,4,5\n")}, options)).schema;
  const std::vector<double> expected{1, 1, 4, 1, 1, 1};
  const auto found = [&](const Table& table, Targets targets) {
    return blocks_of(table, schema, default_chunk_bytes, targets);
  };
  EXPECT_EQ(found({.inputs = inputs}, Targets::ignored).inputs, expected);
  EXPECT_EQ(found({.inputs = inputs, .target = y}, Targets::ignored).inputs, expected);
  const AllBlocks all = found({.inputs = inputs, .target = y, .weights = weights}, Targets::required);
  EXPECT_EQ(all.inputs, expected);
  EXPECT_EQ(all.targets, y);
  EXPECT_EQ(all.weights, weights);
  EXPECT_EQ(thrown_by([&] { found({.inputs = inputs}, Targets::required); }), data_error("table: has no target"));
  EXPECT_EQ(thrown_by([&] { found({.inputs = inputs, .target = y}, Targets::required); }),
            data_error("table: has no weights"));
  EXPECT_EQ(thrown_by([&] { found({.inputs = Matrix(3, 3), .target = y}, Targets::ignored); }),
            data_error("table: expected 2 input columns, found 3"));
  RowReader reader(Table{.inputs = inputs, .target = y}, schema, Targets::required);
  Rows rows;
  EXPECT_TRUE(reader.next(rows));
  EXPECT_TRUE(rows.weights.empty());
}

Thrown survey_error(const Table& table, const std::string& likelihood = "gaussian") {
  const auto thrown = thrown_by([&] { survey(table, {.likelihood = Likelihood(likelihood)}); });
  return thrown.value_or(data_error("nothing"));
}

TEST(Table, MustFitTogether) {
  const Matrix inputs(3, 2, 1.0);
  const std::vector<double> y{0, 1, 5};
  EXPECT_EQ(survey_error({}), data_error("table: has no rows"));
  EXPECT_EQ(survey_error({.inputs = Matrix(0, 2)}), data_error("table: has no rows"));
  EXPECT_EQ(survey_error({.inputs = inputs, .target = std::vector<double>(2, 1.0)}),
            data_error("table: expected 3 rows in column \"2\" as in column \"0\", found 2"));
  EXPECT_EQ(survey_error({.inputs = inputs, .target = y, .names = {"a"}}),
            data_error("table: expected 2 names of inputs, found 1"));
  EXPECT_EQ(survey_error({.inputs = inputs, .target = y, .names = {"a", "target"}}),
            data_error("table: duplicate column name \"target\""));
  EXPECT_EQ(survey_error({.inputs = inputs, .target = y, .names = {"a", "\xff"}}),
            data_error("table: column name is not valid UTF-8: \"?\""));
  EXPECT_EQ(survey_error({.inputs = inputs}),
            usage_error("the table has no target; give it one, or name a column by `target`"));
  EXPECT_EQ(survey_error({.inputs = inputs, .target = y, .options = {.drop = {"z"}}}).kind, ErrorKind::usage);
}

// Rows count from 0.
TEST(Table, ErrorsNameTheRow) {
  Matrix inputs(30, 1, 1.0);
  inputs(17, 0) = HUGE_VAL;
  const std::vector<double> y(30, 1.0);
  EXPECT_EQ(survey_error({.inputs = inputs, .target = y, .names = {"x"}}),
            data_error("table, row 17: expected a finite number in column \"x\", found \"inf\""
                       " (or use `categorical` x)"));
  inputs(17, 0) = nan;
  EXPECT_EQ(survey_error({.inputs = inputs, .target = y, .names = {"x"}}).message,
            "table, row 17: missing value in column \"x\"; expected a number (or fit with `missing` mean|indicator)");
  inputs(17, 0) = 1.0;
  std::vector<double> weights(30, 1.0);
  weights[3] = -0.5;
  EXPECT_EQ(survey_error({.inputs = inputs, .target = y, .weights = weights, .options = {.weight = "w"}}),
            data_error("table, row 3: expected a weight of 0 or more in column \"w\", found \"-0.5\""));
  EXPECT_EQ(survey_error({.inputs = inputs, .target = std::vector<std::string>(30, "no")}),
            data_error("table, row 0: expected a number in column \"1\", found \"no\""));
  EXPECT_EQ(
      survey_error({.inputs = inputs, .target = std::vector<double>(30, 1.5)}, "poisson"),
      data_error("table, row 0: expected a count (a whole number from 0 to 2^53) in column \"1\", found \"1.5\""));
  std::vector<std::int32_t> codes(30, 0);
  codes[29] = 2;
  const Table bad_code{.target = y, .columns = {{"city", {{"Oslo", "Rome"}, codes}}}};
  EXPECT_EQ(survey_error(bad_code),
            data_error("table, row 29: expected the code of a level, or -1, in column \"city\", found 2"));
}

}  // namespace
}  // namespace direct::table_test
