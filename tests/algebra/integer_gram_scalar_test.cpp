// SPDX-License-Identifier: MIT
// The kernel for machines without vector instructions, which dispatch never chooses where there are some. It is
// compiled here once more, in a namespace of its own.
#define HWY_COMPILE_ONLY_SCALAR
#define direct direct_scalar
#include "algebra/integer_gram.cpp"

#include <gtest/gtest.h>

#include "algebra/integer_blocks.h"

namespace direct::integer_gram_scalar_test {
namespace {

static_assert(HWY_TARGET == HWY_SCALAR);

TEST(IntegerGramScalar, EqualsThreeLoops) {
  for (const std::size_t columns : {1U, 15U, 16U, 17U, 96U, 97U, 200U})
    for (const std::size_t rows : {1U, 2U, 7U, 300U}) {
      const IntegerRows right = random_rows(columns, rows, columns, 127);
      const IntegerRows left = random_rows(rows, rows, columns, 31 * 127);
      std::vector<std::int64_t> sums(triangle(columns), 5);
      const std::vector<std::int64_t> expected = naive_gram(left, right, 10, sums);
      add_gram(block_of(left), block_of(right), (rows + 1) / 2, 10, sums);
      ASSERT_EQ(sums, expected) << columns << " columns, " << rows << " rows";
    }
}

TEST(IntegerGramScalar, HoldsTheLargestSumsThatAreAllowed) {
  const IntegerRows left = constant_rows(4096, 3, -31 * 127), right = constant_rows(4096, 3, 127);
  std::vector<std::int64_t> sums(triangle(3));
  add_gram(block_of(left), block_of(right), 2048, 0, sums);
  for (const std::int64_t sum : sums) EXPECT_EQ(sum, std::int64_t{-31} * 127 * 127 * 4096);
}

}  // namespace
}  // namespace direct::integer_gram_scalar_test
