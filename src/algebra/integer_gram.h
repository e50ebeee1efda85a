// SPDX-License-Identifier: MIT
// Gram matrices of small integers, without rounding: products of 16-bit numbers, summed in 32 bits over a block of rows
// and in 64 bits over blocks. On common machines about twice as fast as a product of floats.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace direct {

// A block of rows. Sixteen columns form a panel; in a panel two rows follow each other, and of these each column's two
// numbers stand together:
//   panel 0: (0,0) (1,0) (0,1) (1,1) ... (0,15) (1,15)  (2,0) (3,0) (2,1) (3,1) ...   panel 1: (0,16) (1,16) ...
class IntegerBlock {
 public:
  static constexpr std::size_t panel_columns = 16;

  IntegerBlock() = default;
  IntegerBlock(std::size_t max_rows, std::size_t num_columns);

  std::size_t num_columns() const { return num_columns_; }
  std::size_t num_pairs() const { return num_pairs_; }  // of rows

  // Where the numbers of rows 2 * pair and 2 * pair + 1 in `column` stand; those of the next column of the panel
  // follow.
  std::int16_t* at(std::size_t pair, std::size_t column) { return values_.data() + offset(pair, column); }
  const std::int16_t* at(std::size_t pair, std::size_t column) const { return values_.data() + offset(pair, column); }

 private:
  std::size_t offset(std::size_t pair, std::size_t column) const {
    return 2 * ((column / panel_columns * pair_stride_ + pair) * panel_columns + column % panel_columns);
  }

  std::size_t num_pairs_ = 0, num_columns_ = 0;
  std::size_t pair_stride_ = 0;  // from panel to panel: more than num_pairs_, or panels would share sets of the cache
  std::vector<std::int16_t> values_;  // zero where there is no row or column
};

// sums += 2^shift left' right over the first `pairs` pairs of rows. Only the lower triangle, row by row. Requires:
// blocks of one shape, and that no sum of products over the block leaves 32 bits, nor a sum in `sums` 64.
void add_gram(const IntegerBlock& left, const IntegerBlock& right, std::size_t pairs, unsigned shift,
              std::span<std::int64_t> sums);

}  // namespace direct
