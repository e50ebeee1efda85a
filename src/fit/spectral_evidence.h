// SPDX-License-Identifier: MIT
// The companion's log evidence at any variances, for callers who ask for it often: after one decomposition of the Gram
// matrix, whose rank is at most the number of rows, a value costs that many logarithms.
#pragma once

#include <vector>

#include <direct/statistics.h>

namespace direct {

class SpectralEvidence {
 public:
  // Requires: at least one row.
  explicit SpectralEvidence(const SecondMoments& statistics);

  // Of a prior of mean zero and one variance: Eq. 10.
  double operator()(const Variances& variances) const;

  std::size_t rank() const { return values_.size(); }

 private:
  double num_rows_;
  std::vector<double> values_;   // eigenvalues of G
  std::vector<double> squares_;  // of the targets' component along each
  double rest_ = 0.0;            // their square along all others
};

}  // namespace direct
