// SPDX-License-Identifier: MIT
// What the posterior of each weight contributes to the distribution of phi'w, for one component: moments, the
// logarithm of its characteristic function as a power series, and the levels themselves.
#pragma once

#include <cstddef>
#include <vector>

#include <direct/matrix.h>

#include "laws/term_list.h"

namespace direct {

// Powers 1 to series_terms - 1 of the series are kept; coefficients of the power series_terms stand for the remainder.
inline constexpr std::size_t series_terms = 20;

struct TermTable {
  std::size_t num_features() const { return spans.size(); }

  std::vector<double> cumulants;  // 4 x num_features: the first four of each weight
  TermList levels;                // less the mean
  std::vector<double> spans;      // distance of the outermost of them

  // log E exp(theta (w - mean)) = sum of c_k (theta / radius)^k, with c_k = series[k - 1][weight], for |theta| <
  // radius, and |c_k| <= series_bound: Cauchy's inequality on the circle where |E exp(theta (w - mean)) - 1| <= 0.9.
  // The power 1 has none; the last row is 1, to sum up the remainders. A weight without spread has an inverse radius of
  // 0.
  std::vector<double> inverse_radii;
  std::vector<double> series;  // series_terms x num_features
};

inline constexpr double series_bound = 2.302585092994046;  // -log(1 - 0.9)

TermTable term_table(const Matrix& levels, const Matrix& log_probabilities);

}  // namespace direct
