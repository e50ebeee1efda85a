// SPDX-License-Identifier: MIT
#include "fit/newton_step.h"

#include <cblas.h>
#include <algorithm>
#include <cmath>
#include <optional>

#include "algebra/cholesky.h"
#include "algebra/dense.h"
#include "algebra/parallel.h"
#include "optimize/conjugate_gradients.h"

namespace direct {
namespace {

// tau sqrt(v) G sqrt(v) + 1 - tau D v: (11) in units of the weights' deviations, so that weights that are certain
// (v = 0) drop out instead of dividing by zero. Where a variance exceeds the 1 / (tau D) of a Gaussian, as it may on
// few levels, the last difference counts as zero, which keeps the matrix positive.
class MeanCurvature {
 public:
  MeanCurvature(const CoordinateAscent& ascent, double damping)
      : gram_(ascent.gram()), precision_(ascent.noise_precision()), scale_(ascent.variances()), rest_(scale_.size()) {
    constexpr double least_rest = 1e-10;  // of the diagonal
    for (std::size_t j = 0; j < scale_.size(); ++j) {
      const double own = precision_ * gram_(j, j) * scale_[j];
      rest_[j] = std::max(1.0 - own, least_rest * own) + damping;
      scale_[j] = std::sqrt(scale_[j]);
    }
  }

  std::vector<double> scaled(std::vector<double> x) const {
    view(x).array() *= view(scale_).array();
    return x;
  }

  std::vector<double> operator()(const std::vector<double>& x) const {
    const int b = static_cast<int>(x.size());
    const std::vector<double> right = scaled(x);
    std::vector<double> product(x.size());
    cblas_dsymv(CblasColMajor, CblasLower, b, precision_, gram_.data(), b, right.data(), 1, 0.0, product.data(), 1);
    product = scaled(std::move(product));
    view(product).array() += view(rest_).array() * view(x).array();
    return product;
  }

  Matrix lower_triangle() const {
    const std::size_t b = scale_.size();
    Matrix result(b, b);
    parallel_for(b, [&](std::size_t j) {
      for (std::size_t i = j; i < b; ++i) result(i, j) = precision_ * scale_[i] * scale_[j] * gram_(i, j);
      result(j, j) += rest_[j];
    });
    return result;
  }

 private:
  const Matrix& gram_;
  double precision_;
  std::vector<double> scale_, rest_;
};

// Nothing when as many iterations as cost about a factorisation are not enough.
std::optional<std::vector<double>> solved_by_iteration(const MeanCurvature& curvature,
                                                       const std::vector<double>& right) {
  constexpr double tolerance = 0.1;
  constexpr int max_iterations = 25;
  constexpr std::size_t least_size = 400;  // below, a factorisation is quicker
  if (right.size() < least_size) return std::nullopt;
  std::vector<double> solution = conjugate_gradients([&](const std::vector<double>& x) { return curvature(x); }, right,
                                                     {tolerance, max_iterations});
  const std::vector<double> product = curvature(solution);
  if ((view(product) - view(right)).norm() > 2.0 * tolerance * view(right).norm()) return std::nullopt;
  return solution;
}

// Zero where rounding errors leave no factor.
std::vector<double> solved_by_factor(const MeanCurvature& curvature, std::vector<double> right) {
  Matrix factor = curvature.lower_triangle();
  if (!factorise(factor)) return std::vector<double>(right.size(), 0.0);
  solve_factorised(factor, right);
  return right;
}

// The slopes at which every weight is at its optimum, had the others these means.
std::vector<double> optimum_slopes(const CoordinateAscent& ascent, const std::vector<double>& means) {
  std::vector<double> slopes = ascent.model().residual(means);
  for (std::size_t j = 0; j < slopes.size(); ++j)
    slopes[j] = ascent.noise_precision() * (slopes[j] + ascent.gram()(j, j) * means[j]);
  return slopes;
}

}  // namespace

std::vector<double> newton_direction(const CoordinateAscent& ascent, double damping) {
  const MeanCurvature curvature(ascent, damping);
  std::vector<double> gradient(ascent.means().size());
  for (std::size_t j = 0; j < gradient.size(); ++j) gradient[j] = ascent.optimum_slope(j) - ascent.slopes()[j];
  gradient = curvature.scaled(std::move(gradient));
  std::optional<std::vector<double>> solution = solved_by_iteration(curvature, gradient);
  return curvature.scaled(solution ? std::move(*solution) : solved_by_factor(curvature, std::move(gradient)));
}

double NewtonSteps::step(CoordinateAscent& ascent) {
  constexpr double shortest = 1.0 / 64.0;
  const double before = ascent.elbo();
  const std::vector<double> start = ascent.slopes();
  std::vector<double> moved = newton_direction(ascent, damping_);
  view(moved) += view(ascent.means());
  const std::vector<double> target = optimum_slopes(ascent, moved);
  for (double length = 1.0; length >= shortest; length *= 0.5) {
    std::vector<double> slopes(start.size());
    view(slopes) = view(start) + length * (view(target) - view(start));
    ascent.set_slopes(slopes);
    const double gain = ascent.elbo() - before;
    if (!(gain > 0.0)) continue;
    adapt(length);
    return gain;
  }
  ascent.set_slopes(start);
  adapt(0.0);
  return 0.0;
}

void NewtonSteps::adapt(double length) {
  constexpr double first_damping = 0.01;
  if (length == 1.0) damping_ = damping_ > first_damping ? 0.1 * damping_ : 0.0;
  if (length < 0.25) damping_ = std::max(first_damping, 10.0 * damping_);
}

}  // namespace direct
