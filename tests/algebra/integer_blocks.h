// SPDX-License-Identifier: MIT
// Random blocks of integers, and their Gram matrix by three loops.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "algebra/integer_gram.h"

namespace direct {

// Rows of plain numbers, row-major. An odd number of rows leaves half a pair.
struct IntegerRows {
  std::size_t num_columns = 0;
  std::vector<std::int16_t> values;

  std::size_t size() const { return values.size() / num_columns; }
  std::int16_t operator()(std::size_t row, std::size_t column) const { return values[row * num_columns + column]; }
};

// Numbers between -largest and largest, the ends being as likely as all others together.
inline IntegerRows random_rows(std::uint64_t seed, std::size_t rows, std::size_t columns, int largest) {
  std::mt19937_64 random(seed);
  IntegerRows result{columns, std::vector<std::int16_t>(rows * columns)};
  for (std::int16_t& value : result.values) {
    const auto any = static_cast<int>(random() % static_cast<unsigned>(2 * largest + 1)) - largest;
    value = static_cast<std::int16_t>(random() % 4 == 0 ? largest : random() % 3 == 0 ? -largest : any);
  }
  return result;
}

inline IntegerRows constant_rows(std::size_t rows, std::size_t columns, int value) {
  return {columns, std::vector<std::int16_t>(rows * columns, static_cast<std::int16_t>(value))};
}

inline IntegerRows times(const IntegerRows& rows, int factor) {
  IntegerRows result = rows;
  for (std::int16_t& value : result.values) value = static_cast<std::int16_t>(value * factor);
  return result;
}

// With room for `spare_rows` more.
inline IntegerBlock block_of(const IntegerRows& rows, std::size_t spare_rows = 0) {
  IntegerBlock block(rows.size() + spare_rows, rows.num_columns);
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (std::size_t j = 0; j < rows.num_columns; ++j) block.at(i / 2, j)[i % 2] = rows(i, j);
  return block;
}

inline std::vector<std::int64_t> naive_gram(const IntegerRows& left, const IntegerRows& right, unsigned shift,
                                            std::vector<std::int64_t> sums) {
  std::size_t place = 0;
  for (std::size_t i = 0; i < left.num_columns; ++i) {
    for (std::size_t j = 0; j <= i; ++j, ++place) {
      std::int64_t sum = 0;
      for (std::size_t row = 0; row < left.size(); ++row) sum += std::int64_t{left(row, i)} * right(row, j);
      sums[place] += sum * (std::int64_t{1} << shift);
    }
  }
  return sums;
}

inline std::size_t triangle(std::size_t columns) { return columns * (columns + 1) / 2; }

}  // namespace direct
