// SPDX-License-Identifier: MIT
#include "models/precision.h"

#include <limits>

#include <direct/error.h>

#include "algebra/blas.h"
#include "algebra/cholesky.h"
#include "algebra/dense.h"

namespace direct {
namespace {

// After a failed factorisation: the upper triangle still holds the matrix.
void restore_lower_triangle(Matrix& a, const std::vector<double>& diagonal, double jitter) {
  for (std::size_t j = 0; j < a.cols(); ++j) {
    a(j, j) = diagonal[j] + jitter;
    for (std::size_t i = j + 1; i < a.rows(); ++i) a(i, j) = a(j, i);
  }
}

}  // namespace

Matrix precision_matrix(const Matrix& gram, double noise_precision, std::span<const double> variances) {
  Matrix a(gram.rows(), gram.cols());
  view(a) = noise_precision * view(gram);
  for (std::size_t j = 0; j < variances.size(); ++j) a(j, j) += 1.0 / variances[j];
  return a;
}

Matrix factorised(Matrix a) {
  use_single_threaded_blas();
  const double largest = view(a).diagonal().maxCoeff();
  const std::vector<double> diagonal(view(a).diagonal().begin(), view(a).diagonal().end());
  for (double jitter = largest * std::numeric_limits<double>::epsilon(); !factorise(a); jitter *= 10.0) {
    if (!(jitter < largest)) throw Error(ErrorKind::data, "the statistics are not those of finite numbers");
    restore_lower_triangle(a, diagonal, jitter);
  }
  return a;
}

std::vector<double> precision_times_mean(const SecondMoments& statistics, const WeightPrior& prior,
                                         double noise_precision) {
  std::vector<double> result(statistics.num_features());
  for (std::size_t j = 0; j < result.size(); ++j)
    result[j] = noise_precision * statistics.feature_target[j] + prior.means[j] / prior.variances[j];
  return result;
}

}  // namespace direct
