// SPDX-License-Identifier: MIT
#include "algebra/integer_gram.h"

#include <algorithm>
#include <array>
#include <cassert>

#include "algebra/parallel.h"

// A kernel keeps its sums in registers, as arrays of vectors; vectors whose length is unknown have no arrays.
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "algebra/integer_gram.cpp"
#include <hwy/foreach_target.h>

// Below foreach_target.h, in any order.
#include <hwy/highway.h>

// What the kernels of all instruction sets share. This file is included once for each.
#ifndef DIRECT_INTEGER_GRAM
#define DIRECT_INTEGER_GRAM
namespace direct {

constexpr std::size_t tile_columns = 96;                               // a tile of sums stays in the cache
constexpr std::size_t panel_values = 2 * IntegerBlock::panel_columns;  // of a pair of rows
constexpr std::size_t pairs_per_slice = 128;                           // a panel's slice stays in the first-level cache

using Tile = std::array<std::int32_t, tile_columns * tile_columns>;  // row-major

// Sums of one tile: rows are columns of `left`, from first_row on; columns are columns of `right`.
struct TileTask {
  const IntegerBlock& left;
  const IntegerBlock& right;
  std::size_t pairs;
  std::size_t first_row, first_column;
};

}  // namespace direct
#endif

HWY_BEFORE_NAMESPACE();
namespace direct::HWY_NAMESPACE {
namespace {
namespace simd = hwy::HWY_NAMESPACE;

#if HWY_TARGET == HWY_SCALAR

constexpr std::size_t kernel_rows = 1;

// tile(0 ... kernel_rows, 0 ... 16) += the products of as many columns of `left` with a panel of `right`
HWY_INLINE void add_kernel(const std::array<const std::int16_t*, kernel_rows>& left, const std::int16_t* right,
                           std::size_t pairs, std::int32_t* tile) {
  for (std::size_t p = 0; p < pairs * panel_values; p += panel_values)
    for (std::size_t j = 0; j < panel_values; ++j) tile[j / 2] += left[0][p + j % 2] * right[p + j];
}

#else

constexpr std::size_t lanes = HWY_MIN(HWY_LANES(std::int32_t), IntegerBlock::panel_columns);
constexpr std::size_t vectors = IntegerBlock::panel_columns / lanes;  // of a panel
constexpr std::size_t kernel_rows = 8 / vectors;                      // with more sums than this, compilers spill them

using Sums = simd::FixedTag<std::int32_t, lanes>;
using Pairs = simd::FixedTag<std::int16_t, 2 * lanes>;

// Where products of pairs are added at once, `high` stays zero.
struct KernelSums {
  simd::Vec<Sums> low[kernel_rows][vectors], high[kernel_rows][vectors];
};

// sums += the numbers of one pair of rows: kernel_rows columns of `left` times a panel of `right`
HWY_INLINE void add_pair(const std::array<const std::int16_t*, kernel_rows>& left, const std::int16_t* right,
                         std::size_t place, KernelSums& sums) {
  simd::Vec<Pairs> panel[vectors];
  for (std::size_t v = 0; v < vectors; ++v) panel[v] = simd::LoadU(Pairs(), right + place + v * 2 * lanes);
  for (std::size_t i = 0; i < kernel_rows; ++i) {
    std::int32_t pair;
    hwy::CopyBytes<sizeof(pair)>(left[i] + place, &pair);
    const auto row = simd::BitCast(Pairs(), simd::Set(Sums(), pair));
    for (std::size_t v = 0; v < vectors; ++v)
      sums.low[i][v] = simd::ReorderWidenMulAccumulate(Sums(), row, panel[v], sums.low[i][v], sums.high[i][v]);
  }
}

HWY_INLINE void add_kernel(const std::array<const std::int16_t*, kernel_rows>& left, const std::int16_t* right,
                           std::size_t pairs, std::int32_t* tile) {
  KernelSums sums;
  for (std::size_t i = 0; i < kernel_rows; ++i)
    for (std::size_t v = 0; v < vectors; ++v) sums.low[i][v] = sums.high[i][v] = simd::Zero(Sums());
#if HWY_COMPILER_GCC && !HWY_COMPILER_CLANG
#pragma GCC unroll 2  // else it copies every sum from register to register
#endif
  for (std::size_t place = 0; place < pairs * panel_values; place += panel_values) add_pair(left, right, place, sums);
  for (std::size_t i = 0; i < kernel_rows; ++i) {
    for (std::size_t v = 0; v < vectors; ++v) {
      std::int32_t* into = tile + i * tile_columns + v * lanes;
      const auto sum = simd::RearrangeToOddPlusEven(sums.low[i][v], sums.high[i][v]);
      simd::StoreU(simd::Add(simd::LoadU(Sums(), into), sum), Sums(), into);
    }
  }
}

#endif

static_assert(tile_columns % kernel_rows == 0);

void add_tile(const TileTask& task, Tile& tile) {
  const std::size_t rows = std::min(tile_columns, task.left.num_columns() - task.first_row);
  const std::size_t columns = std::min(tile_columns, task.right.num_columns() - task.first_column);
  for (std::size_t pair = 0; pair < task.pairs; pair += pairs_per_slice) {
    const std::size_t slice = std::min(pairs_per_slice, task.pairs - pair);
    for (std::size_t j = 0; j < columns; j += IntegerBlock::panel_columns) {
      const std::int16_t* right = task.right.at(pair, task.first_column + j);
      for (std::size_t i = 0; i < rows; i += kernel_rows) {
        if (task.first_row + i + kernel_rows <= task.first_column + j) continue;  // above the diagonal
        std::array<const std::int16_t*, kernel_rows> left;
        for (std::size_t k = 0; k < kernel_rows; ++k) left[k] = task.left.at(pair, task.first_row + i + k);
        add_kernel(left, right, slice, tile.data() + i * tile_columns + j);
      }
    }
  }
}

}  // namespace
}  // namespace direct::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace direct {
namespace {

HWY_EXPORT(add_tile);

// Columns in whole tiles, so that a kernel may read beyond the last.
std::size_t padded(std::size_t num_columns) { return (num_columns + tile_columns - 1) / tile_columns * tile_columns; }

void spread(const Tile& tile, const TileTask& task, unsigned shift, std::span<std::int64_t> sums) {
  const std::size_t end = std::min(task.first_row + tile_columns, task.left.num_columns());
  for (std::size_t i = task.first_row; i < end; ++i) {
    const std::int32_t* from = tile.data() + (i - task.first_row) * tile_columns;
    std::int64_t* into = sums.data() + i * (i + 1) / 2 + task.first_column;
    const std::size_t count = std::min(tile_columns, i + 1 - task.first_column);
    for (std::size_t j = 0; j < count; ++j) into[j] += static_cast<std::int64_t>(from[j]) * (std::int64_t{1} << shift);
  }
}

}  // namespace

IntegerBlock::IntegerBlock(std::size_t max_rows, std::size_t num_columns)
    : num_pairs_((max_rows + 1) / 2),
      num_columns_(num_columns),
      pair_stride_(num_pairs_ + 72),
      values_(2 * pair_stride_ * padded(num_columns)) {}

void add_gram(const IntegerBlock& left, const IntegerBlock& right, std::size_t pairs, unsigned shift,
              std::span<std::int64_t> sums) {
  assert(left.num_columns() == right.num_columns() && pairs <= left.num_pairs() && pairs <= right.num_pairs());
  assert(sums.size() == left.num_columns() * (left.num_columns() + 1) / 2);
  const std::size_t tiles = padded(left.num_columns()) / tile_columns;
  parallel_for(tiles * (tiles + 1) / 2, [&](std::size_t index) {
    std::size_t row = 0;
    while (index > row) index -= ++row;  // tiles (0,0), (1,0), (1,1), (2,0), ...
    const TileTask task{left, right, pairs, row * tile_columns, index * tile_columns};
    Tile tile{};
    HWY_DYNAMIC_DISPATCH(add_tile)(task, tile);
    spread(tile, task, shift, sums);
  });
}

}  // namespace direct
#endif
