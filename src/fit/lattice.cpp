// SPDX-License-Identifier: MIT
#include "fit/lattice.h"

#include <algorithm>
#include <cmath>

#include "algebra/blas.h"
#include "algebra/cholesky.h"
#include "algebra/dense.h"
#include "algebra/parallel.h"
#include "models/precision.h"

namespace direct {
namespace {

double nearest_level(std::span<const double> levels, double value) {
  const auto above = std::lower_bound(levels.begin(), levels.end(), value);
  if (above == levels.begin()) return levels.front();
  if (above == levels.end()) return levels.back();
  return *above - value < value - *(above - 1) ? *above : *(above - 1);
}

Matrix permuted(const Matrix& a, const std::vector<std::size_t>& order) {
  Matrix result(a.rows(), a.cols());
  parallel_for(order.size(), [&](std::size_t j) {
    for (std::size_t i = 0; i < order.size(); ++i) result(i, j) = a(order[i], order[j]);
  });
  return result;
}

std::vector<double> permuted(const std::vector<double>& values, const std::vector<std::size_t>& order) {
  std::vector<double> result(values.size());
  for (std::size_t i = 0; i < order.size(); ++i) result[i] = values[order[i]];
  return result;
}

std::vector<double> permuted_back(const std::vector<double>& values, const std::vector<std::size_t>& order) {
  std::vector<double> result(values.size());
  for (std::size_t i = 0; i < order.size(); ++i) result[order[i]] = values[i];
  return result;
}

}  // namespace

OrderedCompanion ordered_companion(const SecondMoments& statistics, const WeightPrior& prior, double noise_precision,
                                   std::vector<std::size_t> order) {
  use_single_threaded_blas();
  OrderedCompanion result{.order = std::move(order)};
  result.factor =
      factorised(permuted(precision_matrix(statistics.gram, noise_precision, prior.variances), result.order));
  result.mean = permuted(precision_times_mean(statistics, prior, noise_precision), result.order);
  solve_factorised(result.factor, result.mean);
  result.mean = permuted_back(result.mean, result.order);
  return result;
}

OrderedCompanion ordered_companion(const SecondMoments& statistics, const WeightPrior& prior, double noise_precision) {
  use_single_threaded_blas();
  std::vector<std::size_t> order = pivot_order(precision_matrix(statistics.gram, noise_precision, prior.variances));
  std::reverse(order.begin(), order.end());
  return ordered_companion(statistics, prior, noise_precision, std::move(order));
}

// Minimises |L' (w - mean)| row by row from the last.
std::vector<double> lattice_point(const OrderedCompanion& companion, const Matrix& levels) {
  const Matrix& factor = companion.factor;
  std::vector<double> point(companion.mean.size()), error(companion.mean.size());
  for (std::size_t i = point.size(); i-- > 0;) {
    const std::size_t j = companion.order[i];
    const auto below = view(factor.column(i).subspan(i + 1));
    const double shift = below.dot(view(std::span<const double>(error).subspan(i + 1))) / factor(i, i);
    point[j] = nearest_level(levels.column(j), companion.mean[j] - shift);
    error[i] = point[j] - companion.mean[j];
  }
  return point;
}

}  // namespace direct
