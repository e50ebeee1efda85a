// SPDX-License-Identifier: MIT
// Targets that are classes, counts or positive numbers: what a survey learns of them and how a reader encodes them.
#include <algorithm>
#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include <direct/data.h>

#include "data/surveys.h"
#include "data/test_files.h"

namespace direct::likelihood_test {
namespace {

using Targets = RowReader::Targets;
using Numbers = std::vector<double>;
using Texts = std::vector<std::string>;

class LikelihoodTest : public testing::Test {
 protected:
  Survey survey_of(Likelihood likelihood, const std::string& text, DataOptions options = {}) const {
    return survey(open_dataset({directory_.write("train.csv", text)}, std::move(options)), {.likelihood = likelihood});
  }
  std::optional<Thrown> error_of(Likelihood likelihood, const std::string& text,
                                 const DataOptions& options = {}) const {
    return without_directory(thrown_by([&] { survey_of(likelihood, text, options); }));
  }
  Rows read(const Schema& schema, const std::string& text, Targets targets = Targets::required) const {
    RowReader reader(open_dataset({directory_.write("new.csv", text)}), schema, targets);
    Rows rows;
    reader.next(rows);
    return rows;
  }
  std::optional<Thrown> read_error(const Schema& schema, const std::string& text,
                                   Targets targets = Targets::required) const {
    return without_directory(thrown_by([&] { read(schema, text, targets); }));
  }
  std::optional<Thrown> without_directory(std::optional<Thrown> thrown) const {
    if (thrown && thrown->kind == ErrorKind::data) thrown->message.erase(0, directory_.path("").size());
    return thrown;
  }
  TestDirectory directory_;
};

class ClassesTest : public LikelihoodTest {};
class CountsTest : public LikelihoodTest {};

TEST_F(ClassesTest, AreAnyTwoTexts) {
  const auto classes = [&](const std::string& one, const std::string& other) {
    return survey_of(Likelihood("bernoulli"), "a,y\n1," + one + "\n2," + other + "\n3," + one + "\n").schema.classes;
  };
  EXPECT_EQ(classes("1", "0"), (Texts{"0", "1"}));
  EXPECT_EQ(classes("1", "-1"), (Texts{"-1", "1"}));
  EXPECT_EQ(classes("10", "9"), (Texts{"9", "10"}));
  EXPECT_EQ(classes("Yes", "no"), (Texts{"no", "Yes"}));
  EXPECT_EQ(classes("TRUE", "FALSE"), (Texts{"FALSE", "TRUE"}));
  EXPECT_EQ(classes(" good ", "bad"), (Texts{"bad", "good"}));
}

TEST_F(ClassesTest, AreEncodedAsZeroAndOne) {
  const Survey found = survey_of(Likelihood("bernoulli"), "a,y\n1,yes\n2,no\n3,yes\n4,yes\n");
  EXPECT_EQ(found.schema.likelihood, Likelihood("bernoulli"));
  EXPECT_EQ(found.schema.classes, (Texts{"no", "yes"}));
  EXPECT_NEAR(found.scaling.target_mean, std::log(3.0), 1e-13);
  EXPECT_EQ(found.scaling.target_scale, 1.0);
  EXPECT_FALSE(found.constant_target);
  EXPECT_TRUE(found.warnings.empty());
  ASSERT_EQ(found.pilot.targets.size(), 4U);
  for (std::size_t r = 0; r < 4; ++r) EXPECT_EQ(found.pilot.targets[r], found.pilot.inputs(r, 0) == 2 ? 0.0 : 1.0);
}

TEST_F(ClassesTest, EqualNumbersAreOneClass) {
  const Survey found = survey_of(Likelihood("bernoulli"), "a,y\n1,1.0\n2,2\n3,+1\n4,2.00\n5,1.\n");
  EXPECT_EQ(found.schema.classes, (Texts{"+1", "2"}));
  EXPECT_NEAR(found.scaling.target_mean, std::log(2.0 / 3.0), 1e-13);
  EXPECT_EQ(read(found.schema, "a,y\n1,1\n1,2.0\n1,1.00\n").targets, (Numbers{0, 1, 0}));
}

TEST_F(ClassesTest, AThirdIsAnErrorWithItsPlace) {
  const std::string advice = "; to tell one from the others, give these one name";
  EXPECT_EQ(
      error_of(Likelihood("bernoulli"), "a,y\n1,yes\n2,no\n3,maybe\n4,never\n"),
      data_error("train.csv:4:2: a third class \"maybe\" in column \"y\"; expected two classes, found \"yes\" and "
                 "\"no\" so far" +
                 advice));
  EXPECT_EQ(
      error_of(Likelihood("bernoulli"), "a,y\n1,0\n2,1.0\n3,1\n4,2\n"),
      data_error("train.csv:5:2: a third class \"2\" in column \"y\"; expected two classes, found \"0\" and \"1\" "
                 "so far" +
                 advice));
}

TEST_F(ClassesTest, OneAloneIsAnError) {
  EXPECT_EQ(error_of(Likelihood("bernoulli"), "a,y\n1,yes\n2,yes\n"),
            data_error("train.csv: expected two classes in the target column \"y\", found \"yes\" alone"));
  EXPECT_EQ(error_of(Likelihood("bernoulli"), "a,w,y\n1,1,1\n2,2,1.0\n3,0,0\n", {.weight = "w"}),
            data_error("train.csv: expected two classes in the target column \"y\", found \"1\" alone"));
}

TEST_F(ClassesTest, MustBeThereAndReadable) {
  EXPECT_EQ(error_of(Likelihood("bernoulli"), "a,y\n1,yes\n2,\n3,no\n", {.missing = Missing::mean}),
            data_error("train.csv:3:2: missing value in the target column \"y\"; expected a class"));
  EXPECT_EQ(error_of(Likelihood("bernoulli"), "a,y\n1,yes\n2,n\xf8\n"),
            data_error("train.csv:3:2: text in column \"y\" is not valid UTF-8: \"n?\""));
}

TEST_F(ClassesTest, OfRowsOfWeightZeroAreNone) {
  const std::string text = "w,a,y\n0,1,maybe\n2,1,no\n0.5,2,yes\n0,9,never\n";
  const Survey found = survey_of(Likelihood("bernoulli"), text, {.weight = "w"});
  EXPECT_EQ(found.schema.classes, (Texts{"no", "yes"}));
  EXPECT_NEAR(found.scaling.target_mean, std::log(0.25), 1e-13);
  EXPECT_EQ(read(found.schema, text).targets, (Numbers{0, 0, 1, 0}));
}

TEST_F(ClassesTest, TheTargetMayBeCalledCategorical) {
  const DataOptions options{.categorical = {"y"}};
  EXPECT_EQ(survey_of(Likelihood("bernoulli"), "a,y\n1,1\n2,0\n", options).schema.classes, (Texts{"0", "1"}));
  EXPECT_EQ(error_of(Likelihood("poisson"), "a,y\n1,1\n2,0\n", options),
            usage_error("the target column \"y\" cannot be categorical; expected numbers"));
}

TEST_F(ClassesTest, OfNewDataAreThoseOfTraining) {
  const Schema schema = survey_of(Likelihood("bernoulli"), "a,y\n1,no\n2,yes\n").schema;
  EXPECT_EQ(read(schema, "y,a\nyes,1\n no,2\n").targets, (Numbers{1, 0}));
  EXPECT_EQ(read_error(schema, "y,a\nyes,1\nYES,2\n"),
            data_error("new.csv:3:1: unknown class \"YES\" in column \"y\"; expected \"no\" or \"yes\""));
  EXPECT_EQ(read_error(schema, "y,a\n,1\n"),
            data_error("new.csv:2:1: missing value in the target column \"y\"; expected a class"));
  EXPECT_TRUE(read(schema, "y,a\nYES,2\n", Targets::ignored).targets.empty());
}

TEST_F(CountsTest, HaveTheLogarithmOfTheirRateAsOffset) {
  const Survey plain = survey_of(Likelihood("poisson"), "a,y\n1,0\n2,3\n3,9\n");
  EXPECT_NEAR(plain.scaling.target_mean, std::log(4.0), 1e-13);
  EXPECT_EQ(plain.scaling.target_scale, 1.0);
  EXPECT_TRUE(plain.pilot.exposures.empty());
  const DataOptions options{.weight = "w", .exposure = "0"};
  const Survey found = survey_of(Likelihood("poisson"), "e,a,w,y\n0.5,1,1,0\n2,2,3,3\n100,3,0,9\n", options);
  EXPECT_NEAR(found.scaling.target_mean, std::log(9 / 6.5), 1e-13);
  EXPECT_EQ(found.schema.exposure_name, "e");
  EXPECT_EQ(found.schema.exposure_position, 0U);
  EXPECT_EQ(input_names(found.schema), (Texts{"a"}));
  EXPECT_TRUE(found.schema.dropped.empty());
  ASSERT_EQ(found.pilot.exposures.size(), 2U);
  for (std::size_t r = 0; r < 2; ++r) EXPECT_EQ(found.pilot.exposures[r], found.pilot.targets[r] == 3 ? 2.0 : 0.5);
}

TEST_F(CountsTest, MayAllBeZeroWithAWarning) {
  const Survey found = survey_of(Likelihood("poisson"), "a,e,y\n1,3,0\n2,7,0\n", {.exposure = "e"});
  EXPECT_NEAR(found.scaling.target_mean, std::log(0.05), 1e-13);
  EXPECT_EQ(found.warnings, (Texts{"all counts are 0 in the target \"y\""}));
  EXPECT_FALSE(found.constant_target);
  EXPECT_TRUE(survey_of(Likelihood("poisson"), "a,y\n1,3\n2,3\n").warnings.empty());
}

TEST_F(CountsTest, AreWholeAndNotNegative) {
  const auto expect_bad = [&](const std::string& count) {
    EXPECT_EQ(error_of(Likelihood("poisson"), "a,y\n1,2\n2," + count + "\n"),
              data_error("train.csv:3:2: expected a count (a whole number from 0 to 2^53) in column \"y\", found \"" +
                         count + "\""));
  };
  expect_bad("-1");
  expect_bad("1.5");
  expect_bad("9007199254740994");
  EXPECT_EQ(error_of(Likelihood("poisson"), "a,y\n1,2\n2,many\n"),
            data_error("train.csv:3:2: expected a number in column \"y\", found \"many\""));
  EXPECT_EQ(error_of(Likelihood("poisson"), "a,y\n1,2\n2,9007199254740992\n"), std::nullopt);
}

TEST_F(CountsTest, ExposuresArePositive) {
  const DataOptions options{.exposure = "e"};
  EXPECT_EQ(error_of(Likelihood("poisson"), "a,e,y\n1,1,2\n2,0,1\n", options),
            data_error("train.csv:3:2: expected a positive exposure in column \"e\", found \"0\""));
  EXPECT_EQ(error_of(Likelihood("poisson"), "a,e,y\n1,inf,2\n2,0,1\n", options),
            data_error("train.csv:2:2: expected a finite number in column \"e\", found \"inf\""));
  EXPECT_EQ(error_of(Likelihood("poisson"), "a,e,y\n1,1,2\n2,,1\n", options),
            data_error("train.csv:3:2: missing value in the exposure column \"e\"; expected a number"));
}

TEST_F(CountsTest, WrongExposuresAreErrorsOfUsage) {
  const std::string text = "a,e,w,y\n1,1,1,2\n2,1,1,1\n";
  EXPECT_EQ(error_of(Likelihood("gaussian"), text, {.exposure = "e"}),
            usage_error("the exposure column \"e\" is for counts alone; expected `likelihood` poisson"));
  EXPECT_EQ(error_of(Likelihood("poisson"), text, {.exposure = "z"}),
            usage_error("unknown exposure column \"z\"; available: a, e, w, y"));
  EXPECT_EQ(error_of(Likelihood("poisson"), text, {.exposure = "y"}),
            usage_error("the exposure column \"y\" is the target; name another exposure or target"));
  EXPECT_EQ(error_of(Likelihood("poisson"), text, {.weight = "w", .exposure = "w"}),
            usage_error("the exposure column \"w\" is the weight; name another exposure or weight"));
  EXPECT_EQ(error_of(Likelihood("poisson"), text, {.drop = {"e"}, .exposure = "e"}),
            usage_error("the exposure column \"e\" is dropped; keep it or name another exposure"));
}

TEST_F(CountsTest, NewDataHaveExposuresEvenWithoutTargets) {
  const Schema schema = survey_of(Likelihood("poisson"), "e,a,y\n1,1,2\n2,1,1\n", {.exposure = "e"}).schema;
  const Rows rows = read(schema, "a,y,e\n5,6,7\n1,2,3\n");
  EXPECT_EQ(rows.exposures, (Numbers{7, 3}));
  EXPECT_EQ(rows.targets, (Numbers{6, 2}));
  EXPECT_EQ(read(schema, "e,a\n0.5,5\n", Targets::ignored).exposures, (Numbers{0.5}));
  EXPECT_EQ(read_error(schema, "a\n5\n", Targets::ignored), data_error("new.csv: column \"e\" is missing; found: a"));
  EXPECT_EQ(read_error(schema, "a,y,e\n5,6,-7\n", Targets::ignored),
            data_error("new.csv:2:3: expected a positive exposure in column \"e\", found \"-7\""));
  EXPECT_EQ(read_error(schema, "a,y,e\n5,6.5,7\n"),
            data_error("new.csv:2:2: expected a count (a whole number from 0 to 2^53) in column \"y\", found \"6.5\""));
}

TEST_F(CountsTest, ExposuresAreFoundByPositionWithoutHeader) {
  const Schema schema =
      survey_of(Likelihood("poisson"), "1,2,10,7\n2,2,20,8\n", {.target = "1", .exposure = "2"}).schema;
  EXPECT_EQ(read(schema, "5,6,70,8\n").exposures, (Numbers{70}));
  const Rows rows = read(schema, "5,70,8\n", Targets::ignored);
  EXPECT_EQ(rows.exposures, (Numbers{70}));
  EXPECT_EQ(rows.inputs(0, 1), 8.0);
}

TEST_F(LikelihoodTest, TargetsOfGammaArePositive) {
  const Survey found = survey_of(Likelihood("gamma"), "a,w,y\n1,1,0.5\n2,3,2.5\n", {.weight = "w"});
  EXPECT_NEAR(found.scaling.target_mean, std::log(2.0), 1e-13);
  EXPECT_EQ(found.scaling.target_scale, 1.0);
  EXPECT_EQ(error_of(Likelihood("gamma"), "a,y\n1,0.5\n2,0\n"),
            data_error("train.csv:3:2: expected a positive number in column \"y\", found \"0\""));
  const Survey constant = survey_of(Likelihood("gamma"), "a,y\n1,3\n2,3\n");
  EXPECT_TRUE(constant.constant_target);
  EXPECT_EQ(constant.warnings, (Texts{"the target \"y\" is constant"}));
  EXPECT_EQ(read_error(found.schema, "a,y\n1,-2\n"),
            data_error("new.csv:2:2: expected a positive number in column \"y\", found \"-2\""));
}

// A target for each likelihood; as it is written depends on the row.
std::string target_text(Likelihood likelihood, std::mt19937& random) {
  const Texts labels{"1", "0", "1.0", "+1", "0.0", "00"};
  const auto number = static_cast<double>(random() % 20);
  if (likelihood == Likelihood("bernoulli")) return labels[random() % labels.size()];
  return std::to_string(likelihood == Likelihood("poisson") ? number : 0.1 + 0.3 * number);
}

Texts random_rows(Likelihood likelihood, std::size_t count, unsigned seed) {
  std::mt19937 random(seed);
  Texts rows(count);
  for (std::string& row : rows) {
    row = std::to_string(random() % 10) + "," + (random() % 2 == 0 ? "Oslo" : "Rome") + "," +
          std::to_string(0.1 * static_cast<double>(random() % 30)) + "," +
          std::to_string(0.1 + 0.1 * static_cast<double>(random() % 7)) + "," + target_text(likelihood, random) + "\n";
  }
  rows[0] = "1,Oslo,1,1,1\n";
  rows[1] = "2,Rome,1,1," + std::string(likelihood == Likelihood("gamma") ? "2" : "0") + "\n";
  return rows;
}

std::string table_of(const Texts& rows) {
  std::string text = "a,city,w,e,y\n";
  for (const std::string& row : rows) text += row;
  return text;
}

DataOptions options_of(Likelihood likelihood) {
  const bool counts = likelihood == Likelihood("poisson");
  return {.drop = counts ? Texts{} : Texts{"e"}, .weight = "w", .exposure = counts ? "e" : ""};
}

class EachLikelihood : public testing::TestWithParam<Likelihood> {
 protected:
  TestDirectory directory_;
};

INSTANTIATE_TEST_SUITE_P(All, EachLikelihood,
                         testing::Values(Likelihood("gaussian"), Likelihood("bernoulli"), Likelihood("poisson"),
                                         Likelihood("gamma")));

TEST_P(EachLikelihood, RowsMayBeShuffled) {
  const SurveyOptions options{.seed = 3, .max_pilot_rows = 20, .likelihood = GetParam()};
  for (unsigned seed = 0; seed < 10; ++seed) {
    Texts rows = random_rows(GetParam(), 30 + 50 * seed, seed);
    const auto found = [&] {
      return survey(open_dataset({directory_.write("a.csv", table_of(rows))}, options_of(GetParam())), options);
    };
    const Survey expected = found();
    for (int i = 0; i < 3; ++i) {
      std::shuffle(rows.begin(), rows.end(), std::mt19937(seed));
      expect_same_contents(found(), expected);
    }
  }
}

TEST_P(EachLikelihood, ReaderSeesWhatTheSurveySees) {
  const Texts rows = random_rows(GetParam(), 200, 1);
  const Dataset dataset = open_dataset({directory_.write("a.csv", table_of(rows))}, options_of(GetParam()));
  const Survey found = survey(dataset, {.likelihood = GetParam()});
  RowReader reader(dataset, found.schema, Targets::required);
  Rows all;
  ASSERT_TRUE(reader.next(all));
  ASSERT_GT(found.pilot.positions.size(), 30U);
  EXPECT_EQ(found.pilot.exposures.empty(), all.exposures.empty());
  for (std::size_t i = 0; i < found.pilot.positions.size(); ++i) {
    const std::size_t row = found.pilot.positions[i];
    EXPECT_EQ(found.pilot.targets[i], all.targets[row]);
    for (std::size_t j = 0; j < all.inputs.cols(); ++j) EXPECT_EQ(found.pilot.inputs(i, j), all.inputs(row, j));
    if (!all.exposures.empty()) {
      EXPECT_EQ(found.pilot.exposures[i], all.exposures[row]);
    }
  }
}

}  // namespace
}  // namespace direct::likelihood_test
