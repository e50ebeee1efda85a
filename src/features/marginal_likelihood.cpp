// SPDX-License-Identifier: MIT
#include "features/marginal_likelihood.h"

#include <cblas.h>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>
#include <string>

#include <direct/error.h>

#include "algebra/blas.h"
#include "algebra/cholesky.h"
#include "algebra/dense.h"
#include "algebra/parallel.h"
#include "algebra/vector_math.h"

namespace direct {
namespace {

constexpr std::size_t columns_per_block = 64;

int as_int(std::size_t value) { return static_cast<int>(value); }

std::size_t num_column_blocks(std::size_t n) { return (n + columns_per_block - 1) / columns_per_block; }

// Distances do not change, and lose fewer digits when they are differences of squares.
Matrix centred(const Matrix& inputs) {
  Matrix result = inputs;
  auto values = view(result);
  values.rowwise() -= values.colwise().mean().eval();
  return result;
}

void check_kernel(const Matrix& inputs, std::span<const double> targets, const KernelHyperparameters& hyperparameters) {
  const auto fail = [](const std::string& message) { throw Error(ErrorKind::usage, message); };
  if (inputs.rows() == 0 || targets.size() != inputs.rows()) {
    fail("expected one target for each of at least one row, found " + std::to_string(targets.size()) + " targets and " +
         std::to_string(inputs.rows()) + " rows");
  }
  if (hyperparameters.lengthscales.size() != inputs.cols()) {
    fail("expected " + std::to_string(inputs.cols()) + " lengthscales, found " +
         std::to_string(hyperparameters.lengthscales.size()));
  }
  const auto is_positive = [](double value) { return value > 0.0; };
  if (!std::ranges::all_of(hyperparameters.lengthscales, is_positive) ||
      !is_positive(hyperparameters.signal_variance) || !(hyperparameters.noise_variance >= 0.0)) {
    fail("lengthscales and signal variance must be positive, and the noise variance must not be negative");
  }
}

}  // namespace

MarginalLikelihood::MarginalLikelihood(const Matrix& inputs, std::span<const double> targets)
    : centred_(centred(inputs)),
      targets_(targets.begin(), targets.end()),
      scaled_(inputs.rows(), inputs.cols()),
      half_norms_(inputs.rows()),
      signal_(inputs.rows(), inputs.rows()),
      covariance_(inputs.rows(), inputs.rows()) {}

double MarginalLikelihood::value(const KernelHyperparameters& hyperparameters, std::vector<double>* gradient) {
  if (gradient) gradient->assign(hyperparameters.lengthscales.size() + 2, 0.0);
  scale_inputs(hyperparameters.lengthscales);
  fill_signal(hyperparameters.signal_variance);
  if (!factorise_covariance(hyperparameters.noise_variance)) return -std::numeric_limits<double>::infinity();
  const double result = log_likelihood();
  if (!std::isfinite(result)) return -std::numeric_limits<double>::infinity();
  if (gradient) fill_gradient(hyperparameters, *gradient);
  return result;
}

void MarginalLikelihood::scale_inputs(const std::vector<double>& lengthscales) {
  auto scaled = view(scaled_);
  scaled = view(centred_) * view(lengthscales).cwiseInverse().asDiagonal();
  view(half_norms_) = 0.5 * scaled.rowwise().squaredNorm();
}

void MarginalLikelihood::fill_signal(double signal_variance) {
  parallel_for(num_column_blocks(targets_.size()),
               [&](std::size_t block) { fill_signal_block(block * columns_per_block, signal_variance); });
}

// The columns from `first` on, and of them the rows from `first` on: the exponent -|z_i - z_k|^2 / 2 is
// z_i z_k' - |z_i|^2 / 2 - |z_k|^2 / 2, at most 0 but for rounding.
void MarginalLikelihood::fill_signal_block(std::size_t first, double signal_variance) {
  const std::size_t n = targets_.size(), rows = n - first, columns = std::min(columns_per_block, rows);
  cblas_dgemm(CblasColMajor, CblasNoTrans, CblasTrans, as_int(rows), as_int(columns), as_int(scaled_.cols()), 1.0,
              scaled_.data() + first, as_int(n), scaled_.data() + first, as_int(n), 0.0, &signal_(first, first),
              as_int(n));
  const double log_variance = std::log(signal_variance);
  for (std::size_t k = first; k < first + columns; ++k) {
    const std::span<double> column = signal_.column(k).subspan(k);
    for (std::size_t i = 0; i < column.size(); ++i)
      column[i] = std::min(column[i] - half_norms_[k + i] - half_norms_[k], 0.0) + log_variance;
    column[0] = log_variance;
    exp_in_place(column);
  }
}

bool MarginalLikelihood::factorise_covariance(double noise_variance) {
  const std::size_t n = targets_.size();
  parallel_for(num_column_blocks(n), [&](std::size_t block) {
    const std::size_t first = block * columns_per_block, last = std::min(n, first + columns_per_block);
    for (std::size_t k = first; k < last; ++k) {
      std::ranges::copy(signal_.column(k).subspan(k), covariance_.column(k).begin() + static_cast<std::ptrdiff_t>(k));
      covariance_(k, k) += noise_variance;
    }
  });
  return factorise(covariance_);
}

double MarginalLikelihood::log_likelihood() {
  solution_ = targets_;
  solve_factorised(covariance_, solution_);
  const double fit = view(targets_).dot(view(solution_));
  const double num_rows = static_cast<double>(targets_.size());
  return -0.5 * (fit + log_determinant(covariance_) + num_rows * std::log(2.0 * std::numbers::pi));
}

// What the pairs i > k contribute, for the columns k of one block.
struct MarginalLikelihood::BlockGradient {
  Eigen::VectorXd lengthscales;
  double signal = 0.0;
};

// With V = alpha alpha' - covariance^-1 and W = V times the signal, element by element, the derivatives are
// W_ik (z_ij - z_kj)^2 summed over the pairs i > k, half the sum of W, and half the noise times the trace of V.
void MarginalLikelihood::fill_gradient(const KernelHyperparameters& hyperparameters, std::vector<double>& gradient) {
  const double noise_variance = hyperparameters.noise_variance, signal_variance = hyperparameters.signal_variance;
  invert_factorised(covariance_, workspace_);
  std::vector<BlockGradient> blocks(num_column_blocks(targets_.size()));
  parallel_for(blocks.size(), [&](std::size_t block) { blocks[block] = block_gradient(block * columns_per_block); });

  auto lengthscales = view(std::span<double>(gradient).first(scaled_.cols()));
  double off_diagonal = 0.0;
  for (const BlockGradient& block : blocks) {
    lengthscales += block.lengthscales;
    off_diagonal += block.signal;
  }
  const double trace = view(solution_).squaredNorm() - view(covariance_).trace();
  gradient[scaled_.cols()] = off_diagonal + 0.5 * signal_variance * trace;
  gradient[scaled_.cols() + 1] = 0.5 * noise_variance * trace;
}

// The sum over i of W_ik (z_ij - z_kj)^2 comes from the sums of W's rows and columns and from one product W Z.
MarginalLikelihood::BlockGradient MarginalLikelihood::block_gradient(std::size_t first) {
  const std::size_t n = targets_.size(), rows = n - first, columns = std::min(columns_per_block, rows);
  std::vector<double> row_sums(rows, 0.0);
  Eigen::VectorXd column_sums(as_int(columns));
  for (std::size_t k = 0; k < columns; ++k)
    column_sums[as_int(k)] = weight_column(first + k, std::span(row_sums).subspan(k));

  const auto below = view(scaled_).bottomRows(as_int(rows));
  const auto own = below.topRows(as_int(columns));
  const auto weights = view(signal_).block(as_int(first), as_int(first), as_int(rows), as_int(columns));
  const Eigen::MatrixXd products = weights * own;
  BlockGradient result;
  result.lengthscales = own.array().square().matrix().transpose() * column_sums +
                        below.array().square().matrix().transpose() * view(row_sums) -
                        2.0 * below.cwiseProduct(products).colwise().sum().transpose();
  result.signal = column_sums.sum();
  return result;
}

// Turns the signal of one column, below the diagonal, into weights, and the rest of its block into zeros. Adds them
// to the sums of their rows, from the diagonal on, and returns their own sum.
double MarginalLikelihood::weight_column(std::size_t column, std::span<double> row_sums) {
  const std::span<double> weights = signal_.column(column).subspan(column);
  const std::span<const double> inverse = covariance_.column(column).subspan(column);
  const double factor = solution_[column];
  const std::size_t first = column / columns_per_block * columns_per_block;
  std::fill(&signal_(first, column), weights.data() + 1, 0.0);
  double sum = 0.0;
  for (std::size_t i = 1; i < weights.size(); ++i) {
    weights[i] *= factor * solution_[column + i] - inverse[i];
    row_sums[i] += weights[i];
    sum += weights[i];
  }
  return sum;
}

double log_marginal_likelihood(const Matrix& inputs, std::span<const double> targets,
                               const KernelHyperparameters& hyperparameters, std::vector<double>* gradient) {
  check_kernel(inputs, targets, hyperparameters);
  use_single_threaded_blas();
  return MarginalLikelihood(inputs, targets).value(hyperparameters, gradient);
}

}  // namespace direct
