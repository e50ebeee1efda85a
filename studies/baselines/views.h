// SPDX-License-Identifier: MIT
// Our matrices and vectors as Eigen sees them.
#pragma once

#include <direct/matrix.h>

#include <Eigen/Dense>
#include <vector>

namespace study {

inline Eigen::Map<const Eigen::MatrixXd> view(const direct::Matrix& matrix) {
  return {matrix.data(), static_cast<Eigen::Index>(matrix.rows()), static_cast<Eigen::Index>(matrix.cols())};
}

inline Eigen::Map<const Eigen::VectorXd> view(const std::vector<double>& vector) {
  return {vector.data(), static_cast<Eigen::Index>(vector.size())};
}

}  // namespace study
