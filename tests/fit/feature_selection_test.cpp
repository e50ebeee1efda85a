// SPDX-License-Identifier: MIT
#include "fit/feature_selection.h"

#include <gtest/gtest.h>
#include <algorithm>
#include <cmath>

#include "fit/group_pivots.h"
#include "fit/restricted.h"
#include "oracle/enumerate.h"
#include "oracle/property.h"
#include "oracle/random_problem.h"
#include "oracle/threads.h"

namespace direct::feature_selection_test {
namespace {

constexpr Variances variances{.noise = 0.3, .weight = 0.7};

std::vector<std::size_t> features_of(const std::vector<std::size_t>& groups, std::size_t size) {
  std::vector<std::size_t> features;
  for (const std::size_t group : groups)
    for (std::size_t i = 0; i < size; ++i) features.push_back(group * size + i);
  std::ranges::sort(features);
  return features;
}

double evidence_of(const SecondMoments& statistics, const std::vector<std::size_t>& features) {
  const SecondMoments few = restricted(statistics, features);
  const std::vector<double> levels = {-1.0, 1.0};
  const WeightPrior prior = make_prior(PriorKind::gaussian, levels, variances.weight, features.size());
  return log_evidence(gaussian_companion(few, prior, 1.0 / variances.noise), few, prior, 1.0 / variances.noise);
}

// Without any feature: the target is noise.
double evidence_of_nothing(const SecondMoments& s) {
  return -0.5 * (s.num_rows * std::log(2.0 * M_PI * variances.noise) + s.target_square / variances.noise);
}

double evidence_of_groups(const SecondMoments& statistics, const std::vector<std::size_t>& groups, std::size_t size) {
  return groups.empty() ? evidence_of_nothing(statistics) : evidence_of(statistics, features_of(groups, size));
}

SecondMoments random_statistics(std::uint64_t seed, std::size_t num_rows, std::size_t num_features) {
  return oracle::statistics_of(oracle::random_regression(seed, num_rows, num_features, 3, 0.5));
}

void expect_gains_of_evidence(const SecondMoments& statistics, std::size_t size) {
  GroupPivots pivots(statistics, variances, size);
  std::vector<std::size_t> groups;
  for (const std::size_t next : {3U, 0U, 4U}) {
    const double before = evidence_of_groups(statistics, groups, size);
    for (std::size_t g = 0; g < pivots.num_groups(); ++g) {
      if (pivots.is_chosen(g)) continue;
      std::vector<std::size_t> more = groups;
      more.push_back(g);
      ASSERT_TRUE(std::abs(pivots.evidence_gain(g) - (evidence_of_groups(statistics, more, size) - before)) < 1e-8);
    }
    pivots.choose(next);
    groups.push_back(next);
  }
}

PROPERTY(GroupPivots, GainIsTheDifferenceOfTheEvidence, (std::uint64_t seed)) {
  expect_gains_of_evidence(random_statistics(seed, 20, 6), 1);
  expect_gains_of_evidence(random_statistics(seed, 20, 10), 2);
  expect_gains_of_evidence(random_statistics(seed, 4, 10), 2);  // fewer rows than features
}

// At each step the group whose addition has the highest evidence of all, by a companion of its own.
std::vector<std::size_t> brute_force(const SecondMoments& statistics, std::size_t count, std::size_t size) {
  std::vector<std::size_t> groups;
  while (groups.size() < count) {
    double highest = -HUGE_VAL;
    std::size_t best = 0;
    for (std::size_t g = 0; g < statistics.num_features() / size; ++g) {
      if (std::ranges::count(groups, g) > 0) continue;
      std::vector<std::size_t> more = groups;
      more.push_back(g);
      const double evidence = evidence_of_groups(statistics, more, size);
      if (evidence > highest) highest = evidence, best = g;
    }
    groups.push_back(best);
  }
  return features_of(groups, size);
}

PROPERTY(FeatureSelection, IsThatOfBruteForceAtEachStep, (std::uint64_t seed)) {
  for (const std::size_t size : {1U, 2U}) {
    const SecondMoments statistics = random_statistics(seed, 15, 8);
    for (std::size_t count = 1; count <= 8 / size; ++count)
      ASSERT_TRUE(selected_features(statistics, variances, {.group_size = size, .most = count * size}) ==
                  brute_force(statistics, count, size));
  }
}

PROPERTY(FeatureSelection, EndsWhereNoGroupGainsAnything, (std::uint64_t seed)) {
  const SecondMoments statistics = random_statistics(seed, 30, 12);
  const std::vector<std::size_t> features = selected_features(statistics, variances, {});
  GroupPivots pivots(statistics, variances, 1);
  for (const std::size_t j : features) pivots.choose(j);
  for (std::size_t j = 0; j < 12; ++j) ASSERT_TRUE(pivots.is_chosen(j) || pivots.evidence_gain(j) <= 1e-9);
}

// Column 2k + 1 is column 2k once more.
SecondMoments with_duplicates(std::uint64_t seed, std::size_t num_features) {
  oracle::TinyProblem problem = oracle::random_regression(seed, 200, num_features, 3, 0.5);
  for (std::size_t j = 0; j + 1 < num_features; j += 2)
    std::ranges::copy(problem.features.column(j), problem.features.column(j + 1).begin());
  for (std::size_t i = 0; i < problem.targets.size(); ++i) {
    problem.targets[i] *= 0.1;
    for (std::size_t j = 0; j < num_features; ++j) problem.targets[i] += problem.features(i, j);
  }
  return oracle::statistics_of(problem);
}

TEST(FeatureSelection, TakesOneOfTwoEqualFeatures) {
  const SecondMoments statistics = with_duplicates(1, 12);
  for (const double noise : {1.0, 1e-3, 1e-9}) {  // nearly no ridge: the second pivot is rounding
    const auto features = selected_features(statistics, {.noise = noise, .weight = 100.0}, {});
    for (std::size_t j = 0; j < 12; j += 2)
      EXPECT_EQ(std::ranges::count(features, j) + std::ranges::count(features, j + 1), 1);
  }
}

TEST(FeatureSelection, SurvivesCollinearFeaturesToTheLast) {
  const SecondMoments statistics = with_duplicates(2, 12);
  const Variances tiny{.noise = 1e-12, .weight = 1e4};
  EXPECT_EQ(selected_features(statistics, tiny, {.most = 12}).size(), 12U);
  EXPECT_EQ(selected_features(statistics, tiny, {.group_size = 2, .most = 12}).size(), 12U);
  GroupPivots pivots(statistics, tiny, 2);
  for (std::size_t g = 0; g < 6; ++g) {
    pivots.choose(g);
    for (std::size_t other = g + 1; other < 6; ++other) EXPECT_TRUE(std::isfinite(pivots.evidence_gain(other)));
  }
}

TEST(FeatureSelection, KeepsPairsTogetherAndAtLeastOne) {
  const SecondMoments statistics = random_statistics(3, 40, 10);
  for (std::size_t most = 1; most <= 12; ++most) {
    const auto features = selected_features(statistics, variances, {.group_size = 2, .most = most});
    EXPECT_EQ(features.size(), std::clamp<std::size_t>(most / 2 * 2, 2, 10));
    for (std::size_t i = 0; i < features.size(); i += 2) {
      EXPECT_EQ(features[i] % 2, 0U);
      EXPECT_EQ(features[i] + 1, features[i + 1]);
    }
  }
  EXPECT_EQ(group_size(FeatureKind::fourier), 2U);
  EXPECT_EQ(group_size(FeatureKind::linear), 1U);
}

TEST(FeatureSelection, DoesNotDependOnThreads) {
  const SecondMoments statistics = random_statistics(4, 900, 600);
  const auto selected = [&](int threads) {
    return oracle::on_threads(threads,
                              [&] { return selected_features(statistics, variances, {.group_size = 2, .most = 200}); });
  };
  EXPECT_EQ(selected(1), selected(4));
}

}  // namespace
}  // namespace direct::feature_selection_test
