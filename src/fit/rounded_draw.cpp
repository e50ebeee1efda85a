// SPDX-License-Identifier: MIT
#include "fit/rounded_draw.h"

#include <cblas.h>
#include <utility>

#include "algebra/blas.h"
#include "algebra/dense.h"

namespace direct {
namespace {

// Coordinate descent on e' A e with e = point - draw. G e is kept up to date, so that a move costs O(b).
class RoundingDescent {
 public:
  RoundingDescent(const CompanionMetric& metric, const NearestLevel& nearest, std::span<const double> draw,
                  std::vector<double> point)
      : metric_(metric),
        nearest_(nearest),
        draw_(draw),
        point_(std::move(point)),
        error_(point_),
        gram_error_(point_.size()) {
    view(error_) -= view(draw);
    const int b = static_cast<int>(point_.size());
    cblas_dsymv(CblasColMajor, CblasLower, b, 1.0, metric.statistics.gram.data(), b, error_.data(), 1, 0.0,
                gram_error_.data(), 1);
  }

  // Every weight in turn to the level nearest to its optimum given the others; whether any has moved.
  bool sweep() {
    bool moved = false;
    for (std::size_t j = 0; j < point_.size(); ++j) moved |= improve(j);
    return moved;
  }

  double distortion() const {
    const double square = view(error_).dot(view(gram_error_));
    return square > 0.0 ? metric_.noise_precision * square / metric_.statistics.num_rows : 0.0;
  }

  const std::vector<double>& point() const { return point_; }

 private:
  bool improve(std::size_t j) {
    constexpr double least_gain = 1e-9;  // of the square of the step: rounding errors must not go in circles
    const SecondMoments& statistics = metric_.statistics;
    const double prior_precision = 1.0 / metric_.prior.variances[j];
    const double slope = metric_.noise_precision * gram_error_[j] + prior_precision * error_[j];
    const double curvature = metric_.noise_precision * statistics.gram(j, j) + prior_precision;
    const double level = nearest_(j, point_[j] - slope / curvature), step = level - point_[j];
    if (!(step * (2.0 * slope + step * curvature) < -least_gain * curvature * step * step)) return false;
    point_[j] = level;
    error_[j] = level - draw_[j];
    cblas_daxpy(static_cast<int>(point_.size()), step, statistics.gram.column(j).data(), 1, gram_error_.data(), 1);
    return true;
  }

  const CompanionMetric& metric_;
  const NearestLevel& nearest_;
  std::span<const double> draw_;
  std::vector<double> point_, error_, gram_error_;
};

}  // namespace

RoundedDraw rounded_draw(const CompanionMetric& metric, const OrderedCompanion& companion,
                         std::span<const double> draw) {
  return rounded_draw(metric, companion, draw, nearest_on(metric.prior.levels));
}

RoundedDraw rounded_draw(const CompanionMetric& metric, const OrderedCompanion& companion, std::span<const double> draw,
                         const NearestLevel& nearest) {
  constexpr int max_sweeps = 1000;
  use_single_threaded_blas();
  RoundingDescent descent(metric, nearest, draw, lattice_point(companion, draw, nearest));
  RoundedDraw result;
  bool moved = true;
  while (moved && result.sweeps < max_sweeps) {
    moved = descent.sweep();
    result.refined |= moved;
    ++result.sweeps;
  }
  result.point = descent.point();
  result.distortion = descent.distortion();
  return result;
}

}  // namespace direct
