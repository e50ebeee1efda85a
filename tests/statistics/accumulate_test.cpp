// SPDX-License-Identifier: MIT
#include <direct/statistics.h>

#include <gtest/gtest.h>

#include "algebra/dense.h"
#include "algebra/parallel.h"
#include "data/test_files.h"
#include "oracle/enumerate.h"
#include "oracle/random_problem.h"
#include "oracle/table.h"

namespace direct {
namespace {

constexpr std::size_t num_rows = 2500;  // more than two blocks of 1024

class Accumulate : public testing::Test {
 protected:
  Accumulate() {
    const oracle::TinyProblem table = oracle::random_regression(1, num_rows, 2, 2, 0.5);
    dataset_ = open_dataset({directory_.write("d.csv", oracle::csv_text(table.features, table.targets))});
    Survey survey = direct::survey(dataset_);
    preparation_ = {.schema = survey.schema,
                    .scaling = survey.scaling,
                    .features = fourier_features(std::vector<double>{1.0, 0.5}, 16, 7)};
    expected_.features = Matrix();
    standardise_inputs(survey.scaling, inputs_ = table.features);
    evaluate(preparation_.features, inputs_, expected_.features);
    standardise_targets(survey.scaling, expected_.targets = table.targets);
  }

  // The naive sums of the rows of a group.
  SecondMoments naive(const RowGroup& group, int wanted) const {
    oracle::TinyProblem part;
    std::vector<std::size_t> rows;
    for (std::size_t row = 0; row < num_rows; ++row)
      if (group(row) == wanted) rows.push_back(row);
    part.features = Matrix(rows.size(), expected_.features.cols());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      part.targets.push_back(expected_.targets[rows[i]]);
      for (std::size_t j = 0; j < part.features.cols(); ++j) part.features(i, j) = expected_.features(rows[i], j);
    }
    return oracle::statistics_of(part);
  }

  TestDirectory directory_;
  Dataset dataset_;
  Preparation preparation_;
  Matrix inputs_;
  oracle::TinyProblem expected_;  // all rows, after scaling and features
};

void expect_near(const SecondMoments& actual, const SecondMoments& expected) {
  EXPECT_EQ(actual.num_rows, expected.num_rows);
  const double tolerance = 1e-13 * (1.0 + static_cast<double>(expected.num_rows));
  EXPECT_LT((view(actual.gram) - view(expected.gram)).cwiseAbs().maxCoeff(), tolerance);
  EXPECT_LT((view(actual.feature_target) - view(expected.feature_target)).cwiseAbs().maxCoeff(), tolerance);
  EXPECT_NEAR(actual.target_square, expected.target_square, tolerance);
}

TEST_F(Accumulate, OneGroupHoldsEveryRow) {
  const Accumulation all = accumulate(dataset_, preparation_);
  ASSERT_EQ(all.groups.size(), 1U);
  expect_near(all.groups[0], naive([](std::size_t) { return 0; }, 0));
  EXPECT_TRUE(all.warnings.empty());
}

TEST_F(Accumulate, GroupsAreTheSumsOfTheirRowsAndAddUpToAll) {
  const RowGroup group = [](std::size_t row) { return row < 1100 ? 0 : static_cast<int>(1 + row % 2); };
  const Accumulation parts = accumulate(dataset_, preparation_, 4, group);
  ASSERT_EQ(parts.groups.size(), 4U);
  SecondMoments total(16);
  for (int g = 0; g < 4; ++g) {
    expect_near(parts.groups[static_cast<std::size_t>(g)], naive(group, g));
    merge(total, parts.groups[static_cast<std::size_t>(g)]);
  }
  EXPECT_TRUE(parts.groups[3] == SecondMoments(16));
  expect_near(total, accumulate(dataset_, preparation_).groups[0]);
}

TEST_F(Accumulate, ANegativeGroupSkipsTheRow) {
  const RowGroup group = [](std::size_t row) { return row % 3 == 0 ? -1 : 0; };
  const Accumulation some = accumulate(dataset_, preparation_, 1, group);
  expect_near(some.groups[0], naive(group, 0));
  EXPECT_TRUE(accumulate(dataset_, preparation_, 1, [](std::size_t) { return -5; }).groups[0] == SecondMoments(16));
}

TEST_F(Accumulate, ARowFilterIsTheSameAsSkipping) {
  const Dataset even = only_rows(dataset_, [](std::size_t row) { return row % 2 == 0; });
  const SecondMoments filtered = accumulate(even, preparation_).groups[0];
  const RowGroup group = [](std::size_t row) { return row % 2 == 0 ? 0 : -1; };
  EXPECT_TRUE(filtered == accumulate(dataset_, preparation_, 1, group).groups[0]);
}

TEST_F(Accumulate, TheBytesDoNotDependOnTheThreads) {
  const SecondMoments one = with_threads(1, [&] { return accumulate(dataset_, preparation_).groups[0]; });
  for (const int threads : {2, 3})
    EXPECT_TRUE(with_threads(threads, [&] { return accumulate(dataset_, preparation_).groups[0]; }) == one);
}

TEST_F(Accumulate, StopsWhenTheListenerSaysSo) {
  int calls = 0;
  const Progress stop = [&](const ProgressEvent& event) {
    EXPECT_EQ(event.stage, "statistics");
    return ++calls < 2;
  };
  EXPECT_THROW(accumulate(dataset_, preparation_, stop), Interrupted);
  EXPECT_EQ(calls, 2);
}

}  // namespace
}  // namespace direct
