// SPDX-License-Identifier: MIT
// The log marginal likelihood of a Gaussian process, for callers who evaluate it often: the buffers are kept.
#pragma once

#include <span>
#include <vector>

#include <direct/features.h>
#include <direct/matrix.h>

namespace direct {

class MarginalLikelihood {
 public:
  // Requires: as many targets as rows, at least one of each.
  MarginalLikelihood(const Matrix& inputs, std::span<const double> targets);

  // As log_marginal_likelihood; minus infinity, with a gradient of zeros, where the kernel matrix is singular.
  double value(const KernelHyperparameters& hyperparameters, std::vector<double>* gradient);

 private:
  struct BlockGradient;

  void scale_inputs(const std::vector<double>& lengthscales);
  void fill_signal(double signal_variance);
  void fill_signal_block(std::size_t first, double signal_variance);
  bool factorise_covariance(double noise_variance);
  double log_likelihood();
  void fill_gradient(const KernelHyperparameters& hyperparameters, std::vector<double>& gradient);
  BlockGradient block_gradient(std::size_t first);
  double weight_column(std::size_t column, std::span<double> row_sums);

  Matrix centred_;  // inputs minus their column means
  std::vector<double> targets_;
  Matrix scaled_;  // centred inputs in lengthscales
  std::vector<double> half_norms_;
  Matrix signal_;      // lower triangle of the kernel matrix without noise; later of the weights
  Matrix covariance_;  // with noise; then its factor; then its inverse
  Matrix workspace_;
  std::vector<double> solution_;  // covariance^-1 targets
};

}  // namespace direct
