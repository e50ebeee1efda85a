// SPDX-License-Identifier: MIT
#include "fit/rounding_cost.h"

#include <algorithm>
#include <cmath>

#include "algebra/blas.h"
#include "algebra/cholesky.h"
#include "algebra/dense.h"

namespace direct {
namespace {

constexpr double safety = 2.0;
constexpr double largest_leverage = 1.0 - 1e-9;
constexpr std::size_t max_rows = 256;

Matrix some_rows(const Matrix& rows) {
  const std::size_t count = std::min(max_rows, rows.cols());
  Matrix result(rows.rows(), count);
  for (std::size_t i = 0; i < count; ++i)
    std::ranges::copy(rows.column(i * rows.cols() / count), result.column(i).begin());
  return result;
}

// tau phi' A^-1 phi = tau |L^-1 phi|^2
std::vector<double> leverages(const OrderedCompanion& companion, const Matrix& rows, double noise_precision) {
  Matrix solved(rows.rows(), rows.cols());
  for (std::size_t i = 0; i < rows.cols(); ++i)
    for (std::size_t j = 0; j < rows.rows(); ++j) solved(j, i) = rows(companion.order[j], i);
  solve_lower(companion.factor, solved);
  std::vector<double> result(rows.cols());
  for (std::size_t i = 0; i < result.size(); ++i)
    result[i] = std::min(noise_precision * view(solved.column(i)).squaredNorm(), largest_leverage);
  return result;
}

}  // namespace

RoundingCost::RoundingCost(const SecondMoments& statistics, const OrderedCompanion& companion,
                           const std::vector<double>& effective_shares, double noise_precision, const Matrix* rows)
    : statistics_(statistics), noise_variance_(1.0 / noise_precision) {
  use_single_threaded_blas();
  if (rows && rows->cols() > 0) {
    rows_ = some_rows(*rows);
    leverages_ = leverages(companion, rows_, noise_precision);
    return;
  }
  const double effective = view(effective_shares).sum();
  leverages_ = {std::clamp(effective / statistics.num_rows, 0.0, largest_leverage)};
}

std::vector<RoundingCost::RowTerms> RoundingCost::row_terms(const Rounding& r) const {
  const auto rows = view(rows_).transpose();
  const Eigen::MatrixXd exact = rows * view(r.exact), error = rows * view(r.rounded) - exact;
  const Eigen::VectorXd bias = rows * view(r.centre_error);
  const double count = static_cast<double>(r.exact.cols());
  std::vector<RowTerms> terms(leverages_.size());
  for (std::size_t i = 0; i < terms.size(); ++i) {
    const auto row = static_cast<Eigen::Index>(i);
    terms[i] = {.exact = exact.row(row).squaredNorm() / count,
                .error = error.row(row).squaredNorm() / count,
                .cross = exact.row(row).dot(error.row(row)) / count,
                .bias = bias[row] * bias[row]};
  }
  return terms;
}

// The same sums over all training rows, from their Gram matrix.
RoundingCost::RowTerms RoundingCost::average_terms(const Rounding& r) const {
  const auto gram = view(statistics_.gram).selfadjointView<Eigen::Lower>();
  const Eigen::MatrixXd error = view(r.rounded) - view(r.exact), gram_exact = gram * view(r.exact);
  const Eigen::MatrixXd gram_error = gram * error;
  const Eigen::VectorXd gram_bias = gram * view(r.centre_error);
  const double count = static_cast<double>(r.exact.cols()) * statistics_.num_rows;
  return {.exact = std::max(0.0, view(r.exact).cwiseProduct(gram_exact).sum() / count),
          .error = std::max(0.0, error.cwiseProduct(gram_error).sum() / count),
          .cross = view(r.exact).cwiseProduct(gram_error).sum() / count,
          .bias = std::max(0.0, gram_bias.dot(view(r.centre_error)) / statistics_.num_rows)};
}

// What rounding takes away from the spread, or adds to it in proportion, is estimated from all rows together: a few
// deviations tell it badly for one row.
double RoundingCost::operator()(const Rounding& rounding) const {
  const std::vector<RowTerms> terms =
      rows_.cols() > 0 ? row_terms(rounding) : std::vector<RowTerms>{average_terms(rounding)};
  double exact = 0.0, cross = 0.0, sum = 0.0;
  for (const RowTerms& row : terms) {
    exact += row.exact;
    cross += row.cross;
  }
  const double proportion = exact > 0.0 ? 2.0 * cross / exact : 0.0;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    const double left_out = noise_variance_ / (1.0 - leverages_[i]);
    const double spread = left_out - noise_variance_;
    const double rounded = std::max(left_out + terms[i].error + proportion * spread, noise_variance_);
    sum += std::log(rounded / left_out) + (left_out + terms[i].bias) / rounded - 1.0;
  }
  return std::max(0.0, safety * 0.5 * sum / static_cast<double>(terms.size()));
}

}  // namespace direct
