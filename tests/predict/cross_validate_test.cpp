// SPDX-License-Identifier: MIT
#include <direct/error.h>
#include <direct/predict.h>

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
    dataset_ = open_dataset({directory_.write("d.csv", oracle::csv_text(table.features, table.targets))});
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
  const CrossValidation result = cross_validate(dataset_, options, {.folds = num_folds});
  ASSERT_EQ(result.folds.size(), 3U);
  EXPECT_FALSE(result.notes.empty());  // they have seen the test rows
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
  const CrossValidation result = cross_validate(dataset_, integer, {.folds = num_folds});
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
  const CrossValidation result = cross_validate(dataset_, options, {.folds = num_folds, .per_fold = true});
  ASSERT_EQ(result.folds.size(), 3U);
  const std::vector<int> folds = random_folds(num_rows, num_folds, options.seed);
  for (int k = 0; k < num_folds; ++k) {
    const Training training = fit(rows_where([&](std::size_t row) { return folds[row] != k; }), options);
    const Dataset test = rows_where([&](std::size_t row) { return folds[row] == k; });
    expect_same(result.folds[static_cast<std::size_t>(k)].evaluation, evaluate(training.model, test), 0.0);
  }
}

TEST_F(CrossValidate, MasksOfTheSeededFoldsGiveTheSame) {
  const std::vector<int> folds = random_folds(num_rows, num_folds, options.seed);
  const std::string masks = mask_file(num_rows, num_folds, [&](std::size_t row, int k) { return folds[row] == k; });
  for (const bool per_fold : {false, true}) {
    const auto seeded = cross_validate(dataset_, options, {.folds = num_folds, .per_fold = per_fold});
    const auto masked = cross_validate(dataset_, options, {.fold_masks = masks, .per_fold = per_fold});
    ASSERT_EQ(masked.folds.size(), 3U);
    for (std::size_t k = 0; k < 3; ++k) expect_same(masked.folds[k].evaluation, seeded.folds[k].evaluation, 0.0);
  }
}

TEST_F(CrossValidate, RowsThatNoFoldTestsAreLearnedFrom) {
  const std::string masks = mask_file(num_rows, 1, [](std::size_t row, int) { return row < 10; });
  const CrossValidation result = cross_validate(dataset_, options, {.fold_masks = masks});
  ASSERT_EQ(result.folds.size(), 1U);
  const Preparation preparation = prepare(dataset_, options).preparation;
  const RowGroup train = [](std::size_t row) { return row < 10 ? -1 : 0; };
  const Training training = fit(accumulate(dataset_, preparation, {.group = train}).groups[0], preparation, options);
  const Dataset test = rows_where([](std::size_t row) { return row < 10; });
  expect_same(result.folds[0].evaluation, evaluate(training.model, test), 1e-8);
}

TEST_F(CrossValidate, OverlappingMasksNeedPerFold) {
  const std::string masks = mask_file(num_rows, 2, [](std::size_t row, int k) { return row < (k == 0 ? 20U : 30U); });
  EXPECT_EQ(thrown_by([&] { cross_validate(dataset_, options, {.fold_masks = masks}); }),
            data_error(masks + ": row 0 is tested by 2 folds; overlapping masks need cv --per-fold"));
  const CrossValidation result = cross_validate(dataset_, options, {.fold_masks = masks, .per_fold = true});
  ASSERT_EQ(result.folds.size(), 2U);
  EXPECT_EQ(result.folds[0].evaluation.num_rows, 20U);
  EXPECT_EQ(result.folds[1].evaluation.num_rows, 30U);
}

TEST_F(CrossValidate, MasksThatDoNotFitAreRefused) {
  const auto refusal = [&](const std::string& masks, bool per_fold) {
    const auto thrown =
        thrown_by([&] { cross_validate(dataset_, options, {.fold_masks = masks, .per_fold = per_fold}); });
    return thrown.value_or(Thrown{ErrorKind::resource, "accepted"});
  };
  for (const bool per_fold : {false, true}) {
    const auto parity = [](std::size_t row, int k) { return row % 2 == static_cast<std::size_t>(k); };
    const std::string shorter = mask_file(num_rows - 1, 2, parity);
    EXPECT_EQ(refusal(shorter, per_fold), data_error(shorter + ": has 59 rows; the data have 60"));
    const std::string longer = mask_file(num_rows + 1, 2, parity);
    EXPECT_EQ(refusal(longer, per_fold), data_error(longer + ": has 61 rows; the data have 60"));
    const std::string none = mask_file(num_rows, 2, [](std::size_t row, int k) { return k == 0 && row < 5; });
    EXPECT_EQ(refusal(none, per_fold).kind, ErrorKind::data);
    const std::string all = mask_file(num_rows, 1, [](std::size_t, int) { return true; });
    EXPECT_EQ(refusal(all, per_fold).kind, ErrorKind::data);
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
