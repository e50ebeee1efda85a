// SPDX-License-Identifier: MIT
#include "predict/generalized/transform.h"

#include <cmath>
#include <limits>
#include <numbers>

#include <boost/math/special_functions/cos_pi.hpp>
#include <boost/math/special_functions/gamma.hpp>
#include <boost/math/special_functions/sin_pi.hpp>

namespace direct {
namespace {

using Complex = std::complex<double>;

constexpr double pi = std::numbers::pi;
constexpr double infinity = std::numeric_limits<double>::infinity();

Transform logistic_slope(double sign, double tilt) {
  return {.kind = TransformKind::logistic_slope, .sign = sign, .tilt = tilt, .left = tilt - 1.0, .right = tilt + 1.0};
}

double log_gamma(double shape) { return shape > 0.0 ? boost::math::lgamma(shape) : 0.0; }

// F(s) = Gamma(shape - s) / Gamma(shape) e^(s reference_log + log_constant)
Transform gamma_density(double shape, double sign, double shift, double log_constant) {
  return {.kind = TransformKind::density,
          .sign = sign,
          .shift = shift - reference_log(shape),
          .shape = shape,
          .log_constant = log_constant,
          .left = -infinity,
          .right = shape,
          .residue_log = log_constant - log_gamma(shape) + shape * reference_log(shape)};
}

// F(s) = Gamma(shape - s) / Gamma(shape) / |s|, to the right of 0 for P, to the left for Q.
Transform gamma_tail(double shape, TransformKind tail, double sign, double shift) {
  Transform f = gamma_density(shape, sign, shift, 0.0);
  f.kind = tail;
  f.left = tail == TransformKind::gamma_p ? 0.0 : -infinity;
  f.right = tail == TransformKind::gamma_p ? shape : 0.0;
  f.residue_log = tail == TransformKind::gamma_p ? f.residue_log - std::log(shape) : 0.0;
  return f;
}

// log(pi / |sin(pi theta)|)
LogFunctionAt logistic_at(double theta) {
  const double sine = boost::math::sin_pi(theta), cotangent = boost::math::cos_pi(theta) / sine;
  return {.value = std::log(pi / std::abs(sine)), .slope = -pi * cotangent, .curvature = pi * pi / (sine * sine)};
}

// log(x / sin x) of x = pi w
LogFunctionAt logistic_slope_at(double w) {
  const double x = pi * w, square = x * x;
  if (std::abs(x) < 0.1)
    return {.value = square * (1.0 / 6.0 + square * (1.0 / 180.0 + square * (1.0 / 2835.0 + square / 37800.0))),
            .slope = pi * x * (1.0 / 3.0 + square * (1.0 / 45.0 + square * (2.0 / 945.0 + square / 4725.0))),
            .curvature = pi * pi * (1.0 / 3.0 + square * (1.0 / 15.0 + square * (2.0 / 189.0 + square / 675.0)))};
  LogFunctionAt result = logistic_at(w);
  result.value += std::log(std::abs(w));
  result.slope += 1.0 / w;
  result.curvature -= 1.0 / (w * w);
  return result;
}

LogFunctionAt gamma_at(const Transform& f, double theta) {
  LogFunctionAt result = scaled_log_gamma(f.shape, theta);
  result.value += f.log_constant;
  if (f.kind == TransformKind::density) return result;
  result.value -= std::log(std::abs(theta));
  result.slope -= 1.0 / theta;
  result.curvature += 1.0 / (theta * theta);
  return result;
}

// sin(pi (w + i t)) e^(-pi t): for t >= 0 it is at most 1.
Complex damped_sine(double w, double t) {
  const double decay = std::exp(-2.0 * pi * t);
  return {0.5 * boost::math::sin_pi(w) * (1.0 + decay), 0.5 * boost::math::cos_pi(w) * (1.0 - decay)};
}

Complex bent_logistic(double theta, double t) {
  const Complex ratio = damped_sine(theta, t) / boost::math::sin_pi(theta);
  return -std::log(ratio) - Complex(pi * t, t * logistic_at(theta).slope);
}

Complex bent_logistic_slope(double w, double t) {
  if (t == 0.0) return 0.0;
  const Complex value = pi * Complex(w, t) / damped_sine(w, t);
  const LogFunctionAt at = logistic_slope_at(w);
  return std::log(w < -1.0 || w > 1.0 ? -value : value) - Complex(at.value + pi * t, t * at.slope);
}

Complex bent_gamma(const Transform& f, double theta, double t) {
  const Complex bent = std::conj(bent_log_gamma(f.shape - theta, t));
  if (f.kind == TransformKind::density) return bent;
  return bent - std::log(Complex(1.0, t / theta)) + Complex(0.0, t / theta);
}

}  // namespace

Transform class_probability(bool second) { return {.sign = second ? 1.0 : -1.0}; }
Transform class_probability_square(bool second) { return logistic_slope(second ? 1.0 : -1.0, 1.0); }
Transform class_variance(bool second) { return logistic_slope(second ? 1.0 : -1.0, 0.0); }

Transform count_probability(double count) {
  return gamma_density(count, 1.0, 0.0, count > 0.0 ? -std::log(count) : 0.0);
}

Transform count_tail(double count, TransformKind tail) { return gamma_tail(count + 1.0, tail, 1.0, 0.0); }

Transform positive_density(double y, double shape) {
  return gamma_density(shape, -1.0, std::log(shape) + std::log(y), -std::log(y));
}

Transform positive_tail(double y, double shape, TransformKind tail) {
  return gamma_tail(shape, tail, -1.0, std::log(shape) + std::log(y));
}

LogFunctionAt transform_at(const Transform& f, double theta) {
  if (f.kind == TransformKind::logistic) return logistic_at(theta);
  if (f.kind == TransformKind::logistic_slope) return logistic_slope_at(theta - f.tilt);
  return gamma_at(f, theta);
}

Complex bent_transform(const Transform& f, double theta, double t) {
  if (f.kind == TransformKind::logistic) return bent_logistic(theta, t);
  if (f.kind == TransformKind::logistic_slope) return bent_logistic_slope(theta - f.tilt, t);
  return bent_gamma(f, theta, t);
}

}  // namespace direct
