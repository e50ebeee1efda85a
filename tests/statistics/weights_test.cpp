// SPDX-License-Identifier: MIT
// A row of weight k is k equal rows: exactly where the sums are exact, to rounding elsewhere.
#include <direct/statistics.h>

#include <gtest/gtest.h>

#include "algebra/dense.h"
#include "statistics/integer_table.h"

namespace direct::weights_test {
namespace {

IntegerTable repeated(const IntegerTable& table) {
  std::vector<std::size_t> rows;
  for (std::size_t i = 0; i < table.size(); ++i) rows.insert(rows.end(), static_cast<std::size_t>(table.weights[i]), i);
  IntegerTable result = selected(table, rows);
  result.weights.clear();
  return result;
}

double largest_difference(const SecondMoments& a, const SecondMoments& b) {
  const double size = b.num_rows + b.target_square;
  return std::max({(view(a.gram) - view(b.gram)).cwiseAbs().maxCoeff(),
                   (view(a.feature_target) - view(b.feature_target)).cwiseAbs().maxCoeff(),
                   std::abs(a.target_square - b.target_square), std::abs(a.num_rows - b.num_rows)}) /
         size;
}

// The weighted sums of the features in floating point, in long double.
SecondMoments weighted_sums(IntegerTable table, const Preparation& p) {
  standardise_inputs(p.scaling, table.inputs);
  standardise_targets(p.scaling, table.targets);
  Matrix features;
  evaluate(p.features, table.inputs, features);
  const auto sum = [&](auto a, auto b) {
    long double total = 0.0L;
    for (std::size_t i = 0; i < table.size(); ++i) total += static_cast<long double>(table.weights[i]) * a(i) * b(i);
    return static_cast<double>(total);
  };
  const auto target = [&](std::size_t i) { return table.targets[i]; };
  const auto feature = [&](std::size_t j) { return [&, j](std::size_t i) { return features(i, j); }; };
  SecondMoments moments(features.cols());
  moments.num_rows = sum([](std::size_t) { return 1.0; }, [](std::size_t) { return 1.0; });
  moments.target_square = sum(target, target);
  for (std::size_t j = 0; j < features.cols(); ++j) {
    moments.feature_target[j] = sum(feature(j), target);
    for (std::size_t k = 0; k < features.cols(); ++k) moments.gram(k, j) = sum(feature(k), feature(j));
  }
  return moments;
}

TEST(Weights, WholeWeightsAreRepetitions) {
  const IntegerTable table =
      with_weights(random_table(1, 90), {1.0, 2.0, 0.0, 30.0, 31.0, 32.0, 33.0, 63.0, 64.0, 1023.0, 1024.0, 5.0});
  const Accumulation weighted = accumulate(in_memory(table), integer_preparation(true));
  EXPECT_FALSE(weighted.groups[0].rounded);
  EXPECT_TRUE(weighted.notes.empty());
  EXPECT_TRUE(weighted.groups[0] == accumulated(repeated(table)));
  EXPECT_TRUE(*weighted.groups[0].exact == naive(table));
}

// Digits in all of their places, and blocks of rows that fill for one place and not for another.
TEST(Weights, LargeWholeWeightsEqualNaiveSums) {
  std::mt19937_64 random(2);
  IntegerTable table = random_table(2, 400);
  for (std::size_t i = 0; i < table.size(); ++i)
    table.weights.push_back(static_cast<double>(random() >> (34 + random() % 30)));
  table.weights[0] = 0x1p38;
  table.weights[1] = 0x1p38 - 1.0;
  EXPECT_TRUE(*accumulated(table).exact == naive(table));
  EXPECT_TRUE(accumulated(shuffled(table, 3)) == accumulated(table));
}

TEST(Weights, BlocksOfWeightedRowsEqualNaiveSums) {
  const IntegerTable table = with_weights(random_table(3, 5000), {31.0, 31.0, 40.0});
  EXPECT_TRUE(*accumulated(table).exact == naive(table));
}

TEST(Weights, OfOneAreNone) {
  const IntegerTable table = random_table(4, 1500), ones = with_weights(table, {1.0});
  EXPECT_TRUE(accumulated(ones) == accumulated(table));
  EXPECT_TRUE(accumulated(in_memory(ones), float_preparation(true)) ==
              accumulated(in_memory(table), float_preparation()));
}

TEST(Weights, OfZeroLeaveARowOutWhateverItsTarget) {
  IntegerTable table = with_weights(random_table(5, 60), {1.0, 0.0, 2.0});
  const Statistics with = accumulated(table);
  table.targets[1] = 1e200;
  EXPECT_TRUE(accumulated(table) == with);
  std::vector<std::size_t> others;
  for (std::size_t i = 0; i < 60; ++i)
    if (table.weights[i] > 0.0) others.push_back(i);
  EXPECT_TRUE(accumulated(selected(table, others)) == with);
}

TEST(Weights, FractionalOnesAreRoundedAndTheRestStaysExact) {
  const IntegerTable table = with_weights(random_table(6, 90), {1.0, 0.25, 3.0, 1.7, 1e-3});
  const Accumulation pass = accumulate(in_memory(table), integer_preparation(true));
  const Statistics& statistics = pass.groups[0];
  std::vector<std::size_t> whole, fractional;
  for (std::size_t i = 0; i < 90; ++i)
    (table.weights[i] == std::floor(table.weights[i]) ? whole : fractional).push_back(i);
  ASSERT_TRUE(statistics.exact && statistics.rounded);
  EXPECT_TRUE(*statistics.exact == naive(selected(table, whole)));
  const SecondMoments rest = weighted_sums(selected(table, fractional), integer_preparation());
  EXPECT_LT(largest_difference(*statistics.rounded, rest), 1e-14);
  const SecondMoments all = weighted_sums(table, integer_preparation());
  EXPECT_LT(largest_difference(second_moments(statistics), all), 1e-12);
  EXPECT_NEAR(num_rows(statistics), all.num_rows, 1e-12);
  ASSERT_EQ(pass.notes.size(), 1U);
  EXPECT_TRUE(pass.notes[0].starts_with("54 rows have a fractional weight")) << pass.notes[0];
}

TEST(Weights, OfOtherFeaturesEqualWeightedSums) {
  const IntegerTable table = with_weights(random_table(7, 1100), {1.0, 0.25, 3.0, 0.0, 1.7});
  const Accumulation pass = accumulate(in_memory(table), float_preparation(true));
  ASSERT_FALSE(pass.groups[0].exact);
  EXPECT_LT(largest_difference(*pass.groups[0].rounded, weighted_sums(table, float_preparation())), 1e-13);
  EXPECT_TRUE(pass.notes.empty());
  const SecondMoments& moments = *pass.groups[0].rounded;
  EXPECT_TRUE(view(moments.gram) == view(moments.gram).transpose());
}

TEST(Weights, ThatAddUpToMoreThanTheSumsHoldAreRefused) {
  const auto thrown_for = [&](const std::vector<double>& weights) {
    return thrown_by([&] { accumulated(with_weights(random_table(8, 2), weights)); });
  };
  EXPECT_FALSE(thrown_for({0x1p41 - 1.0, 1.0}));
  for (const auto& weights : std::vector<std::vector<double>>{
           {0x1p41, 1.0}, {1.0, 0x1p41}, {0x1p42, 0.0}, {0.0, 0x1p63}, {1e19, 1.0}, {1.0, 1e30}, {0.5, 1e300}}) {
    const auto thrown = thrown_for(weights);
    ASSERT_TRUE(thrown) << weights[0] << ", " << weights[1];
    EXPECT_EQ(*thrown, data_error("the rows and their weights add up to more than 2^41, which integer sums cannot "
                                  "hold"));
  }
}

}  // namespace
}  // namespace direct::weights_test
