// SPDX-License-Identifier: MIT
#include <direct/model.h>

#include <cblas.h>
#include <algorithm>
#include <cmath>

#include "algebra/blas.h"
#include "algebra/categorical.h"
#include "algebra/dense.h"
#include "algebra/parallel.h"

namespace direct {

double log_noise_likelihood(double num_rows, double square_error, double variance) {
  return -0.5 * (num_rows * std::log(variance) + square_error / variance);
}

std::vector<double> log_noise_posterior(const NoisePrior& prior, double num_rows, double square_error) {
  std::vector<double> result = prior.log_prior;
  for (std::size_t l = 0; l < result.size(); ++l)
    result[l] += log_noise_likelihood(num_rows, square_error, prior.variances[l]);
  normalise_log(result);
  return result;
}

// c - G s, reading one triangle of G
std::vector<double> LinearRegression::residual(std::span<const double> s) const {
  use_single_threaded_blas();
  std::vector<double> result = statistics_.feature_target;
  const int b = static_cast<int>(s.size());
  cblas_dsymv(CblasColMajor, CblasLower, b, -1.0, statistics_.gram.data(), b, s.data(), 1, 1.0, result.data(), 1);
  return result;
}

// By columns of the symmetric G, a few of which stay in the cache for all posteriors.
Matrix LinearRegression::residuals(const Matrix& means) const {
  constexpr std::size_t columns_per_task = 32;
  use_single_threaded_blas();
  const std::size_t b = means.rows();
  Matrix result(b, means.cols());
  parallel_for((b + columns_per_task - 1) / columns_per_task, [&](std::size_t task) {
    const std::size_t first = task * columns_per_task, count = std::min(columns_per_task, b - first);
    for (std::size_t i = 0; i < means.cols(); ++i) {
      std::copy_n(statistics_.feature_target.data() + first, count, result.column(i).data() + first);
      cblas_dgemv(CblasColMajor, CblasTrans, static_cast<int>(b), static_cast<int>(count), -1.0,
                  statistics_.gram.column(first).data(), static_cast<int>(b), means.column(i).data(), 1, 1.0,
                  result.column(i).data() + first, 1);
    }
  });
  return result;
}

// Eq. 3: yy - 2 s'c + s'Gs + sum_j D_j v_j, where s'Gs = s'(c - residual)
double LinearRegression::expected_square_error(std::span<const double> s, std::span<const double> v,
                                               std::span<const double> residual) const {
  const double explained = view(s).dot(view(statistics_.feature_target) + view(residual));
  return statistics_.target_square - explained + view(statistics_.gram).diagonal().dot(view(v));
}

// Eq. 4
double LinearRegression::expected_log_likelihood(double square_error, const NoiseMoments& noise) const {
  return -0.5 * (statistics_.num_rows * noise.log_variance + noise.precision * square_error);
}

// Eq. 5: linear_j = tau (c_j - sum_{i != j} G_ji s_i), quadratic_j = -tau D_j / 2
LikelihoodGradient LinearRegression::gradient(std::span<const double> s, std::span<const double> residual,
                                              const NoiseMoments& noise) const {
  LikelihoodGradient result{std::vector<double>(s.size()), std::vector<double>(s.size())};
  for (std::size_t j = 0; j < s.size(); ++j) {
    const double d = statistics_.gram(j, j);
    result.linear[j] = noise.precision * (residual[j] + d * s[j]);
    result.quadratic[j] = -0.5 * noise.precision * d;
  }
  return result;
}

}  // namespace direct
