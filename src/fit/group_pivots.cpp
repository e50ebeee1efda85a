// SPDX-License-Identifier: MIT
#include "fit/group_pivots.h"

#include <cblas.h>
#include <algorithm>
#include <cmath>

#include "algebra/dense.h"
#include "algebra/parallel.h"

namespace direct {
namespace {

constexpr double rounding = 1e-13;

double square(double x) { return x * x; }

}  // namespace

GroupPivots::GroupPivots(const SecondMoments& statistics, const Variances& variances, std::size_t group_size)
    : statistics_(statistics),
      variances_(variances),
      lambda_(variances.noise / variances.weight),
      least_pivot_(std::max(lambda_, rounding * view(statistics.gram).diagonal().maxCoeff())),
      group_size_(group_size),
      chosen_(statistics.num_features() / group_size, false),
      diagonal_(statistics.num_features()),
      coupling_(group_size == 2 ? chosen_.size() : 0),
      residual_(statistics.feature_target) {
  for (std::size_t j = 0; j < diagonal_.size(); ++j) diagonal_[j] = statistics.gram(j, j) + lambda_;
  for (std::size_t g = 0; g < coupling_.size(); ++g) coupling_[g] = statistics.gram(2 * g, 2 * g + 1);
}

void GroupPivots::choose(std::size_t group) {
  for (std::size_t i = 0; i < group_size_; ++i) eliminate(group * group_size_ + i);
  chosen_[group] = true;
}

// The column of the Schur complement, from G and the factor's columns so far. Blocks of rows are fixed, so the bits do
// not depend on the number of threads.
std::vector<double> GroupPivots::next_column(std::size_t feature) const {
  constexpr std::size_t block = 256;
  const std::size_t b = diagonal_.size(), num_columns = factor_.size() / b;
  std::vector<double> row(num_columns), column(b);
  for (std::size_t t = 0; t < num_columns; ++t) row[t] = factor_[t * b + feature];
  parallel_for((b + block - 1) / block, [&](std::size_t task) {
    const std::size_t first = task * block, count = std::min(block, b - first);
    std::copy_n(statistics_.gram.column(feature).data() + first, count, column.data() + first);
    if (num_columns > 0)
      cblas_dgemv(CblasColMajor, CblasNoTrans, static_cast<int>(count), static_cast<int>(num_columns), -1.0,
                  factor_.data() + first, static_cast<int>(b), row.data(), 1, 1.0, column.data() + first, 1);
  });
  return column;
}

// No pivot is below lambda but by rounding, of nearly collinear features.
void GroupPivots::eliminate(std::size_t feature) {
  std::vector<double> column = next_column(feature);
  const double root = std::sqrt(std::max(diagonal_[feature], least_pivot_));
  view(column) /= root;
  column[feature] = root;
  const double step = residual_[feature] / root;
  for (std::size_t j = 0; j < column.size(); ++j) {
    diagonal_[j] -= square(column[j]);
    residual_[j] -= step * column[j];
  }
  for (std::size_t g = 0; g < coupling_.size(); ++g) coupling_[g] -= column[2 * g] * column[2 * g + 1];
  factor_.insert(factor_.end(), column.begin(), column.end());
}

// Eq. 38: r' B^-1 r / 2 sigma^2 - log(det B / lambda^g) / 2. The Schur block B is lambda I plus what is not negative,
// and its determinant is written so that rounding cannot make it so.
double GroupPivots::evidence_gain(std::size_t group) const {
  const std::size_t j = group * group_size_;
  const double least = least_pivot_, first = std::max(diagonal_[j], least), r = residual_[j];
  if (group_size_ == 1) return 0.5 * (square(r) / first / variances_.noise - std::log(first / lambda_));
  const double second = std::max(diagonal_[j + 1], least), s = residual_[j + 1];
  const double most = (first - least) * (second - least);  // the square of what is between them
  const double between = std::clamp(coupling_[group], -std::sqrt(most), std::sqrt(most));
  const double determinant = least * (first + second - least) + std::max(0.0, most - square(between));
  const double form = (second * square(r) - 2.0 * between * r * s + first * square(s)) / determinant;
  return 0.5 * (form / variances_.noise - std::log(determinant / square(lambda_)));
}

double GroupPivots::largest_pivot(std::size_t group) const {
  const auto first = diagonal_.begin() + static_cast<std::ptrdiff_t>(group * group_size_);
  return *std::max_element(first, first + static_cast<std::ptrdiff_t>(group_size_));
}

}  // namespace direct
