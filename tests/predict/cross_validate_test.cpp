// SPDX-License-Identifier: MIT
#include <direct/error.h>
#include <direct/evaluate.h>

#include <cmath>

#include <gtest/gtest.h>

#include "data/test_files.h"
#include "oracle/random_problem.h"
#include "oracle/table.h"

namespace direct::cross_validate_test {
namespace {

constexpr std::size_t num_rows = 60;
constexpr int num_folds = 3;
const FitOptions options{.features = FeatureKind::linear, .seed = 5, .threads = 1};

class CrossValidate : public testing::Test {
 protected:
  CrossValidate() {
    const oracle::TinyProblem table = oracle::random_regression(8, num_rows, 3, 2, 0.5);
    dataset_ = oracle::table_of(table.features, table.targets);
  }

  // A file with one column per fold: 1 where `tests` says so.
  std::string mask_file(std::size_t rows, int folds, const std::function<bool(std::size_t, int)>& tests) const {
    std::string text;
    for (std::size_t row = 0; row < rows; ++row)
      for (int k = 0; k < folds; ++k) text += std::string(tests(row, k) ? "1" : "0") + (k + 1 < folds ? "," : "\n");
    return directory_.write("masks.csv", text);
  }

  Dataset rows_where(const RowFilter& keep) const { return only_rows(dataset_, keep); }

  TestDirectory directory_;
  Dataset dataset_;
};

void expect_same(const Evaluation& a, const Evaluation& b, double tolerance) {
  EXPECT_EQ(a.num_rows, b.num_rows);
  EXPECT_NEAR(a.rmse, b.rmse, tolerance);
  EXPECT_NEAR(a.mae, b.mae, tolerance);
  EXPECT_NEAR(a.nll, b.nll, tolerance);
  EXPECT_NEAR(a.sparsity, b.sparsity, tolerance);
  EXPECT_NEAR(a.yardstick->rmse, b.yardstick->rmse, tolerance);
  EXPECT_NEAR(a.yardstick->nll, b.yardstick->nll, tolerance);
}

TEST_F(CrossValidate, SharedFeaturesGiveWhatTheUnionOfTheOtherRowsGives) {
  const CrossValidation result = cross_validate(dataset_, options, {.folds = num_folds, .shared = true});
  ASSERT_EQ(result.folds.size(), 3U);
  EXPECT_EQ(result.leakage, shared_leakage());  // they have seen the test rows
  const std::vector<int> folds = random_folds(num_rows, num_folds, options.seed);
  const Preparation preparation = prepare(dataset_, options).preparation;
  for (int k = 0; k < num_folds; ++k) {
    const RowGroup train = [&](std::size_t row) { return folds[row] == k ? -1 : 0; };
    const Training training = fit(accumulate(dataset_, preparation, {.group = train}).groups[0], preparation, options);
    const Dataset test = rows_where([&](std::size_t row) { return folds[row] == k; });
    expect_same(result.folds[static_cast<std::size_t>(k)].evaluation, evaluate(training.model, test), 1e-8);
  }
}

// Sums of the folds are exact, so nothing is left of how the rows were divided.
TEST_F(CrossValidate, SharedIntegerFeaturesGiveExactlyWhatTheUnionOfTheOtherRowsGives) {
  const FitOptions integer{.num_features = 20, .feature_bits = 8, .seed = 5, .threads = 1};
  const CrossValidation result = cross_validate(dataset_, integer, {.folds = num_folds, .shared = true});
  const std::vector<int> folds = random_folds(num_rows, num_folds, integer.seed);
  const Preparation preparation = prepare(dataset_, integer).preparation;
  for (int k = 0; k < num_folds; ++k) {
    const RowGroup train = [&](std::size_t row) { return folds[row] == k ? -1 : 0; };
    const Training training = fit(accumulate(dataset_, preparation, {.group = train}).groups[0], preparation, integer);
    const Dataset test = rows_where([&](std::size_t row) { return folds[row] == k; });
    expect_same(result.folds[static_cast<std::size_t>(k)].evaluation, evaluate(training.model, test), 0.0);
  }
}

TEST_F(CrossValidate, OwnFeaturesGiveExactlyWhatAFitOfTheOtherRowsGives) {
  const CrossValidation result = cross_validate(dataset_, options, {.folds = num_folds});
  ASSERT_EQ(result.folds.size(), 3U);
  const std::vector<int> folds = random_folds(num_rows, num_folds, options.seed);
  for (int k = 0; k < num_folds; ++k) {
    const Training training = fit(rows_where([&](std::size_t row) { return folds[row] != k; }), options);
    const Dataset test = rows_where([&](std::size_t row) { return folds[row] == k; });
    expect_same(result.folds[static_cast<std::size_t>(k)].evaluation, evaluate(training.model, test), 0.0);
  }
}

// A category of one fold's test rows alone is known to its schema; its training rows scale what they have.
TEST_F(CrossValidate, FoldsShareTheNamesOfCategoriesAndNothingElse) {
  std::vector<double> a, y;
  std::vector<std::string> c;
  for (int row = 0; row < 30; ++row) {
    a.push_back(row % 7);
    c.emplace_back(row == 4 ? "rare" : row % 2 == 0 ? "even" : "odd");
    y.push_back(row * 5 % 11);
  }
  const Dataset dataset = Table{.target = y, .columns = {{"a", a}, {"c", c}}};
  const CrossValidation result = cross_validate(dataset, options, {.folds = num_folds});
  EXPECT_EQ(result.folds.size(), 3U);
  EXPECT_TRUE(result.leakage.empty());
  Dataset others = only_rows(dataset, [](std::size_t row) { return row != 4; });
  others.known_schema = std::make_shared<const Schema>(survey(dataset).schema);
  const Survey found = survey(others);
  EXPECT_EQ(found.schema.columns[1].levels, (std::vector<std::string>{"even", "odd", "rare"}));
  EXPECT_EQ(found.scaling.input_means[3], 0.0);
  EXPECT_NE(found.scaling.input_means[0], survey(dataset).scaling.input_means[0]);
}

Dataset class_rows(int num_second, int num_first) {
  std::vector<double> a;
  std::vector<std::string> y;
  for (int row = 0; row < num_second + num_first; ++row) {
    a.push_back(row * 7 % 13);
    y.emplace_back(row < num_second ? "yes" : "no");
  }
  return Table{.target = std::move(y), .columns = {{"a", std::move(a)}}};
}

TEST_F(CrossValidate, FoldsOfClassesAreStratified) {
  FitOptions classes = options;
  classes.likelihood = Likelihood("bernoulli");
  const Dataset enough = class_rows(4, 40);
  for (const bool shared : {false, true}) {
    const CrossValidation result = cross_validate(enough, classes, {.folds = 4, .shared = shared});
    for (const FoldResult& fold : result.folds) EXPECT_FALSE(std::isnan(fold.evaluation.classes->auc));
    EXPECT_TRUE(result.warnings.empty());
  }
  const Dataset few = class_rows(2, 40);
  EXPECT_EQ(cross_validate(few, classes, {.folds = 4}).warnings,
            (std::vector<std::string>{"2 of 4 folds have test rows of one class alone, so they have no auc; auc is the "
                                      "mean over the others"}));
  const Dataset one = class_rows(1, 40);
  EXPECT_EQ(thrown_by([&] { cross_validate(one, classes, {.folds = 4}); })->kind, ErrorKind::data);
}

TEST_F(CrossValidate, MasksOfTheSeededFoldsGiveTheSame) {
  const std::vector<int> folds = random_folds(num_rows, num_folds, options.seed);
  const std::string masks = mask_file(num_rows, num_folds, [&](std::size_t row, int k) { return folds[row] == k; });
  for (const bool shared : {false, true}) {
    const auto seeded = cross_validate(dataset_, options, {.folds = num_folds, .shared = shared});
    const auto masked = cross_validate(dataset_, options, {.fold_masks = masks, .shared = shared});
    ASSERT_EQ(masked.folds.size(), 3U);
    for (std::size_t k = 0; k < 3; ++k) expect_same(masked.folds[k].evaluation, seeded.folds[k].evaluation, 0.0);
  }
}

TEST_F(CrossValidate, RowsThatNoFoldTestsAreLearnedFrom) {
  const std::string masks = mask_file(num_rows, 1, [](std::size_t row, int) { return row < 10; });
  const CrossValidation result = cross_validate(dataset_, options, {.fold_masks = masks, .shared = true});
  ASSERT_EQ(result.folds.size(), 1U);
  const Preparation preparation = prepare(dataset_, options).preparation;
  const RowGroup train = [](std::size_t row) { return row < 10 ? -1 : 0; };
  const Training training = fit(accumulate(dataset_, preparation, {.group = train}).groups[0], preparation, options);
  const Dataset test = rows_where([](std::size_t row) { return row < 10; });
  expect_same(result.folds[0].evaluation, evaluate(training.model, test), 1e-8);
}

TEST_F(CrossValidate, OverlappingMasksAreNotForShared) {
  const std::string masks = mask_file(num_rows, 2, [](std::size_t row, int k) { return row < (k == 0 ? 20U : 30U); });
  EXPECT_EQ(
      thrown_by([&] { cross_validate(dataset_, options, {.fold_masks = masks, .shared = true}); }),
      data_error(
          masks +
          ": row 0 is tested by 2 folds; overlapping masks are for folds that learn for themselves, without `shared`"));
  const CrossValidation result = cross_validate(dataset_, options, {.fold_masks = masks});
  ASSERT_EQ(result.folds.size(), 2U);
  EXPECT_EQ(result.folds[0].evaluation.num_rows, 20U);
  EXPECT_EQ(result.folds[1].evaluation.num_rows, 30U);
}

TEST_F(CrossValidate, MasksThatDoNotFitAreRefused) {
  const auto refusal = [&](const std::string& masks, bool shared) {
    const auto thrown = thrown_by([&] { cross_validate(dataset_, options, {.fold_masks = masks, .shared = shared}); });
    return thrown.value_or(Thrown{ErrorKind::resource, "accepted"});
  };
  for (const bool shared : {false, true}) {
    const auto parity = [](std::size_t row, int k) { return row % 2 == static_cast<std::size_t>(k); };
    const std::string shorter = mask_file(num_rows - 1, 2, parity);
    EXPECT_EQ(refusal(shorter, shared), data_error(shorter + ": has 59 rows; the data have 60"));
    const std::string longer = mask_file(num_rows + 1, 2, parity);
    EXPECT_EQ(refusal(longer, shared), data_error(longer + ": has 61 rows; the data have 60"));
    const std::string none = mask_file(num_rows, 2, [](std::size_t row, int k) { return k == 0 && row < 5; });
    EXPECT_EQ(refusal(none, shared).kind, ErrorKind::data);
    const std::string all = mask_file(num_rows, 1, [](std::size_t, int) { return true; });
    EXPECT_EQ(refusal(all, shared).kind, ErrorKind::data);
  }
}

TEST_F(CrossValidate, ImpossibleNumbersOfFoldsAreRefused) {
  for (const int folds : {-1, 0, 1, 61}) {
    const auto thrown = thrown_by([&] { cross_validate(dataset_, options, {.folds = folds}); });
    ASSERT_TRUE(thrown) << folds;
    EXPECT_EQ(thrown->kind, ErrorKind::usage) << folds;
  }
}

}  // namespace
}  // namespace direct::cross_validate_test
