// SPDX-License-Identifier: MIT
#include <direct/error.h>
#include <direct/statistics.h>

#include <gtest/gtest.h>

#include "algebra/dense.h"
#include "oracle/threads.h"
#include "statistics/integer_table.h"

namespace direct::integer_accumulate_test {
namespace {

class IntegerAccumulate : public testing::Test {
 protected:
  IntegerMoments exact(const Dataset& dataset) const { return *accumulated(dataset, integer_preparation()).exact; }

  TestDirectory directory_;
};

// Around the 512 rows of a block.
TEST_F(IntegerAccumulate, EqualsNaiveSums) {
  for (const std::size_t rows : {1U, 2U, 3U, 63U, 64U, 65U, 511U, 512U, 513U, 2000U}) {
    const IntegerTable table = random_table(rows, rows);
    const Accumulation all = accumulate(in_memory(table), integer_preparation());
    ASSERT_EQ(all.groups.size(), 1U);
    ASSERT_TRUE(all.groups[0].exact);
    EXPECT_FALSE(all.groups[0].rounded);
    EXPECT_TRUE(*all.groups[0].exact == naive(table)) << rows;
    EXPECT_TRUE(all.notes.empty());
    EXPECT_EQ(num_rows(all.groups[0]), static_cast<double>(rows));
  }
}

// Wider than a tile of the Gram matrix.
TEST_F(IntegerAccumulate, EqualsNaiveSumsOfManyFeatures) {
  const IntegerTable table = random_table(1, 77);
  Preparation p = integer_preparation();
  const std::vector<double> least(3, -9.0), most(3, 9.0);
  p.features = integer_features(fourier_features(std::vector{1.0, 0.5, 3.0}, 230, 7), least, most);
  EXPECT_TRUE(*accumulated(in_memory(table), p).exact == oracle::integer_moments(integer_rows(table, p), 230, 12));
}

TEST_F(IntegerAccumulate, EqualsNaiveSumsOfTrainedFeatures) {
  for (const std::size_t num_cosines : {1U, 5U, 70U})
    for (const std::size_t rows : {1U, 2U, 513U}) {
      const IntegerTable table = random_table(rows, rows);
      const Preparation p = trained_preparation(num_cosines);
      EXPECT_TRUE(*accumulated(in_memory(table), p).exact ==
                  oracle::integer_moments(integer_rows(table, p), num_cosines + 4, 12))
          << num_cosines << " " << rows;
    }
}

TEST_F(IntegerAccumulate, SecondMomentsAreThoseOfTheFeaturesInFloatingPoint) {
  IntegerTable table = random_table(2, 300);
  const Preparation p = integer_preparation();
  const SecondMoments moments = second_moments(accumulated(in_memory(table), p));
  standardise_inputs(p.scaling, table.inputs);
  standardise_targets(p.scaling, table.targets);
  oracle::TinyProblem problem{.targets = table.targets};
  evaluate(p.features, table.inputs, problem.features);
  const SecondMoments expected = oracle::statistics_of(problem);
  EXPECT_TRUE(moments.gram == expected.gram);  // no sum has more than 53 bits
  EXPECT_LT((view(moments.feature_target) - view(expected.feature_target)).cwiseAbs().maxCoeff(), 1e-11);
  EXPECT_NEAR(moments.target_square, expected.target_square, 1e-12 * expected.target_square);
}

TEST_F(IntegerAccumulate, OrderSplitThreadsAndSharesDoNotMatter) {
  const IntegerTable table = random_table(3, 5001);
  const Dataset dataset = in_memory(table);
  const IntegerMoments expected = exact(dataset);
  EXPECT_TRUE(exact(in_memory(shuffled(table, 1))) == expected);
  for (const int threads : {1, 2, 4})
    EXPECT_TRUE(oracle::on_threads(threads, [&] { return exact(dataset); }) == expected) << threads;
  for (const std::size_t count : {2U, 3U}) {
    Statistics sum = empty_statistics(integer_preparation().features);
    for (std::size_t index = count; index-- > 0;)
      merge(sum, accumulate(dataset, integer_preparation(), {.share = {index, count}}).groups[0]);
    EXPECT_TRUE(*sum.exact == expected) << count;
  }
}

TEST_F(IntegerAccumulate, FilesMergeToTheWhole) {
  const IntegerTable table = random_table(4, 700);
  const IntegerMoments expected = exact(in_memory(table));
  for (const std::size_t cut : {1U, 64U, 333U, 699U}) {
    std::vector<std::size_t> first(cut), second(700 - cut);
    std::iota(first.begin(), first.end(), std::size_t{0});
    std::iota(second.begin(), second.end(), cut);
    const Dataset a = written(directory_, selected(table, first), "a.csv");
    const Dataset b = written(directory_, selected(table, second), "b.csv");
    IntegerMoments sum = exact(b);
    merge(sum, exact(a));
    EXPECT_TRUE(sum == expected) << cut;
    EXPECT_TRUE(exact(open_dataset({b.paths[0], a.paths[0]}, a.options)) == expected) << cut;
  }
}

TEST_F(IntegerAccumulate, GroupsAreTheSumsOfTheirRowsAndAddUpToAll) {
  const IntegerTable table = random_table(5, 900);
  const auto group_of = [](std::size_t row) { return row < 100 ? -1 : static_cast<int>(row * row % 3); };
  const Accumulation parts = accumulate(in_memory(table), integer_preparation(), {.num_groups = 4, .group = group_of});
  ASSERT_EQ(parts.groups.size(), 4U);
  Statistics total = empty_statistics(integer_preparation().features);
  for (int g = 0; g < 4; ++g) {
    std::vector<std::size_t> rows;
    for (std::size_t row = 0; row < 900; ++row)
      if (group_of(row) == g) rows.push_back(row);
    EXPECT_TRUE(*parts.groups[static_cast<std::size_t>(g)].exact == naive(selected(table, rows))) << g;
    merge(total, parts.groups[static_cast<std::size_t>(g)]);
  }
  EXPECT_TRUE(*parts.groups[3].exact == IntegerMoments(18, 12));
  const Accumulation all = accumulate(in_memory(table), integer_preparation(),
                                      {.group = [](std::size_t row) { return row < 100 ? -1 : 0; }});
  EXPECT_TRUE(all.groups[0] == total);
}

TEST_F(IntegerAccumulate, FarTargetsAreRefusedByTheirRow) {
  IntegerTable table = random_table(6, 50);
  const Scaling scaling = integer_preparation().scaling;
  const auto refused = [&](double deviations) {
    table.targets[17] = scaling.target_mean + deviations * scaling.target_scale;
    return thrown_by([&] { accumulated(table); });
  };
  for (const double deviations : {0x1p20 + 1.0, -0x1p20 - 1.0, 1e12, -1e300}) {
    const auto thrown = refused(deviations);
    ASSERT_TRUE(thrown) << deviations;
    EXPECT_EQ(thrown->kind, ErrorKind::data);
    EXPECT_NE(thrown->message.find("row 17 "), std::string::npos) << thrown->message;
  }
  for (const double deviations : {0x1p20 - 1.0, 1.0 - 0x1p20}) {
    EXPECT_FALSE(refused(deviations)) << deviations;
    EXPECT_TRUE(*accumulated(table).exact == naive(table));
  }
}

TEST_F(IntegerAccumulate, FarTargetsOfOtherFeaturesAreTakenAtTheEnd) {
  IntegerTable table = random_table(6, 50);
  table.targets[17] = 1e12;
  const Statistics statistics = accumulated(in_memory(table), float_preparation());
  EXPECT_NEAR(statistics.rounded->target_square, 0x1p40, 1e3);
}

TEST_F(IntegerAccumulate, SaturatedCellsAreCountedAndTakenAtTheEnds) {
  IntegerTable table = random_table(7, 40);
  const Preparation p = integer_preparation();
  const auto reach = [&](std::size_t j) { return p.scaling.input_scales[j] * 32767.0 * p.features.integer->steps[j]; };
  table.inputs(3, 0) = p.scaling.input_means[0] + 2.0 * reach(0);
  table.inputs(9, 2) = p.scaling.input_means[2] - 100.0 * reach(2);
  const Accumulation pass = accumulate(in_memory(table), p);
  EXPECT_TRUE(*pass.groups[0].exact == naive(table));
  ASSERT_EQ(pass.notes.size(), 1U);
  EXPECT_EQ(pass.notes[0], "cells beyond the range of the integer features, taken at its ends: 2");
  // A cell is one cell, however often its row counts, and also where it does not count as a whole.
  for (const double weight : {1.0, 1023.0, 0.5}) {
    IntegerTable weighted = with_weights(table, {1.0});
    weighted.weights[3] = weight;
    EXPECT_EQ(accumulate(in_memory(weighted), integer_preparation(true)).notes.at(0), pass.notes[0]);
  }
}

TEST_F(IntegerAccumulate, StopsWhenTheListenerSaysSo) {
  const Progress stop = [](const ProgressEvent&) { return false; };
  EXPECT_THROW(accumulate(in_memory(random_table(8, 10)), integer_preparation(), {.progress = stop}), Interrupted);
}

}  // namespace
}  // namespace direct::integer_accumulate_test
