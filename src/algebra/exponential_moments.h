// SPDX-License-Identifier: MIT
// E exp(c phi'w) for independent weights on grids of a few levels: a product over the weights, kept as a logarithm, for
// a block of rows at a time. Takes time in proportion to rows x weights x levels; evenly spaced levels need one
// exponential per row and weight, and powers of it. Vector instructions run along the rows; what a row gives does not
// depend on the rows beside it. Some 64 to 256 rows at a time are best: what they keep stays in a cache.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <direct/matrix.h>

#include "algebra/weight_support.h"

namespace direct {

struct GridLevels;

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
    struct Place {
      std::size_t row, weight;
    };
    std::vector<double> values;
    std::vector<Place> far;  // too far out for powers of one exponential
  };

  // `features` is rows x num_weights, `scales` one per row. Nothing overflows, whatever the numbers: a logarithm is
  // finite where scale, features and levels have finite products.
  void log_moments(const Matrix& features, std::span<const double> scales, std::span<double> result,
                   Kept* kept = nullptr) const;
  TiltedMoments tilted_moments(const Matrix& features, std::span<const double> scales) const;

  // gradient += sum over rows of weights[row] times the derivative of the row's log moment by the probabilities:
  // exp(scale phi_j w_jk) / sum_l q_jl exp(scale phi_j w_jl). `gradient` is num_levels x num_weights. A derivative
  // above 1e200, which only a level of next to no probability has, is taken for 1e200: sums of them stay finite.
  void add_gradient(const Matrix& features, std::span<const double> scales, std::span<const double> weights,
                    const Kept& kept, Matrix& gradient) const;

 private:
  class Block;
  GridLevels grid(std::size_t weight) const;
  void add_far_gradient(std::size_t weight, double x, double row_weight, Matrix& gradient) const;

  const Matrix& levels_;
  Matrix probabilities_;  // with rows of zeros, to a multiple of 4
  std::vector<WeightSupport> supports_;
  std::vector<std::size_t> places_;  // of a weight among those that are not certain
  std::size_t num_uncertain_ = 0;
};

}  // namespace direct
