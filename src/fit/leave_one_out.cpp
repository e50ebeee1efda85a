// SPDX-License-Identifier: MIT
#include "fit/leave_one_out.h"

#include <Eigen/Cholesky>

#include "algebra/dense.h"

namespace direct {

LeaveOneOut leave_one_out(const Matrix& features, const std::vector<double>& targets, const Variances& variances,
                          bool estimates_mean) {
  const auto n = static_cast<Eigen::Index>(targets.size());
  Eigen::MatrixXd covariance = variances.weight * (view(features).transpose() * view(features));
  covariance.diagonal().array() += variances.noise;
  Eigen::MatrixXd precision = covariance.llt().solve(Eigen::MatrixXd::Identity(n, n));
  if (estimates_mean) {
    const Eigen::VectorXd sums = precision.rowwise().sum();
    precision -= sums * sums.transpose() / sums.sum();
  }
  const Eigen::VectorXd solved = precision * view(targets);
  LeaveOneOut result;
  for (Eigen::Index i = 0; i < n; ++i) {
    result.errors.push_back(solved[i] / precision(i, i));
    result.variances.push_back(1.0 / precision(i, i));
  }
  return result;
}

}  // namespace direct
