// SPDX-License-Identifier: MIT
// Rows in memory through everything that takes rows: the same numbers as from a file.
#include <direct/evaluate.h>
#include <direct/tune.h>

#include <gtest/gtest.h>

#include "data/generated_tables.h"
#include "data/test_files.h"

namespace direct::predict_table_test {
namespace {

struct Fitted {
  TestDirectory directory;
  GeneratedTable rows;
  Dataset file;
  TrainedModel model;

  explicit Fitted(const std::string& likelihood, int size = 70) : rows(made(likelihood, size)) {
    file = open_dataset({directory.write("d.csv", rows.csv)}, rows.options);
    model = fit(rows.table, options()).model;
  }
  static GeneratedTable made(const std::string& likelihood, int size) {
    Any any(size);
    return generated_table(any, likelihood);
  }
  FitOptions options() const {
    return {.num_features = 8, .levels = 5, .likelihood = rows.likelihood, .max_iterations = 5};
  }
};

void expect_equal(const std::vector<Prediction>& a, const std::vector<Prediction>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    EXPECT_EQ(a[i].mean, b[i].mean) << i;
    EXPECT_EQ(a[i].std_total, b[i].std_total) << i;
  }
}

TEST(PredictTable, GivesThePredictionsOfTheEncodedRows) {
  for (const std::string likelihood : {"gaussian", "bernoulli", "poisson", "gamma"}) {
    const Fitted fitted(likelihood);
    RowReader reader(fitted.file, fitted.model.preparation.schema, RowReader::Targets::ignored);
    Rows rows;
    ASSERT_TRUE(reader.next(rows));
    const Predictor predict(fitted.model);
    expect_equal(predict(fitted.rows.table), predict(rows.inputs, rows.exposures));
  }
}

TEST(PredictTable, NeedsNoTargetAndNoNames) {
  const std::vector<double> y{1, 2, 4, 3, 5, 2};
  Matrix x(6, 2), turned(6, 2);
  for (std::size_t i = 0; i < 6; ++i) {
    turned(i, 1) = x(i, 0) = static_cast<double>(i * i % 5);
    turned(i, 0) = x(i, 1) = static_cast<double>(i % 4);
  }
  const FitOptions options{.features = FeatureKind::linear};
  const Predictor predict(fit(Table{.inputs = x, .target = y, .names = {"a", "b"}}, options).model);
  const std::vector<Prediction> expected = predict(x);
  expect_equal(predict({.inputs = x}), expected);
  expect_equal(predict({.inputs = turned, .names = {"b", "a"}}), expected);
  EXPECT_EQ(thrown_by([&] {
              predict({.inputs = x, .names = {"a", "c"}});
            }),
            data_error("table: column \"b\" is missing; found: a, c"));
}

TEST(PredictTable, ScoresAreThoseOfTheFile) {
  for (const std::string likelihood : {"gaussian", "poisson"}) {
    const Fitted fitted(likelihood);
    const Evaluation found = evaluate(fitted.model, fitted.rows.table);
    const Evaluation expected = evaluate(fitted.model, fitted.file);
    EXPECT_EQ(found.num_rows, expected.num_rows);
    EXPECT_EQ(found.nll, expected.nll);
    EXPECT_EQ(found.rmse, expected.rmse);
    EXPECT_EQ(trained_rows(fitted.model, fitted.rows.table).num_found,
              trained_rows(fitted.model, fitted.file).num_found);
  }
}

TEST(PredictTable, CalibratesAsTheFileDoes) {
  const Fitted fitted("gaussian");
  EXPECT_EQ(calibrate(fitted.model, fitted.rows.table).scales, calibrate(fitted.model, fitted.file).scales);
}

TEST(PredictTable, FoldsAreThoseOfTheFile) {
  const Fitted fitted("gaussian");
  for (const bool shared : {false, true}) {
    const CrossValidationOptions folds{.folds = 3, .shared = shared};
    const CrossValidation found = cross_validate(fitted.rows.table, fitted.options(), folds);
    const CrossValidation expected = cross_validate(fitted.file, fitted.options(), folds);
    ASSERT_EQ(found.folds.size(), 3U);
    for (std::size_t k = 0; k < 3; ++k) EXPECT_EQ(found.folds[k].evaluation.nll, expected.folds[k].evaluation.nll) << k;
  }
}

}  // namespace
}  // namespace direct::predict_table_test
