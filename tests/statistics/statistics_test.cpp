// SPDX-License-Identifier: MIT
#include <direct/statistics.h>

#include <gtest/gtest.h>

#include "algebra/dense.h"
#include "statistics/integer_table.h"

namespace direct::statistics_test {
namespace {

Statistics sum(Statistics a, const Statistics& b) {
  merge(a, b);
  return a;
}

// Weights of quarters and whole numbers, inputs and targets of few bits: every sum is exact in whatever order.
Statistics both_parts(std::uint64_t seed) {
  Statistics statistics = accumulated(random_table(seed, 5));
  if (seed % 3 == 0) return statistics;
  SecondMoments quarters(18);
  quarters.num_rows = 0.25 * static_cast<double>(seed % 17);
  quarters.target_square = 0.5 * static_cast<double>(seed % 23);
  quarters.gram(2, 1) = quarters.gram(1, 2) = static_cast<double>(seed % 31);
  statistics.rounded = quarters;
  return statistics;
}

TEST(StatisticsMerge, IsAssociativeAndCommutativeAndHasAnIdentity) {
  const Statistics empty = empty_statistics(integer_preparation().features);
  for (std::uint64_t seed = 1; seed <= 9; ++seed) {
    const Statistics a = both_parts(seed), b = both_parts(seed * seed + 1), c = both_parts(seed + 100);
    EXPECT_TRUE(sum(sum(a, b), c) == sum(a, sum(b, c))) << seed;
    EXPECT_TRUE(sum(a, b) == sum(b, a)) << seed;
    EXPECT_TRUE(sum(a, empty) == a) << seed;
    EXPECT_TRUE(sum(empty, a) == a) << seed;
    EXPECT_EQ(num_rows(sum(a, b)), num_rows(a) + num_rows(b)) << seed;
  }
}

TEST(StatisticsMerge, RefusesOtherFeatures) {
  const Statistics empty = empty_statistics(integer_preparation().features);
  Statistics floats = empty_statistics(float_preparation().features);
  const auto refusal = usage_error("statistics of integer features cannot be merged with those of others");
  EXPECT_EQ(thrown_by([&] { merge(floats, empty); }), refusal);
  Statistics integers = empty;
  EXPECT_EQ(thrown_by([&] { merge(integers, floats); }), refusal);
  EXPECT_TRUE(integers == empty);
}

TEST(EmptyStatistics, FitTheFeaturesAndHoldNoRows) {
  const Statistics integers = empty_statistics(integer_preparation().features);
  EXPECT_TRUE(integers.exact && !integers.rounded);
  const Statistics floats = empty_statistics(linear_features(3));
  EXPECT_TRUE(!floats.exact && floats.rounded);
  for (const Statistics& empty : {integers, floats}) EXPECT_EQ(num_rows(empty), 0.0);
  EXPECT_TRUE(second_moments(integers) == SecondMoments(18));
  EXPECT_TRUE(second_moments(floats) == SecondMoments(4));
}

TEST(SecondMomentsOfStatistics, AreTheSumOfBothParts) {
  const Statistics both = both_parts(4);
  SecondMoments expected = second_moments(*both.exact);
  merge(expected, *both.rounded);
  EXPECT_TRUE(second_moments(both) == expected);
  EXPECT_EQ(expected.num_rows, 6.0);
  EXPECT_EQ(num_rows(both), 6.0);
}

TEST(Decay, MultipliesEverySum) {
  for (const Statistics& before : {accumulated(random_table(1, 40)), both_parts(4)}) {
    for (const double factor : {0.5, 0.99, 1e-9}) {
      Statistics after = before;
      decay(after, factor);
      const SecondMoments then = second_moments(before), now = second_moments(after);
      EXPECT_NEAR(now.num_rows, factor * then.num_rows, 1e-15 * then.num_rows);
      EXPECT_NEAR(now.target_square, factor * then.target_square, 1e-15 * then.target_square);
      EXPECT_LT((view(now.gram) - factor * view(then.gram)).cwiseAbs().maxCoeff(), 1e-15 * then.num_rows);
      EXPECT_LT((view(now.feature_target) - factor * view(then.feature_target)).cwiseAbs().maxCoeff(),
                1e-14 * then.num_rows);
      EXPECT_EQ(num_rows(after), now.num_rows);
    }
  }
}

TEST(Decay, LeavesRoomForExactRows) {
  Statistics statistics = accumulated(random_table(1, 40));
  const Statistics more = accumulated(random_table(2, 30));
  decay(statistics, 0.5);
  merge(statistics, more);
  EXPECT_EQ(num_rows(statistics), 50.0);
  EXPECT_TRUE(statistics.exact == more.exact);
}

TEST(Decay, OfOneChangesNothing) {
  Statistics statistics = accumulated(random_table(1, 40));
  const Statistics before = statistics;
  decay(statistics, 1.0);
  EXPECT_TRUE(statistics == before);
}

TEST(Decay, RefusesOtherFactors) {
  Statistics statistics = accumulated(random_table(1, 40));
  const Statistics before = statistics;
  for (const double factor : {0.0, -0.5, 1.0000001, 2.0, HUGE_VAL, std::nan("")}) {
    const auto thrown = thrown_by([&] { decay(statistics, factor); });
    ASSERT_TRUE(thrown) << factor;
    EXPECT_EQ(thrown->kind, ErrorKind::usage);
  }
  EXPECT_TRUE(statistics == before);
}

}  // namespace
}  // namespace direct::statistics_test
