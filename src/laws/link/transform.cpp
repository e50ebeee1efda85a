// SPDX-License-Identifier: MIT
#include "laws/link/transform.h"

#include <cmath>

#include "algebra/constants.h"

namespace direct {
namespace {

using Complex = std::complex<double>;

Transform logistic_slope(double sign, double tilt) {
  return {.kind = TransformKind::logistic_slope, .sign = sign, .tilt = tilt, .left = tilt - 1.0, .right = tilt + 1.0};
}

// F(s) = Gamma(shape - s) / Gamma(shape) e^(s reference_log + log_constant)
Transform gamma_density(double shape, double sign, double shift, double log_constant) {
  return {.kind = TransformKind::density,
          .sign = sign,
          .shift = shift - reference_log(shape),
          .shape = shape,
          .log_constant = log_constant,
          .left = -infinity,
          .right = shape,
          .residue_log = log_constant + scaled_log_reciprocal(shape)};
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

struct SineCosine {
  double sine, cosine;
};
SineCosine of_half_turns(double w) {
  const double whole = std::round(w), sign = std::fmod(whole, 2.0) == 0.0 ? 1.0 : -1.0;
  return {sign * std::sin(pi * (w - whole)), sign * std::cos(pi * (w - whole))};
}

// log(pi / |sin(pi theta)|)
LogFunctionAt logistic_at(double theta) {
  const auto [sine, cosine] = of_half_turns(theta);
  return {.value = std::log(pi / std::abs(sine)), .slope = -pi * cosine / sine, .curvature = pi * pi / (sine * sine)};
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

Transform complement(const Transform& tail) {
  const bool is_p = tail.kind == TransformKind::gamma_p;
  Transform result = gamma_tail(tail.shape, is_p ? TransformKind::gamma_q : TransformKind::gamma_p, tail.sign, 0.0);
  result.shift = tail.shift;
  return result;
}

LogFunctionAt transform_at(const Transform& f, double theta) {
  if (f.kind == TransformKind::logistic) return logistic_at(theta);
  if (f.kind == TransformKind::logistic_slope) return logistic_slope_at(theta - f.tilt);
  return gamma_at(f, theta);
}

TransformOnLine::TransformOnLine(const Transform& f, double theta)
    : kind_(f.kind), theta_(theta), x_(theta), at_(transform_at(f, theta)) {
  if (kind_ == TransformKind::logistic || kind_ == TransformKind::logistic_slope) {
    x_ = theta - f.tilt;
    const auto [sine, cosine] = of_half_turns(x_);
    sine_ = sine;
    cosine_ = cosine;
  } else {
    x_ = f.shape - theta;
  }
}

// e^(pi t) / sin(pi (x + i t)): it is at most of size 2 / (1 - e^(-2 pi t)).
Complex TransformOnLine::inverse_sine(double t) const {
  const double decay = std::exp(-2.0 * pi * t);
  return 2.0 / Complex(sine_ * (1.0 + decay), cosine_ * (1.0 - decay));
}

Complex TransformOnLine::operator()(double t) const {
  if (t == 0.0) return 0.0;
  const Complex linear(0.0, t * at_.slope);
  switch (kind_) {
    case TransformKind::logistic:
      return std::log(sine_ * inverse_sine(t)) - pi * t - linear;
    case TransformKind::logistic_slope: {
      const Complex value = pi * Complex(x_, t) * inverse_sine(t);
      return std::log(std::abs(x_) > 1.0 ? -value : value) - at_.value - pi * t - linear;
    }
    case TransformKind::density:
      return std::conj(log_gamma_on_line(x_, t));
    default:
      return std::conj(log_gamma_on_line(x_, t)) - std::log(Complex(1.0, t / theta_)) + Complex(0.0, t / theta_);
  }
}

}  // namespace direct
