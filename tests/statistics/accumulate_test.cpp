// SPDX-License-Identifier: MIT
#include <direct/error.h>
#include <direct/statistics.h>

#include <gtest/gtest.h>

#include "algebra/dense.h"
#include "oracle/enumerate.h"
#include "oracle/random_problem.h"
#include "oracle/table.h"
#include "oracle/threads.h"

namespace direct::accumulate_test {
namespace {

constexpr std::size_t table_rows = 2500;  // more than two blocks of 1024

class Accumulate : public testing::Test {
 protected:
  Accumulate() {
    const oracle::TinyProblem table = oracle::random_regression(1, table_rows, 2, 2, 0.5);
    dataset_ = oracle::table_of(table.features, table.targets);
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
    for (std::size_t row = 0; row < table_rows; ++row)
      if (group(row) == wanted) rows.push_back(row);
    part.features = Matrix(rows.size(), expected_.features.cols());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      part.targets.push_back(expected_.targets[rows[i]]);
      for (std::size_t j = 0; j < part.features.cols(); ++j) part.features(i, j) = expected_.features(rows[i], j);
    }
    return oracle::statistics_of(part);
  }

  Accumulation accumulated(int num_groups, const RowGroup& group) const {
    return accumulate(dataset_, preparation_, {.num_groups = num_groups, .group = group});
  }

  Dataset dataset_;
  Preparation preparation_;
  Matrix inputs_;
  oracle::TinyProblem expected_;  // all rows, after scaling and features
};

void expect_near(const Statistics& statistics, const SecondMoments& expected) {
  EXPECT_FALSE(statistics.exact);
  const SecondMoments& actual = statistics.rounded.value();
  EXPECT_EQ(actual.num_rows, expected.num_rows);
  const double tolerance = 1e-13 * (1.0 + expected.num_rows);
  EXPECT_LT((view(actual.gram) - view(expected.gram)).cwiseAbs().maxCoeff(), tolerance);
  EXPECT_LT((view(actual.feature_target) - view(expected.feature_target)).cwiseAbs().maxCoeff(), tolerance);
  EXPECT_NEAR(actual.target_square, expected.target_square, tolerance);
}

TEST_F(Accumulate, OneGroupHoldsEveryRow) {
  const Accumulation all = accumulate(dataset_, preparation_);
  ASSERT_EQ(all.groups.size(), 1U);
  expect_near(all.groups[0], naive([](std::size_t) { return 0; }, 0));
  EXPECT_TRUE(all.notes.empty());
}

TEST_F(Accumulate, GroupsAreTheSumsOfTheirRowsAndAddUpToAll) {
  const RowGroup group = [](std::size_t row) { return row < 1100 ? 0 : static_cast<int>(1 + row % 2); };
  const Accumulation parts = accumulated(4, group);
  ASSERT_EQ(parts.groups.size(), 4U);
  Statistics total = empty_statistics(preparation_.features);
  for (int g = 0; g < 4; ++g) {
    expect_near(parts.groups[static_cast<std::size_t>(g)], naive(group, g));
    merge(total, parts.groups[static_cast<std::size_t>(g)]);
  }
  EXPECT_TRUE(parts.groups[3] == empty_statistics(preparation_.features));
  expect_near(total, *accumulate(dataset_, preparation_).groups[0].rounded);
}

TEST_F(Accumulate, ANegativeGroupSkipsTheRow) {
  const RowGroup group = [](std::size_t row) { return row % 3 == 0 ? -1 : 0; };
  expect_near(accumulated(1, group).groups[0], naive(group, 0));
  EXPECT_TRUE(accumulated(1, [](std::size_t) { return -5; }).groups[0] == empty_statistics(preparation_.features));
}

TEST_F(Accumulate, ARowFilterIsTheSameAsSkipping) {
  const Dataset even = only_rows(dataset_, [](std::size_t row) { return row % 2 == 0; });
  const Statistics filtered = accumulate(even, preparation_).groups[0];
  const RowGroup group = [](std::size_t row) { return row % 2 == 0 ? 0 : -1; };
  EXPECT_TRUE(filtered == accumulated(1, group).groups[0]);
}

TEST_F(Accumulate, TheBytesDoNotDependOnTheThreads) {
  const auto pass = [&] { return accumulate(dataset_, preparation_).groups[0]; };
  const Statistics one = oracle::on_threads(1, pass);
  for (const int threads : {2, 3, 4}) EXPECT_TRUE(oracle::on_threads(threads, pass) == one) << threads;
}

// Blocks of 1024 rows of a group, one after another: what the statistics of earlier versions were made of.
TEST_F(Accumulate, TheBytesAreThoseOfBlocksInTheOrderOfTheRows) {
  for (const std::size_t stride : {1U, 2U}) {
    MomentAccumulator sums(16);
    const std::size_t count = (table_rows + stride - 1) / stride;
    for (std::size_t first = 0; first < count; first += 1024) {
      const std::size_t rows = std::min<std::size_t>(1024, count - first);
      Matrix inputs(rows, 2), features;
      std::vector<double> targets(rows);
      for (std::size_t i = 0; i < rows; ++i) {
        const std::size_t row = (first + i) * stride;
        targets[i] = expected_.targets[row];
        for (std::size_t j = 0; j < 2; ++j) inputs(i, j) = inputs_(row, j);
      }
      evaluate(preparation_.features, inputs, features);
      sums.add(features, targets);
    }
    const RowGroup group = [&](std::size_t row) { return static_cast<int>(row % stride); };
    EXPECT_TRUE(accumulated(2, group).groups[0].rounded == std::move(sums).finish()) << stride;
  }
}

TEST_F(Accumulate, StopsWhenTheListenerSaysSo) {
  int calls = 0;
  const Progress stop = [&](const ProgressEvent& event) {
    EXPECT_EQ(event.stage, "statistics");
    EXPECT_GT(event.done, 0.0);
    ++calls;
    return false;
  };
  EXPECT_THROW(accumulate(dataset_, preparation_, {.progress = stop}), Interrupted);
  EXPECT_EQ(calls, 1);
}

}  // namespace
}  // namespace direct::accumulate_test
