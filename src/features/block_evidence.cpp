// SPDX-License-Identifier: MIT
#include "features/block_evidence.h"

#include <cmath>
#include <limits>
#include <numbers>

#include "algebra/blas.h"
#include "algebra/cholesky.h"
#include "algebra/dense.h"
#include "algebra/parallel.h"
#include "algebra/vector_math.h"

namespace direct {
namespace {

bool is_diagonal(const Matrix& directions) { return directions.cols() == 1; }

Eigen::MatrixXd signal_covariance(const Matrix& mapped, double signal_variance) {
  Eigen::MatrixXd result = view(mapped) * view(mapped).transpose();
  const Eigen::VectorXd half_norms = 0.5 * result.diagonal();
  result.colwise() -= half_norms;
  result.rowwise() -= half_norms.transpose();
  result = (result.array().min(0.0) + std::log(signal_variance)).matrix();
  exp_in_place({result.data(), static_cast<std::size_t>(result.size())});
  return result;
}

}  // namespace

Matrix mapped_rows(const Matrix& inputs, const Matrix& directions) {
  Matrix result(inputs.rows(), inputs.cols());
  if (is_diagonal(directions))
    view(result) = view(inputs) * view(directions.column(0)).asDiagonal();
  else
    view(result).noalias() = view(inputs) * view(directions);
  return result;
}

BlockEvidence::BlockEvidence(const MetricRows& rows, const std::vector<std::vector<std::size_t>>& blocks) {
  use_single_threaded_blas();
  for (const std::vector<std::size_t>& members : blocks) {
    blocks_.push_back(block_of(rows, members));
    num_rows_ += static_cast<double>(members.size());
  }
}

BlockEvidence::Block BlockEvidence::block_of(const MetricRows& rows, const std::vector<std::size_t>& members) {
  Block block{.inputs = Matrix(members.size(), rows.inputs.cols()), .targets = {}, .noise_factors = {}};
  for (std::size_t i = 0; i < members.size(); ++i) {
    for (std::size_t j = 0; j < rows.inputs.cols(); ++j) block.inputs(i, j) = rows.inputs(members[i], j);
    block.targets.push_back(rows.targets[members[i]]);
    const double root = rows.root_weights.empty() ? 1.0 : rows.root_weights[members[i]];
    block.noise_factors.push_back(1.0 / (root * root));
  }
  // Distances do not change, and lose fewer digits when they are differences of squares.
  auto inputs = view(block.inputs);
  inputs.rowwise() -= inputs.colwise().mean().eval();
  return block;
}

// With V = alpha alpha' - covariance^-1 and W = V times the signal, element by element, the derivatives by the mapped
// rows are the sums over k of W_ik (z_k - z_i). Overwrites the lower triangle of `signal` with that of W.
void BlockEvidence::fill_gradient(Block& block, const MetricKernel& kernel, const Matrix& mapped,
                                  const std::vector<double>& solution, Eigen::MatrixXd& signal) {
  invert_factorised(block.covariance, block.workspace);
  const auto n = static_cast<Eigen::Index>(solution.size());
  const auto inverse = view(block.covariance);
  const auto alpha = view(solution);
  Eigen::VectorXd sums = Eigen::VectorXd::Zero(n);
  MetricGradient& gradient = block.gradient;
  gradient.log_noise = 0.5 * kernel.noise_variance *
                       (alpha.array().square() - inverse.diagonal().array()).matrix().dot(view(block.noise_factors));
  for (Eigen::Index k = 0; k < n; ++k) {
    auto weights = signal.col(k).tail(n - k);
    weights.array() *= alpha[k] * alpha.tail(n - k).array() - inverse.col(k).tail(n - k).array();
    sums.tail(n - k) += weights;
    sums[k] += weights.tail(n - k - 1).sum();
  }
  gradient.log_signal = 0.5 * sums.sum();
  Eigen::MatrixXd by_mapped = signal.selfadjointView<Eigen::Lower>() * view(mapped);
  by_mapped -= sums.asDiagonal() * view(mapped);
  gradient.directions.resize(kernel.directions.rows(), kernel.directions.cols());
  if (is_diagonal(kernel.directions))
    view(gradient.directions.column(0)) = view(block.inputs).cwiseProduct(by_mapped).colwise().sum().transpose();
  else
    view(gradient.directions).noalias() = view(block.inputs).transpose() * by_mapped;
}

void BlockEvidence::evaluate(Block& block, const MetricKernel& kernel, bool with_gradient) {
  const std::size_t n = block.targets.size();
  const Matrix mapped = mapped_rows(block.inputs, kernel.directions);
  Eigen::MatrixXd signal = signal_covariance(mapped, kernel.signal_variance);
  block.covariance.resize(n, n);
  view(block.covariance) = signal;
  view(block.covariance).diagonal() += kernel.noise_variance * view(block.noise_factors);
  block.value = -std::numeric_limits<double>::infinity();
  if (!factorise(block.covariance)) return;
  std::vector<double> solution = block.targets;
  solve_factorised(block.covariance, solution);
  block.value = -0.5 * (view(block.targets).dot(view(solution)) + log_determinant(block.covariance) +
                        static_cast<double>(n) * std::log(2.0 * std::numbers::pi));
  if (with_gradient) fill_gradient(block, kernel, mapped, solution, signal);
}

double BlockEvidence::value(const MetricKernel& kernel, MetricGradient* gradient) {
  parallel_for(blocks_.size(), [&](std::size_t k) { evaluate(blocks_[k], kernel, gradient != nullptr); });
  double sum = 0.0;
  for (const Block& block : blocks_) sum += block.value;
  if (!std::isfinite(sum)) return -std::numeric_limits<double>::infinity();
  if (gradient == nullptr) return sum;
  *gradient = {.directions = Matrix(kernel.directions.rows(), kernel.directions.cols())};
  for (const Block& block : blocks_) {
    view(gradient->directions) += view(block.gradient.directions);
    gradient->log_signal += block.gradient.log_signal;
    gradient->log_noise += block.gradient.log_noise;
  }
  return sum;
}

}  // namespace direct
