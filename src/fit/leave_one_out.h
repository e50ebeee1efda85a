// SPDX-License-Identifier: MIT
// A Gaussian regression predicts each row from all others, in closed form.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include <direct/matrix.h>

namespace direct {

struct LeaveOneOut {
  std::vector<double> errors, variances;  // target minus mean, and the variance of this difference, noise included

  double mean_square() const;
  double nll() const;  // the mean negative log density of Gaussians, without its constant
};

struct RegressionPrior {
  std::span<const double> weights;  // the variance of each
  double noise = 1.0;               // a variance
  bool estimates_mean = false;      // the targets have a mean with a flat prior, too, which each row helped to estimate
};

// `features` are rows x num_features. With C = noise I + Phi diag(weights) Phi' the errors are (P y)_i / P_ii and their
// variances 1 / P_ii, P = C^-1; where a mean is estimated, P = C^-1 - C^-1 1 1' C^-1 / 1' C^-1 1. None where C has no
// Cholesky factor.
std::optional<LeaveOneOut> leave_one_out(const Matrix& features, const std::vector<double>& targets,
                                         const RegressionPrior& prior);

}  // namespace direct
