// SPDX-License-Identifier: MIT
#include "fit/lattice.h"

#include <algorithm>
#include <cmath>

#include "algebra/blas.h"
#include "algebra/cholesky.h"
#include "algebra/dense.h"
#include "algebra/parallel.h"
#include "models/companion_deviation.h"
#include "models/precision.h"

namespace direct {
namespace {

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

std::size_t nearest_level(std::span<const double> levels, double value) {
  const auto above = std::lower_bound(levels.begin(), levels.end(), value);
  const auto k = static_cast<std::size_t>(above - levels.begin());
  if (k == 0) return 0;
  if (k == levels.size()) return k - 1;
  return levels[k] - value < value - levels[k - 1] ? k : k - 1;
}

// Minimises |L' (w - target)| row by row from the last.
std::vector<double> lattice_point(const OrderedCompanion& companion, std::span<const double> target,
                                  const NearestLevel& nearest) {
  const Matrix& factor = companion.factor;
  std::vector<double> point(target.size()), error(target.size());
  for (std::size_t i = point.size(); i-- > 0;) {
    const std::size_t j = companion.order[i];
    const auto below = view(factor.column(i).subspan(i + 1));
    const double shift = below.dot(view(std::span<const double>(error).subspan(i + 1))) / factor(i, i);
    point[j] = nearest(j, target[j] - shift);
    error[i] = point[j] - target[j];
  }
  return point;
}

NearestLevel nearest_on(const Matrix& levels) {
  return [&levels](std::size_t j, double value) { return levels(nearest_level(levels.column(j), value), j); };
}

std::vector<double> lattice_point(const OrderedCompanion& companion, std::span<const double> target,
                                  const Matrix& levels) {
  return lattice_point(companion, target, nearest_on(levels));
}

std::vector<double> lattice_point(const OrderedCompanion& companion, const Matrix& levels) {
  return lattice_point(companion, companion.mean, levels);
}

Matrix companion_draws(const OrderedCompanion& companion, std::size_t count, std::uint64_t seed) {
  use_single_threaded_blas();
  Matrix draws(companion.mean.size(), count);
  parallel_for(count / 2 + count % 2, [&](std::size_t pair) {
    const std::vector<double> deviation =
        permuted_back(companion_deviation(companion.factor, seed, RandomStream::ensemble, pair), companion.order);
    view(draws.column(2 * pair)) = view(companion.mean) + view(deviation);
    if (2 * pair + 1 < count) view(draws.column(2 * pair + 1)) = view(companion.mean) - view(deviation);
  });
  return draws;
}

}  // namespace direct
