// SPDX-License-Identifier: MIT
#include <direct/error.h>
#include <direct/statistics.h>

#include <gtest/gtest.h>

#include "algebra/dense.h"
#include "algebra/parallel.h"
#include "oracle/enumerate.h"
#include "oracle/property.h"
#include "oracle/random_problem.h"

namespace direct::second_moments_test {
namespace {

SecondMoments accumulated(const oracle::TinyProblem& problem) {
  MomentAccumulator sums(problem.features.cols());
  sums.add(problem.features, problem.targets);
  return std::move(sums).finish();
}

// The largest difference between two statistics, against the size of their sums.
double difference(const SecondMoments& a, const SecondMoments& b) {
  EXPECT_EQ(a.num_rows, b.num_rows);
  const double size = 1.0 + view(b.gram).diagonal().maxCoeff() + b.target_square;
  return std::max({(view(a.gram) - view(b.gram)).cwiseAbs().maxCoeff(),
                   (view(a.feature_target) - view(b.feature_target)).cwiseAbs().maxCoeff(),
                   std::abs(a.target_square - b.target_square)}) /
         size;
}

SecondMoments sum(SecondMoments a, const SecondMoments& b) {
  merge(a, b);
  return a;
}

// Small whole numbers: every sum is exact in whatever order.
SecondMoments whole_moments(std::uint64_t seed, std::size_t num_features) {
  oracle::TinyProblem problem = oracle::random_regression(seed, 7, num_features, 2, 1.0);
  for (double& value : problem.features.values()) value = std::round(4.0 * value);
  for (double& value : problem.targets) value = std::round(4.0 * value);
  return accumulated(problem);
}

TEST(MomentAccumulator, EqualsNaiveSumsAroundTheSizeOfATile) {
  for (const std::size_t num_features : {1U, 2U, 255U, 256U, 257U, 300U}) {
    const oracle::TinyProblem problem = oracle::random_regression(num_features, 9, num_features, 2, 1.0);
    const SecondMoments moments = accumulated(problem);
    EXPECT_LT(difference(moments, oracle::statistics_of(problem)), 1e-14) << num_features;
    EXPECT_TRUE(view(moments.gram) == view(moments.gram).transpose()) << num_features;
  }
}

TEST(MomentAccumulator, AddsBlocksOfAnySize) {
  const oracle::TinyProblem whole = oracle::random_regression(3, 20, 5, 2, 1.0);
  MomentAccumulator sums(5);
  for (std::size_t first = 0, rows = 0; first < 20; first += rows, ++rows) {
    rows = std::min(rows, 20 - first);
    Matrix block(rows, 5);
    view(block) = view(whole.features).middleRows(static_cast<Eigen::Index>(first), static_cast<Eigen::Index>(rows));
    sums.add(block, std::span(whole.targets).subspan(first, rows));
  }
  EXPECT_LT(difference(std::move(sums).finish(), oracle::statistics_of(whole)), 1e-14);
}

TEST(MomentAccumulator, GivesTheSameBytesForAnyNumberOfThreads) {
  const oracle::TinyProblem problem = oracle::random_regression(4, 60, 600, 2, 1.0);
  const SecondMoments one = with_threads(1, [&] { return accumulated(problem); });
  for (const int threads : {2, 4}) {
    const SecondMoments moments = with_threads(threads, [&] { return accumulated(problem); });
    EXPECT_TRUE(moments == one) << threads;
  }
}

TEST(MomentAccumulator, OfNoRowsIsZero) {
  MomentAccumulator sums(3);
  sums.add(Matrix(0, 3), {});
  EXPECT_TRUE(std::move(sums).finish() == SecondMoments(3));
}

PROPERTY(Merge, IsAssociativeAndCommutative, (std::uint64_t seed)) {
  const std::size_t num_features = 1 + seed % 6;
  const SecondMoments a = whole_moments(seed, num_features), b = whole_moments(seed + 1, num_features),
                      c = whole_moments(seed + 2, num_features);
  ASSERT_TRUE(sum(sum(a, b), c) == sum(a, sum(b, c)));
  ASSERT_TRUE(sum(a, b) == sum(b, a));
}

PROPERTY(Merge, IsAssociativeToRoundingForAnyNumbers, (std::uint64_t seed)) {
  const auto part = [&](std::uint64_t i) { return accumulated(oracle::random_regression(seed + i, 5, 4, 2, 1.0)); };
  const SecondMoments a = part(0), b = part(1), c = part(2);
  ASSERT_TRUE(difference(sum(sum(a, b), c), sum(a, sum(b, c))) < 1e-15);
  ASSERT_TRUE(sum(a, b) == sum(b, a));
}

TEST(Merge, WithNothingChangesNothing) {
  const SecondMoments a = accumulated(oracle::random_regression(5, 8, 4, 2, 1.0));
  EXPECT_TRUE(sum(a, SecondMoments(4)) == a);
  EXPECT_TRUE(sum(SecondMoments(4), a) == a);
}

TEST(Merge, RefusesOtherSizes) {
  SecondMoments three(3);
  try {
    merge(three, SecondMoments(4));
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::usage);
    EXPECT_STREQ(error.what(), "statistics of 3 features cannot be merged with those of 4");
  }
  EXPECT_TRUE(three == SecondMoments(3));
}

}  // namespace
}  // namespace direct::second_moments_test
