// SPDX-License-Identifier: MIT
#include "algebra/integer_gram.h"

#include <gtest/gtest.h>

#include "algebra/instruction_sets.h"
#include "algebra/integer_blocks.h"
#include "oracle/property.h"
#include "oracle/threads.h"

namespace direct::integer_gram_test {
namespace {

using Sums = std::vector<std::int64_t>;

Sums gram(const IntegerRows& left, const IntegerRows& right, unsigned shift, Sums sums) {
  add_gram(block_of(left), block_of(right), (left.size() + 1) / 2, shift, sums);
  return sums;
}

void expect_naive(const IntegerRows& left, const IntegerRows& right, unsigned shift = 0) {
  const Sums zeros(triangle(left.num_columns));
  ASSERT_EQ(gram(left, right, shift, zeros), naive_gram(left, right, shift, zeros))
      << left.num_columns << " columns, " << left.size() << " rows";
}

TEST(IntegerBlock, LaysOutPanelsOfPairs) {
  IntegerBlock block(5, 40);
  EXPECT_EQ(block.num_pairs(), 3U);
  EXPECT_EQ(block.num_columns(), 40U);
  const std::int16_t* start = block.at(0, 0);
  EXPECT_EQ(block.at(0, 15) - start, 30);
  EXPECT_EQ(block.at(1, 0) - start, 32);
  EXPECT_EQ(block.at(2, 3) - start, 70);
  EXPECT_GE(block.at(0, 16) - start, 96);
  EXPECT_EQ((block.at(0, 16) - start) % 32, 0);
  EXPECT_EQ(block.at(0, 32) - block.at(0, 16), block.at(0, 16) - start);
}

TEST(IntegerGram, EqualsThreeLoopsAroundTheSizesOfPanelsAndTiles) {
  for (const std::size_t columns : {1U, 2U, 7U, 8U, 15U, 16U, 17U, 31U, 33U, 95U, 96U, 97U, 112U, 191U, 192U, 193U})
    for (const std::size_t rows : {1U, 2U, 3U, 4U, 5U, 21U}) {
      const IntegerRows block = random_rows(columns + rows, rows, columns, 127);
      expect_naive(block, block);
    }
}

TEST(IntegerGram, EqualsThreeLoopsAroundTheLengthOfASlice) {
  for (const std::size_t rows : {253U, 254U, 255U, 256U, 257U, 258U, 259U, 511U, 512U, 513U, 600U}) {
    const IntegerRows block = random_rows(rows, rows, 35, 127);
    expect_naive(block, block);
  }
}

PROPERTY(IntegerGram, EqualsThreeLoopsForAnyShape, (Any & any)) {
  const auto columns = any.in_range<std::size_t>(1, 301), rows = any.in_range<std::size_t>(0, 61);
  const auto shift = any.in_range<unsigned>(0, 40);
  const auto seed = any.value<std::uint64_t>();
  const IntegerRows right = random_rows(seed, rows, columns, 127);
  const IntegerRows left = random_rows(seed + 1, rows, columns, 31 * 127);
  const Sums zeros(triangle(columns));
  ASSERT_TRUE(gram(left, right, shift, zeros) == naive_gram(left, right, shift, zeros));
}

TEST(IntegerGram, OfAllColumnsAndManyRows) {
  const IntegerRows block = random_rows(1, 601, 300, 127);
  expect_naive(block, block);
}

// 31 * 127^2 * 4096 is what a 32-bit sum has to hold.
TEST(IntegerGram, HoldsTheLargestSumsThatAreAllowed) {
  for (const int sign : {1, -1}) {
    const IntegerRows right = constant_rows(4096, 19, 127), left = constant_rows(4096, 19, sign * 31 * 127);
    const Sums sums = gram(left, right, 0, Sums(triangle(19)));
    for (const std::int64_t sum : sums) ASSERT_EQ(sum, std::int64_t{sign} * 31 * 127 * 127 * 4096);
    for (const std::int64_t sum : gram(left, right, 30, Sums(triangle(19))))
      ASSERT_EQ(sum, (std::int64_t{sign} * 31 * 127 * 127 * 4096) * (std::int64_t{1} << 30));
  }
}

TEST(IntegerGram, AddsToWhatIsThere) {
  const IntegerRows block = random_rows(2, 11, 100, 127);
  Sums before(triangle(100));
  for (std::size_t i = 0; i < before.size(); ++i) before[i] = static_cast<std::int64_t>(i) - (std::int64_t{1} << 62);
  EXPECT_EQ(gram(block, block, 3, before), naive_gram(block, block, 3, before));
}

// Of a block with room for more rows, whose rest holds what an earlier, longer block left there.
TEST(IntegerGram, TakesTheFirstPairsOnly) {
  const IntegerRows rows = random_rows(3, 20, 50, 127);
  IntegerBlock block = block_of(rows, 30);
  for (std::size_t pair = 10; pair < 25; ++pair)
    for (std::size_t j = 0; j < 50; ++j) block.at(pair, j)[0] = block.at(pair, j)[1] = 99;
  Sums sums(triangle(50));
  add_gram(block, block, 10, 0, sums);
  EXPECT_EQ(sums, naive_gram(rows, rows, 0, Sums(triangle(50))));
  const Sums before = sums;
  add_gram(block, block, 0, 0, sums);
  EXPECT_EQ(sums, before);
}

TEST(IntegerGram, IsTheSameForAnyNumberOfThreads) {
  const IntegerRows left = random_rows(4, 40, 300, 31 * 127), right = random_rows(5, 40, 300, 127);
  const Sums expected = naive_gram(left, right, 5, Sums(triangle(300)));
  for (const int threads : {1, 2, 4}) {
    EXPECT_EQ(oracle::on_threads(threads, [&] { return gram(left, right, 5, Sums(triangle(300))); }), expected)
        << threads;
  }
}

TEST(IntegerGram, IsTheSameOnAnyInstructionSet) {
  const IntegerRows left = constant_rows(4096, 21, -31 * 127), right = constant_rows(4096, 21, 127);
  const IntegerRows uneven_left = random_rows(6, 301, 115, 31 * 127), uneven_right = random_rows(7, 301, 115, 127);
  on_each_instruction_set([&] {
    expect_naive(left, right);
    expect_naive(uneven_left, uneven_right, 7);
  });
}

}  // namespace
}  // namespace direct::integer_gram_test
