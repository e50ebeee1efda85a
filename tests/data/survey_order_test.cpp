// SPDX-License-Identifier: MIT
// A survey depends on what the rows are: not on their order, their files, how these are packed, or their units.
#include <algorithm>
#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include <direct/data.h>

#include "data/surveys.h"
#include "data/test_files.h"
#include "oracle/property.h"

namespace direct::survey_order_test {
namespace {

const std::string header = "a,b,city,y\n";

struct Row {
  std::optional<double> a, b;  // empty: missing
  std::string city;
  double y = 0.0;
};

std::string number(const std::optional<double>& value) {
  char text[40];
  if (!value) return "NA";
  std::snprintf(text, sizeof text, "%.17g", *value);
  return text;
}

std::string text_of(const std::vector<Row>& rows, double unit = 1.0) {
  std::string text = header;
  for (const Row& row : rows) {
    const auto a = row.a ? std::optional(*row.a * unit) : std::nullopt;
    text += number(a) + "," + number(row.b) + "," + row.city + "," + number(row.y * unit) + "\n";
  }
  return text;
}

std::vector<Row> random_rows(std::size_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<double> normal;
  std::vector<Row> rows(count);
  const std::vector<std::string> cities{"Oslo", "Bergen", "Rome", "?"};
  for (Row& row : rows) {
    if (random() % 10 != 0) row.a = 1e3 + normal(random);
    if (random() % 10 != 0) row.b = std::ldexp(1.0, static_cast<int>(random() % 4));  // hashes tie
    row.city = cities[random() % cities.size()];
    row.y = normal(random);
    if (random() % 5 == 0) row = rows[0];  // equal rows
  }
  return rows;
}

// All but the positions of the pilot rows.
void expect_same(const Survey& a, const Survey& b) {
  expect_same_contents(a, b);
  EXPECT_EQ(a.num_rows, b.num_rows);
}

class SurveyOrder : public testing::TestWithParam<Missing> {
 protected:
  Survey survey_of(const std::vector<std::string>& texts, std::size_t max_pilot_rows = 20, std::uint64_t seed = 7) {
    std::vector<std::string> paths;
    for (const std::string& text : texts) paths.push_back(directory_.write(std::to_string(paths.size()), text));
    return survey(open_dataset(paths, {.missing = GetParam()}), {.seed = seed, .max_pilot_rows = max_pilot_rows});
  }
  TestDirectory directory_;
};

INSTANTIATE_TEST_SUITE_P(Missing, SurveyOrder, testing::Values(Missing::mean, Missing::indicator));

TEST_P(SurveyOrder, RowsMayBeShuffled) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    std::vector<Row> rows = random_rows(50 + 20 * seed, seed);
    const Survey expected = survey_of({text_of(rows)});
    EXPECT_EQ(expected.pilot.targets.size(), 20U);
    std::shuffle(rows.begin(), rows.end(), std::mt19937(seed));
    expect_same(survey_of({text_of(rows)}), expected);
  }
}

TEST_P(SurveyOrder, RowsMayBeSplitIntoFiles) {
  const std::vector<Row> rows = random_rows(200, 1);
  const Survey expected = survey_of({text_of(rows)});
  for (const std::ptrdiff_t cut : {1, 77, 199}) {
    const std::vector<Row> first(rows.begin(), rows.begin() + cut), second(rows.begin() + cut, rows.end());
    const Survey split = survey_of({text_of(first), text_of(second)});
    expect_same(split, expected);
    EXPECT_EQ(split.pilot.positions, expected.pilot.positions);
    expect_same(survey_of({text_of(second), text_of(first)}), expected);
  }
}

TEST_P(SurveyOrder, FilesMayBeCompressed) {
  const std::string text = text_of(random_rows(200, 2));
  expect_same(survey_of({gzip(text)}), survey_of({text}));
  expect_same(survey_of({zstd(text)}), survey_of({text}));
  expect_same(survey_of({gzip(text.substr(0, 500)) + gzip(text.substr(500))}), survey_of({text}));
}

TEST_P(SurveyOrder, UnitsMayChangeByAPowerOfTwo) {
  const std::vector<Row> rows = random_rows(300, 3);
  const Survey before = survey_of({text_of(rows)});
  for (const double unit : {0x1p10, 0x1p-30, 0x1p200}) {
    const Survey after = survey_of({text_of(rows, unit)});
    EXPECT_EQ(after.scaling.input_means[0], unit * before.scaling.input_means[0]);
    EXPECT_EQ(after.scaling.input_scales[0], unit * before.scaling.input_scales[0]);
    EXPECT_EQ(after.scaling.target_mean, unit * before.scaling.target_mean);
    EXPECT_EQ(after.scaling.target_scale, unit * before.scaling.target_scale);
    EXPECT_EQ(after.schema.columns[0].fill, unit * before.schema.columns[0].fill);
    EXPECT_EQ(after.pilot.positions, before.pilot.positions);
    Matrix standardised = after.pilot.inputs, expected = before.pilot.inputs;
    standardise_inputs(after.scaling, standardised);
    standardise_inputs(before.scaling, expected);
    EXPECT_EQ(standardised, expected);
    std::vector<double> targets = after.pilot.targets, expected_targets = before.pilot.targets;
    standardise_targets(after.scaling, targets);
    standardise_targets(before.scaling, expected_targets);
    EXPECT_EQ(targets, expected_targets);
  }
}

TEST_P(SurveyOrder, SeedsChooseOtherPilots) {
  const std::string text = text_of(random_rows(300, 4));
  EXPECT_NE(survey_of({text}, 20, 1).pilot.positions, survey_of({text}, 20, 2).pilot.positions);
}

TEST_P(SurveyOrder, CopiesOfARowHaveOnePlace) {
  std::vector<Row> rows = random_rows(10, 5);
  for (Row& row : rows) row.a = static_cast<double>(&row - rows.data());  // all different
  std::vector<Row> many;
  for (int i = 0; i < 100; ++i) many.insert(many.end(), rows.begin(), rows.end());
  const Survey found = survey_of({text_of(many)}, 20);
  std::vector<double> a(found.pilot.inputs.column(0).begin(), found.pilot.inputs.column(0).end());
  std::sort(a.begin(), a.end());
  ASSERT_EQ(a.size(), 10U);
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_EQ(a[i], static_cast<double>(i));
  std::shuffle(many.begin(), many.end(), std::mt19937(1));
  expect_same(survey_of({text_of(many)}, 20), found);
}

TEST_P(SurveyOrder, PilotsMayBeEmpty) {
  EXPECT_EQ(survey_of({text_of(random_rows(30, 6))}, 0).pilot.targets.size(), 0U);
}

TEST(Pilot, IsAFairSample) {
  const TestDirectory directory;
  std::string text = "a,y\n";
  for (int i = 1; i <= 20'000; ++i) text += std::to_string(i) + "," + std::to_string(i % 7) + "\n";
  const Survey found = survey(open_dataset({directory.write("a.csv", text)}));
  double sum = 0;
  for (const double value : found.pilot.inputs.column(0)) sum += value;
  EXPECT_EQ(found.pilot.targets.size(), 1000U);
  EXPECT_NEAR(sum / 1000, 10'000, 4 * 20'000 / std::sqrt(12 * 1000.0));
}

PROPERTY(SurveyProperty, DoesNotDependOnOrder, (unsigned seed, bool split, Any& any)) {
  const TestDirectory directory;
  std::vector<Row> rows = random_rows(any.in_range<std::size_t>(2, 60), seed);
  const DataOptions options{.categorical = {"city"}, .missing = Missing::indicator};
  const SurveyOptions few{.seed = seed, .max_pilot_rows = 10};
  const Survey expected = survey(open_dataset({directory.write("a", text_of(rows))}, options), few);
  std::shuffle(rows.begin(), rows.end(), std::mt19937(seed + 1));
  const std::ptrdiff_t cut = split ? any.in_range<std::ptrdiff_t>(1, static_cast<std::ptrdiff_t>(rows.size())) : 0;
  std::vector<std::string> paths;
  if (split) paths.push_back(directory.write("b", text_of({rows.begin(), rows.begin() + cut})));
  paths.push_back(directory.write("c", text_of({rows.begin() + cut, rows.end()})));
  const Survey found = survey(open_dataset(paths, options), few);
  ASSERT_TRUE(found.scaling.input_means == expected.scaling.input_means);
  ASSERT_TRUE(found.scaling.input_scales == expected.scaling.input_scales);
  ASSERT_TRUE(input_names(found.schema) == input_names(expected.schema));
  ASSERT_TRUE(found.pilot.inputs == expected.pilot.inputs);
  ASSERT_TRUE(found.pilot.targets == expected.pilot.targets);
}

}  // namespace
}  // namespace direct::survey_order_test
