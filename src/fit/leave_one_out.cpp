// SPDX-License-Identifier: MIT
#include "fit/leave_one_out.h"

#include <cmath>

#include "algebra/cholesky.h"
#include "algebra/dense.h"

namespace direct {
namespace {

Matrix target_covariance(const Matrix& features, const RegressionPrior& prior) {
  Matrix scaled = features, covariance(features.rows(), features.rows());
  for (std::size_t j = 0; j < scaled.cols(); ++j) view(scaled.column(j)) *= std::sqrt(prior.weights[j]);
  view(covariance).selfadjointView<Eigen::Lower>().rankUpdate(view(scaled));
  view(covariance).diagonal().array() += prior.noise;
  return covariance;
}

}  // namespace

double LeaveOneOut::mean_square() const { return view(errors).squaredNorm() / static_cast<double>(errors.size()); }

double LeaveOneOut::nll() const {
  const auto v = view(variances).array();
  return 0.5 * (view(errors).array().square() / v + v.log()).mean();
}

std::optional<LeaveOneOut> leave_one_out(const Matrix& features, const std::vector<double>& targets,
                                         const RegressionPrior& prior) {
  Matrix precision = target_covariance(features, prior);
  if (!factorise(precision)) return std::nullopt;
  std::vector<double> solved = targets, sums(targets.size(), 1.0);
  solve_factorised(precision, solved);
  solve_factorised(precision, sums);
  invert_factorised(precision);
  Eigen::VectorXd diagonal = view(precision).diagonal();
  if (prior.estimates_mean) {
    const double total = view(sums).sum();
    diagonal -= view(sums).cwiseAbs2() / total;
    view(solved) -= view(sums) * (view(sums).dot(view(targets)) / total);
  }
  LeaveOneOut result{std::move(solved), std::vector<double>(targets.size())};
  view(result.errors).array() /= diagonal.array();
  view(result.variances) = diagonal.cwiseInverse();
  return result;
}

}  // namespace direct
