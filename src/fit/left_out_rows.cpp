// SPDX-License-Identifier: MIT
#include "fit/left_out_rows.h"

#include <cmath>

#include "algebra/cholesky.h"
#include "algebra/dense.h"

namespace direct {
namespace {

// That of the weights' prior and the noise.
Matrix target_covariance(const Matrix& features, std::span<const double> variances, double noise) {
  Matrix scaled = features, covariance(features.rows(), features.rows());
  for (std::size_t j = 0; j < scaled.cols(); ++j) view(scaled.column(j)) *= std::sqrt(variances[j]);
  view(covariance).selfadjointView<Eigen::Lower>().rankUpdate(view(scaled));
  for (std::size_t i = 0; i < covariance.rows(); ++i) covariance(i, i) += noise;
  return covariance;
}

}  // namespace

// With C the covariance, target i less its prediction from the others is (C^-1 y)_i / (C^-1)_ii, of variance
// 1 / (C^-1)_ii.
std::optional<LeftOutScores> left_out_scores(const Matrix& features, std::span<const double> variances, double noise,
                                             const std::vector<double>& targets) {
  Matrix covariance = target_covariance(features, variances, noise);
  if (!factorise(covariance)) return std::nullopt;
  std::vector<double> solved = targets;
  solve_factorised(covariance, solved);
  invert_factorised(covariance);
  LeftOutScores sum;
  for (std::size_t i = 0; i < solved.size(); ++i) {
    const double precision = covariance(i, i), error = solved[i] / precision;
    sum.mean_square += error * error;
    sum.nll += 0.5 * (error * error * precision - std::log(precision));
  }
  const auto count = static_cast<double>(targets.size());
  return LeftOutScores{.mean_square = sum.mean_square / count, .nll = sum.nll / count};
}

}  // namespace direct
