// SPDX-License-Identifier: MIT
// What the companion predicts for each row from all others, in closed form.
#pragma once

#include <vector>

#include <direct/matrix.h>
#include <direct/statistics.h>

namespace direct {

struct LeaveOneOut {
  std::vector<double> errors, variances;  // target minus mean, and the variance of this difference, noise included
};

// `features` are num_features x rows. With `estimates_mean` the targets have a mean with a flat prior, too, which each
// row has helped to estimate: A = (noise I + weight Phi Phi')^-1 then becomes P = A - A 1 1' A / 1' A 1. The errors are
// (P y)_i / P_ii and their variances 1 / P_ii.
LeaveOneOut leave_one_out(const Matrix& features, const std::vector<double>& targets, const Variances& variances,
                          bool estimates_mean);

}  // namespace direct
