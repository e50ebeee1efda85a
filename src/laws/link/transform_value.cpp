// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include <boost/math/special_functions/gamma.hpp>

#include "algebra/sigmoid.h"
#include "laws/link/incomplete_gamma.h"
#include "laws/link/transform.h"

namespace direct {
namespace {

constexpr double lowest = std::numeric_limits<double>::lowest();

// exp(shape v - e^v) / Gamma(shape), by Stirling where v is about log(shape).
double value_log_density(double shape, double v) {
  if (shape < stirling_from) return shape * v - std::exp(v) - (shape > 0.0 ? boost::math::lgamma(shape) : 0.0);
  return 0.5 * std::log(shape / (2.0 * std::numbers::pi)) - stirling_remainder(shape) - shape * (std::expm1(v) - v);
}

double unbounded_log_value(const Transform& f, double v) {
  switch (f.kind) {
    case TransformKind::logistic:
      return log_sigmoid(v);
    case TransformKind::logistic_slope:
      return f.tilt * v + log_sigmoid(v) + log_sigmoid(-v);
    case TransformKind::density:
      return f.log_constant + value_log_density(f.shape, v);
    case TransformKind::gamma_p:
      return std::log(incomplete_gamma(f.shape, v).p);
    case TransformKind::gamma_q:
      break;
  }
  return std::log(incomplete_gamma(f.shape, v).q);
}

}  // namespace

double log_value(const Transform& f, double z) {
  return std::max(unbounded_log_value(f, f.sign * z + f.shift), lowest);
}

// At v = log(shape), where v is less by the reference.
double log_peak(const Transform& density) {
  const double shape = density.shape;
  const double v = shape > 0.0 ? std::log(shape) - reference_log(shape) : lowest;
  return density.log_constant + value_log_density(shape, v);
}

}  // namespace direct
