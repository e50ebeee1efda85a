// SPDX-License-Identifier: MIT
// Weights on the grid, and what each single move of one of them would give.
#pragma once

#include <vector>

#include "fit/network/network_problem.h"

namespace direct {

class GridPoint {
 public:
  // At the levels nearest to these weights. Requires: the problem outlives the object.
  GridPoint(const NetworkProblem& problem, const std::vector<double>& weights);

  double value() const { return value_; }  // log joint density, but for a constant
  // By more than rounding could make of it: so that a search for better points ends.
  bool is_better_than(const GridPoint& other) const;
  std::size_t code(std::size_t weight) const { return codes_[weight]; }
  std::size_t num_weights() const { return codes_.size(); }
  std::size_t num_levels() const { return square_errors_.rows(); }
  std::vector<double> weights() const;

  struct Move {
    std::size_t weight = 0, level = 0;
    double value = 0.0;  // after it
  };
  // Of the weights that may move; with the value() of now where no move is better.
  Move best_move(const std::vector<bool>& may_move) const;
  void apply(std::size_t weight, std::size_t level);

 private:
  void evaluate();
  void evaluate_all_moves();
  void evaluate_next_levels();
  double value_after(std::size_t weight, std::size_t level) const;

  const NetworkProblem* p_;
  double precision_;
  std::vector<std::size_t> codes_;
  Matrix square_errors_;  // num_levels x num_weights: with one weight there, but for a constant of the weight
  double value_ = 0.0;
};

}  // namespace direct
