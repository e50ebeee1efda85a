// SPDX-License-Identifier: MIT
// E exp(c phi'w) for independent weights on grids of a few levels: a product over the weights, kept as a logarithm, for
// a block of rows at a time. Takes time in proportion to rows x weights x levels; evenly spaced levels need one
// exponential per row and weight, and powers of it. Vector instructions run along the rows.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <direct/matrix.h>

namespace direct {

// Logarithms of E exp(scale phi'w), one per row, and their derivatives by the scale: mean and variance of phi'w under
// the weights' distribution tilted by exp(scale phi'w).
struct TiltedMoments {
  std::vector<double> log_moments, means, variances;
};

class ExponentialMoments {
 public:
  // Column j of `levels` and `probabilities` (num_levels x num_weights) is the distribution of weight j. A probability
  // may be 0; the logarithms are never asked for. `cell_steps`: a level stands for a uniform density of this width
  // about it; empty, or 0 for a weight: for itself. Refers to `levels`, which must outlive it.
  ExponentialMoments(const Matrix& levels, const Matrix& probabilities, std::span<const double> cell_steps = {});

  std::size_t num_weights() const { return probabilities_.cols(); }

  // What log_moments() leaves for add_gradient() of the same rows and scales. Keeps its memory between blocks.
  struct Kept {
    std::vector<double> values;
  };

  // `features` is rows x num_weights, `scales` one per row. Nothing overflows, whatever the numbers: a logarithm is
  // finite where scale, features and levels have finite products.
  void log_moments(const Matrix& features, std::span<const double> scales, std::span<double> result,
                   Kept* kept = nullptr) const;
  TiltedMoments tilted_moments(const Matrix& features, std::span<const double> scales) const;

  // gradient += sum over rows of weights[row] times the derivative of the row's log moment by the probabilities:
  // exp(scale phi_j w_jk) / sum_l q_jl exp(scale phi_j w_jl). `gradient` is num_levels x num_weights.
  void add_gradient(const Matrix& features, std::span<const double> scales, std::span<const double> weights,
                    const Kept& kept, Matrix& gradient) const;

 private:
  const Matrix& levels_;
  Matrix probabilities_;
};

}  // namespace direct
