// SPDX-License-Identifier: MIT
// Rows predicted from all the others, in closed form, by a Gaussian regression that has fewer rows than features.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include <direct/matrix.h>

namespace direct {

struct LeftOutScores {
  double mean_square = 0.0, nll = 0.0;  // means over the rows; the nll without its constant
};

// `features` is rows x num_features, `variances` those of the weights' prior. None where the covariance of the targets
// has no Cholesky factor.
std::optional<LeftOutScores> left_out_scores(const Matrix& features, std::span<const double> variances, double noise,
                                             const std::vector<double>& targets);

}  // namespace direct
