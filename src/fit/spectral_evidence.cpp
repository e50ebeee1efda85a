// SPDX-License-Identifier: MIT
#include "fit/spectral_evidence.h"

#include <algorithm>
#include <cmath>

#include <Eigen/Eigenvalues>

#include "algebra/constants.h"
#include "algebra/dense.h"

namespace direct {
namespace {

// G = L L' with as many columns as the rank, and c = L a.
struct LowRank {
  Eigen::MatrixXd factor;       // num_features x rank
  Eigen::VectorXd half_target;  // a
};

// Cholesky's factorisation, the largest pivot first, until what is left is rounding.
LowRank low_rank(const SecondMoments& statistics) {
  constexpr double negligible = 1e-11;
  const auto gram = view(statistics.gram);
  const Eigen::Index most = std::min(gram.rows(), static_cast<Eigen::Index>(std::ceil(statistics.num_rows)));
  LowRank result{.factor = Eigen::MatrixXd::Zero(gram.rows(), most), .half_target = Eigen::VectorXd::Zero(most)};
  Eigen::VectorXd left = gram.diagonal(), target = view(statistics.feature_target);
  const double smallest = negligible * left.maxCoeff();
  Eigen::Index rank = 0;
  for (; rank < most; ++rank) {
    Eigen::Index pivot = 0;
    if (!(left.maxCoeff(&pivot) > smallest)) break;
    const auto before = result.factor.leftCols(rank);
    Eigen::VectorXd column = (gram.col(pivot) - before * before.row(pivot).transpose()) / std::sqrt(left[pivot]);
    result.half_target[rank] = target[pivot] / column[pivot];
    target -= result.half_target[rank] * column;
    left -= column.cwiseAbs2();
    left[pivot] = 0.0;
    result.factor.col(rank) = std::move(column);
  }
  result.factor.conservativeResize(Eigen::NoChange, rank);
  result.half_target.conservativeResize(rank);
  return result;
}

}  // namespace

SpectralEvidence::SpectralEvidence(const SecondMoments& statistics) : num_rows_(statistics.num_rows) {
  const LowRank root = low_rank(statistics);
  rest_ = std::max(0.0, statistics.target_square - root.half_target.squaredNorm());
  if (root.half_target.size() == 0) return;
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(root.factor.transpose() * root.factor);
  const Eigen::VectorXd components = eigen.eigenvectors().transpose() * root.half_target;
  for (Eigen::Index i = 0; i < components.size(); ++i) {
    values_.push_back(std::max(0.0, eigen.eigenvalues()[i]));
    squares_.push_back(components[i] * components[i]);
  }
}

double SpectralEvidence::operator()(const Variances& variances) const {
  double twice = num_rows_ * std::log(two_pi * variances.noise) + rest_ / variances.noise;
  for (std::size_t i = 0; i < values_.size(); ++i) {
    const double ratio = 1.0 + variances.weight * values_[i] / variances.noise;
    twice += std::log(ratio) + squares_[i] / (ratio * variances.noise);
  }
  return -0.5 * twice;
}

}  // namespace direct
