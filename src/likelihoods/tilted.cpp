// SPDX-License-Identifier: MIT
#include "likelihoods/tilted.h"

#include <algorithm>
#include <cmath>

#include "algebra/log_sum.h"
#include "algebra/sigmoid.h"

namespace direct {
namespace {

struct TiltProblem {
  const ExponentialMoments& moments;
  const Matrix& features;
  std::span<const double> signs, offsets, means;
};

// -a x = a sign z and (1 - a) x = -(1 - a) sign z
void set_tilt_scales(const TiltProblem& rows, TiltedRows& result) {
  for (std::size_t i = 0; i < rows.signs.size(); ++i) {
    result.with.scales[i] = result.tilts[i] * rows.signs[i];
    result.against.scales[i] = (result.tilts[i] - 1.0) * rows.signs[i];
  }
}

// One Newton step for every row, which ends within [0, 1]; the largest step.
double newton_step(const TiltProblem& rows, TiltedRows& result) {
  const TiltedMoments with = rows.moments.tilted_moments(rows.features, result.with.scales),
                      against = rows.moments.tilted_moments(rows.features, result.against.scales);
  double largest = 0.0;
  for (std::size_t i = 0; i < rows.signs.size(); ++i) {
    const double sign = rows.signs[i], offset = rows.offsets[i];
    const double share = sigmoid(with.log_moments[i] - against.log_moments[i] + sign * offset);
    const double with_slope = sign * (with.means[i] + offset), against_slope = sign * (against.means[i] + offset);
    const double slope = -sign * rows.means[i] + share * with_slope + (1.0 - share) * against_slope;
    const double difference = with_slope - against_slope;
    const double curvature = share * with.variances[i] + (1.0 - share) * against.variances[i] +
                             share * (1.0 - share) * difference * difference;
    if (!(curvature > 0.0)) continue;  // x is certain: the bound is exact for any a
    const double next = std::clamp(result.tilts[i] - slope / curvature, 0.0, 1.0);
    largest = std::max(largest, std::abs(next - result.tilts[i]));
    result.tilts[i] = next;
  }
  set_tilt_scales(rows, result);
  return largest;
}

void evaluate_tilts(const TiltProblem& rows, TiltedRows& result) {
  std::vector<double> against(rows.signs.size());
  rows.moments.log_moments(rows.features, result.with.scales, result.values, &result.with.kept);
  rows.moments.log_moments(rows.features, result.against.scales, against, &result.against.kept);
  for (std::size_t i = 0; i < against.size(); ++i) {
    const double x = result.values[i] + result.with.scales[i] * rows.offsets[i];
    const double y = against[i] + result.against.scales[i] * rows.offsets[i];
    result.with.shares[i] = sigmoid(x - y);
    result.against.shares[i] = sigmoid(y - x);
    result.values[i] = log_sum(x, y) - result.tilts[i] * rows.signs[i] * rows.means[i];
  }
}

}  // namespace

TiltedRows best_tilts(const ExponentialMoments& moments, const Matrix& features, std::span<const double> signs,
                      std::span<const double> offsets, std::span<const double> means,
                      std::span<const double> variances) {
  constexpr int most_steps = 8;
  constexpr double small_step = 1e-7;  // after it the error is of the order of its square
  const TiltProblem rows{moments, features, signs, offsets, means};
  const std::size_t n = signs.size();
  TiltedRows result{.tilts = std::vector<double>(n), .values = std::vector<double>(n)};
  for (TiltedMoment* moment : {&result.with, &result.against}) {
    moment->scales.resize(n);
    moment->shares.resize(n);
  }
  for (std::size_t i = 0; i < n; ++i) result.tilts[i] = gaussian_tilt(-signs[i] * means[i], variances[i]);
  set_tilt_scales(rows, result);
  for (int step = 0; step < most_steps && newton_step(rows, result) > small_step;) ++step;
  evaluate_tilts(rows, result);
  return result;
}

}  // namespace direct
