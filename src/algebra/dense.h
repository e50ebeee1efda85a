// SPDX-License-Identifier: MIT
// Eigen views of our own matrices and vectors: no copies.
#pragma once

#include <span>
#include <vector>

#include <Eigen/Core>

#include <direct/matrix.h>

namespace direct {

inline Eigen::Map<Eigen::MatrixXd> view(Matrix& m) {
  return {m.data(), static_cast<Eigen::Index>(m.rows()), static_cast<Eigen::Index>(m.cols())};
}
inline Eigen::Map<const Eigen::MatrixXd> view(const Matrix& m) {
  return {m.data(), static_cast<Eigen::Index>(m.rows()), static_cast<Eigen::Index>(m.cols())};
}
inline Eigen::Map<Eigen::VectorXd> view(std::span<double> v) { return {v.data(), static_cast<Eigen::Index>(v.size())}; }
inline Eigen::Map<const Eigen::VectorXd> view(std::span<const double> v) {
  return {v.data(), static_cast<Eigen::Index>(v.size())};
}
inline Eigen::Map<Eigen::VectorXd> view(std::vector<double>& v) { return view(std::span<double>(v)); }
inline Eigen::Map<const Eigen::VectorXd> view(const std::vector<double>& v) { return view(std::span<const double>(v)); }

}  // namespace direct
