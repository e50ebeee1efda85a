// SPDX-License-Identifier: MIT
// A dense matrix of doubles, column-major: element (i, j) is data()[i + j * rows()].
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace direct {

class Matrix {
 public:
  Matrix() = default;
  Matrix(std::size_t rows, std::size_t cols, double fill = 0.0)
      : rows_(rows), cols_(cols), values_(rows * cols, fill) {}

  std::size_t rows() const noexcept { return rows_; }
  std::size_t cols() const noexcept { return cols_; }
  std::size_t size() const noexcept { return values_.size(); }
  double* data() noexcept { return values_.data(); }
  const double* data() const noexcept { return values_.data(); }
  std::span<double> values() noexcept { return values_; }
  std::span<const double> values() const noexcept { return values_; }

  double& operator()(std::size_t i, std::size_t j) noexcept { return values_[i + j * rows_]; }
  double operator()(std::size_t i, std::size_t j) const noexcept { return values_[i + j * rows_]; }
  std::span<double> column(std::size_t j) noexcept { return {data() + j * rows_, rows_}; }
  std::span<const double> column(std::size_t j) const noexcept { return {data() + j * rows_, rows_}; }

  // Contents are unspecified after a change of shape.
  void resize(std::size_t rows, std::size_t cols) {
    rows_ = rows;
    cols_ = cols;
    values_.resize(rows * cols);
  }

  bool operator==(const Matrix&) const = default;

 private:
  std::size_t rows_ = 0;
  std::size_t cols_ = 0;
  std::vector<double> values_;
};

}  // namespace direct
