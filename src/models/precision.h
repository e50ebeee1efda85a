// SPDX-License-Identifier: MIT
// The precision matrix A = tau G + diag(1 / variance) of a Gaussian posterior (Eq. 9).
#pragma once

#include <span>
#include <vector>

#include <direct/matrix.h>
#include <direct/model.h>

namespace direct {

Matrix precision_matrix(const Matrix& gram, double noise_precision, std::span<const double> variances);

// The Cholesky factor of a matrix that is positive definite but for rounding: where rounding makes it indefinite, the
// diagonal grows by the least power of ten that helps.
Matrix factorised(Matrix a);

// A times the posterior mean: tau c + mean / variance.
std::vector<double> precision_times_mean(const SecondMoments& statistics, const WeightPrior& prior,
                                         double noise_precision);

}  // namespace direct
