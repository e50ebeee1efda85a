// SPDX-License-Identifier: MIT
// Rows in memory, to fit from, to evaluate on and to predict: a Table stands wherever a Dataset does, and the same
// values give the same bytes as from a file. Numbers and codes are not copied: a Table refers to lvalues, which must
// outlive the Table and every Dataset made of it, and takes over rvalues (std::move(x)), which its copies share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <direct/data.h>
#include <direct/matrix.h>

namespace direct {

// A column in memory: numbers, where NaN is a missing cell, or categories. A category is a text even if it looks like
// a number; texts mean what they mean in a file, where "" and "NA" are missing.
class Values {
 public:
  Values() = default;  // no column
  Values(const std::vector<double>& numbers);
  Values(std::vector<double>&& numbers);
  Values(const std::vector<double>&& numbers) = delete;  // would dangle
  Values(std::span<const double> numbers);
  // Element i is numbers[i * stride]. `owner` keeps the numbers alive.
  Values(const double* numbers, std::size_t size, std::ptrdiff_t stride, std::shared_ptr<const void> owner = {});

  Values(const std::vector<std::string>& texts);
  Values(std::vector<std::string>&& texts);
  Values(const std::vector<std::string>&& texts) = delete;
  // Row i has the text levels[codes[i]]; it is missing where the code is -1. The levels may come in any order.
  Values(std::vector<std::string> levels, const std::vector<std::int32_t>& codes);
  Values(std::vector<std::string> levels, std::vector<std::int32_t>&& codes);
  Values(std::vector<std::string> levels, const std::vector<std::int32_t>&& codes) = delete;
  Values(std::vector<std::string> levels, std::span<const std::int32_t> codes);

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  bool categorical() const { return numbers_ == nullptr; }
  // Of numbers. Requires: row < size().
  double number(std::size_t row) const { return numbers_[static_cast<std::ptrdiff_t>(row) * stride_]; }
  // Of categories: empty where the cell is missing, nothing where its code has no level.
  std::optional<std::string_view> text(std::size_t row) const;
  std::int32_t code(std::size_t row) const { return codes_[row]; }  // requires: levels and codes

 private:
  const double* numbers_ = nullptr;
  std::ptrdiff_t stride_ = 1;
  const std::int32_t* codes_ = nullptr;  // of categories that are not texts
  std::span<const std::string> texts_;   // of the levels, or of the rows
  std::size_t size_ = 0;
  std::shared_ptr<const void> owner_, levels_;
};

// Columns of numbers: a Matrix, or anything that has strides, such as an array of rows.
class MatrixRef {
 public:
  MatrixRef() = default;
  MatrixRef(const Matrix& matrix);
  MatrixRef(Matrix&& matrix);
  MatrixRef(const Matrix&& matrix) = delete;  // would dangle
  // Element (i, j) is numbers[i * row_stride + j * column_stride]. `owner` keeps the numbers alive.
  MatrixRef(const double* numbers, std::size_t rows, std::size_t cols, std::ptrdiff_t row_stride,
            std::ptrdiff_t column_stride, std::shared_ptr<const void> owner = {});

  std::size_t rows() const { return rows_; }
  std::size_t cols() const { return cols_; }
  Values column(std::size_t j) const;

 private:
  const double* numbers_ = nullptr;
  std::size_t rows_ = 0, cols_ = 0;
  std::ptrdiff_t row_stride_ = 1, column_stride_ = 0;
  std::shared_ptr<const void> owner_;
};

struct TableColumn {
  std::string name;  // empty: none
  Values values;
};

// The columns are, in this order: those of `inputs`, `columns`, `exposures`, `weights`, `target`. Any may be left out;
// all others have the same number of rows. `options` name columns, as they do in a file. A column without a name is
// called by its index, and a table without any name is like a file without a header. A model finds its inputs in
// another table by name if both have names, else by order; `target`, `weights` and `exposures` are found whatever their
// names are. Messages count rows from 0: "table, row 17: ...".
struct Table {
  MatrixRef inputs = {};
  Values target = {};                     // called as options.target says, else "target"
  Values weights = {};                    // options.weight, else "weight"
  Values exposures = {};                  // options.exposure, else "exposure"
  std::vector<std::string> names = {};    // of the columns of `inputs`; empty: none has a name
  std::vector<TableColumn> columns = {};  // inputs, and columns that `options` name
  DataOptions options = {};               // header and delimiter mean nothing here

  // Throws Error(data) for columns of different lengths and names that come twice or do not fit.
  operator Dataset() const;
};

// Reads a whole file and keeps the order of its columns. A column holds numbers if its first cell that is not missing
// is a number, else categories. Columns of options.drop take no memory. Throws Error(data) as survey() does, except
// that missing cells are kept: survey() decides about them.
Table read_csv(const std::string& path, DataOptions options = {});

}  // namespace direct
