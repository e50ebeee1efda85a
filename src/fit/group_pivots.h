// SPDX-License-Identifier: MIT
// A partial Cholesky factorisation of G + lambda I, lambda = noise / weight variance, one group of features after
// another: which comes next is for the caller to say. A group is a pair of Fourier features or a single other one. Of
// the rest of the matrix only what a choice needs is kept: O(b K) numbers for K features chosen, O(b K) steps for each.
#pragma once

#include <cstddef>
#include <vector>

#include <direct/statistics.h>

namespace direct {

class GroupPivots {
 public:
  // Requires: group_size is 1 or 2 and divides the number of features; the statistics outlive this.
  GroupPivots(const SecondMoments& statistics, const Variances& variances, std::size_t group_size);

  std::size_t num_groups() const { return chosen_.size(); }
  bool is_chosen(std::size_t group) const { return chosen_[group]; }
  void choose(std::size_t group);

  // By how much the companion's log evidence grows with this group, given those chosen so far (Eq. 38).
  double evidence_gain(std::size_t group) const;
  // What those chosen leave of the group's larger diagonal element.
  double largest_pivot(std::size_t group) const;

 private:
  std::vector<double> next_column(std::size_t feature) const;
  void eliminate(std::size_t feature);

  const SecondMoments& statistics_;
  Variances variances_;
  double lambda_;
  double least_pivot_;  // lambda, or where that is lost in rounding what is not
  std::size_t group_size_;
  std::vector<bool> chosen_;
  std::vector<double> factor_;    // num_features rows; columns one after another
  std::vector<double> diagonal_;  // of the Schur complement of the features chosen
  std::vector<double> coupling_;  // its element between the two features of a pair
  std::vector<double> residual_;  // Phi' (y - Phi mean), mean that of the companion of the features chosen
};

}  // namespace direct
