// SPDX-License-Identifier: MIT
#include "laws/link/saddle.h"

#include <algorithm>
#include <cmath>

namespace direct {
namespace {

constexpr double largest_u = 695.0;       // the logarithm of the gamma function there is still in range
constexpr double least_distance = 1e-11;  // to a pole, of its size if that is more than 1

// A strip as the image of u from -infinity to infinity: theta = right - e^u, or left + width / (1 + e^-u).
struct Position {
  double theta, by_u;
};
Position position(const Strip& strip, double u) {
  if (std::isinf(strip.left)) return {strip.right - std::exp(u), -std::exp(u)};
  const double share = 1.0 / (1.0 + std::exp(-u)), width = strip.right - strip.left;
  return {u < 0.0 ? strip.left + width * share : strip.right - width / (1.0 + std::exp(u)),
          width * share / (1.0 + std::exp(u))};
}

struct Range {
  double low, high;
};
Range range_of(const Strip& strip) {
  const double least = least_distance * std::max(1.0, std::abs(strip.right));
  if (std::isinf(strip.left)) return {std::log(least), largest_u};
  const double u = std::log((strip.right - strip.left) / least);
  return {-u, u};
}

double u_at(const Strip& strip, double theta, const Range& range) {
  const double u =
      std::isinf(strip.left) ? std::log(strip.right - theta) : std::log((theta - strip.left) / (strip.right - theta));
  return std::isfinite(u) ? std::clamp(u, range.low, range.high) : 0.5 * (range.low + range.high);
}

// Of the incomplete gamma functions: the minimum of the quadratic exponent at 0 and -log|theta|. Of the density: where
// digamma(shape - theta) is about the mean of v. Else the middle.
double start(const Integrand& integrand, const Strip& strip) {
  const Transform& f = integrand.f;
  if (f.kind == TransformKind::density && std::isinf(strip.left)) {
    const double mean = std::min(integrand.mean() + reference_log(f.shape), largest_u);
    return strip.right - (mean > -2.0 ? std::exp(mean) + 0.5 : -1.0 / mean);
  }
  if (f.kind == TransformKind::gamma_p || f.kind == TransformKind::gamma_q) {
    const LogFunctionAt log_gamma = scaled_log_gamma(f.shape, 0.0);
    const double slope = integrand.mean() + log_gamma.slope;
    const double curvature = integrand.terms.variance() + log_gamma.curvature;
    const double root = std::sqrt(slope * slope + 4.0 * curvature);
    const double theta = (f.kind == TransformKind::gamma_p ? root - slope : -root - slope) / (2.0 * curvature);
    if (theta > strip.left && theta < strip.right) return theta;
  }
  return std::isinf(strip.left) ? strip.right - 1.0 : 0.5 * (strip.left + strip.right);
}

// Newton's steps, halving the bracket where one leaves it, until the slope is a small share of what it changes over the
// width of the integrand. The slope increases with theta.
template <typename Function>
double minimum(const Strip& strip, double start, double small_share, const Function& function) {
  const Range range = range_of(strip);
  double low = range.low, high = range.high, u = u_at(strip, start, range);
  Position here = position(strip, u);
  for (int i = 0; i < 100; ++i) {
    const LogFunctionAt at = function(here.theta);
    if (at.slope * at.slope <= small_share * small_share * at.curvature) break;
    ((at.slope < 0.0) == (here.by_u > 0.0) ? low : high) = u;
    u -= at.slope / (at.curvature * here.by_u);
    if (!(u > low && u < high)) u = 0.5 * (low + high);
    here = position(strip, u);
  }
  return here.theta;
}

}  // namespace

LogFunctionAt Integrand::at(double theta) const {
  const LogFunctionAt moment = terms.at(f.sign * theta), transform = transform_at(f, theta);
  return {.value = theta * mean() + moment.value + transform.value,
          .slope = mean() + f.sign * moment.slope + transform.slope,
          .curvature = moment.curvature + transform.curvature};
}

// First with a Gaussian in place of z, which takes no time.
double saddle_point(const Integrand& integrand, const Strip& strip) {
  const double mean = integrand.mean(), variance = integrand.terms.variance();
  const double near = minimum(strip, start(integrand, strip), 0.1, [&](double theta) {
    const LogFunctionAt transform = transform_at(integrand.f, theta);
    return LogFunctionAt{.slope = mean + variance * theta + transform.slope,
                         .curvature = variance + transform.curvature};
  });
  return minimum(strip, near, 0.05, [&](double theta) { return integrand.at(theta); });
}

}  // namespace direct
