// SPDX-License-Identifier: MIT
// sum over k of q_k exp(x w_k) of one weight, by logarithms: for any x whose products with the levels are finite.
#pragma once

#include <cstddef>

#include "algebra/exponential_kernels.h"

namespace direct {

class LogSpaceMoment {
 public:
  LogSpaceMoment(const GridLevels& grid, double x);

  double log_moment() const { return x_ * highest_ + log_total_; }
  double probability(std::size_t level) const;                     // tilted: q_k exp(x w_k), divided by their sum
  double derivative(std::size_t level) const;                      // of the logarithm by q_k; 1e200 where it is larger
  double mean() const { return highest_ + mean_below_highest(); }  // of the tilted distribution
  double variance() const;

 private:
  double exponent(std::size_t level) const { return x_ * (grid_.levels[level] - highest_); }
  double log_term(std::size_t level) const;
  double mean_below_highest() const;

  GridLevels grid_;
  double x_;
  double highest_ = 0.0;    // the level of largest x w_k, among those with a probability
  double log_total_ = 0.0;  // of q_k exp(x (w_k - highest))
};

double log_cell_factor(double y);  // log(sinh(y) / y)

}  // namespace direct
