// SPDX-License-Identifier: MIT
// The log evidence of a Gaussian process on many small blocks of rows, each by itself, added up: a composite
// likelihood. Each block has the law that the process gives it, so that its maximum is not biased, and it takes a small
// part of the time that one block of all the rows would take.
#pragma once

#include <cstddef>
#include <vector>

#include <Eigen/Core>

#include <direct/matrix.h>

namespace direct {

// Rows that a metric is learned from: standardised, with targets of mean about 0.
struct MetricRows {
  Matrix inputs;  // rows x num_inputs
  std::vector<double> targets;
  std::vector<double> root_weights;  // of rows that count more or less than others; empty: 1
  bool is_noise_known = false;       // then its variance is 1, over the weight

  std::size_t size() const { return targets.size(); }
};

// The kernel is signal_variance exp(-|directions'(x - x')|^2 / 2), and the noise.
struct MetricKernel {
  Matrix directions;  // num_inputs x num_inputs, or one column for a diagonal
  double signal_variance = 1.0, noise_variance = 1.0;
};

// The derivatives by the directions and by the logarithms of the variances.
struct MetricGradient {
  Matrix directions;
  double log_signal = 0.0, log_noise = 0.0;
};

class BlockEvidence {
 public:
  // Each block is a list of rows.
  BlockEvidence(const MetricRows& rows, const std::vector<std::vector<std::size_t>>& blocks);

  double num_rows() const { return num_rows_; }  // of all blocks
  // Minus infinity where a covariance is singular to working precision; the gradient is then not written.
  double value(const MetricKernel& kernel, MetricGradient* gradient = nullptr);

 private:
  struct Block {
    Matrix inputs;
    std::vector<double> targets, noise_factors;
    Matrix covariance = {}, workspace = {};
    double value = 0.0;
    MetricGradient gradient = {};
  };

  static Block block_of(const MetricRows& rows, const std::vector<std::size_t>& members);
  static void fill_gradient(Block& block, const MetricKernel& kernel, const Matrix& mapped,
                            const std::vector<double>& solution, Eigen::MatrixXd& signal);
  static void evaluate(Block& block, const MetricKernel& kernel, bool with_gradient);

  std::vector<Block> blocks_;
  double num_rows_ = 0.0;
};

// The rows in the units of the kernel, in which distances are Euclidean.
Matrix mapped_rows(const Matrix& inputs, const Matrix& directions);

}  // namespace direct
