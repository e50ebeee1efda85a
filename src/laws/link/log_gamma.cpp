// SPDX-License-Identifier: MIT
#include "laws/link/log_gamma.h"

#include <array>
#include <cmath>

#include <boost/math/special_functions/digamma.hpp>
#include <boost/math/special_functions/gamma.hpp>
#include <boost/math/special_functions/log1p.hpp>
#include <boost/math/special_functions/trigamma.hpp>

namespace direct {
namespace {

// Of B_2k / (2k (2k - 1)), k = 1, 2, ...: the next is below 2e-18 of the sum at 10.
constexpr std::array stirling_coefficients = {1.0 / 12.0,   -1.0 / 360.0,      1.0 / 1260.0, -1.0 / 1680.0,
                                              1.0 / 1188.0, -691.0 / 360360.0, 1.0 / 156.0,  -3617.0 / 122400.0};

template <typename Number>
Number remainder_at(Number x) {
  const Number inverse = 1.0 / x, square = inverse * inverse;
  Number sum = 0.0;
  for (std::size_t k = stirling_coefficients.size(); k-- > 0;) sum = sum * square + stirling_coefficients[k];
  return sum * inverse;
}

// digamma(x) - log(x): the derivative of the remainder less 1 / 2x.
double digamma_less_log(double x) {
  const double inverse = 1.0 / x, square = inverse * inverse;
  double sum = 0.0;
  for (std::size_t k = stirling_coefficients.size(); k-- > 0;)
    sum = sum * square - static_cast<double>(2 * k + 1) * stirling_coefficients[k];
  return sum * square - 0.5 * inverse;
}

double arctangent_less_argument(double x) {
  if (std::abs(x) > 0.1) return std::atan(x) - x;
  const double square = x * x;
  double sum = 0.0;
  for (int n = 15; n >= 3; n -= 2) sum = -square * (sum - 1.0 / n);
  return -sum * x;
}

// With tau = t / x: (x + i t - 1/2) log(1 + i tau) - i t - i t (digamma(x) - log x) + what Stirling's remainder adds.
std::complex<double> bent_stirling(double x, double t) {
  const double tau = t / x, log_modulus = 0.5 * std::log1p(tau * tau), angle = std::atan(tau);
  const double bent_angle = arctangent_less_argument(tau);
  const std::complex<double> main(x * (log_modulus - tau * angle) - 0.5 * log_modulus,
                                  x * (bent_angle + tau * log_modulus) - 0.5 * angle - t * digamma_less_log(x));
  return main + remainder_at(std::complex<double>(x, t)) - remainder_at(x);
}

// x log(1 - r) + r shape, of x = shape (1 - r), also for small r.
double bent_product(double x, double r, double shape) {
  if (std::abs(r) > 0.5) return x * std::log1p(-r) + r * shape;
  return x * boost::math::log1pmx(-r) + r * r * shape;
}

}  // namespace

double reference_log(double shape) { return shape >= stirling_from ? std::log(shape) : 0.0; }

double stirling_remainder(double x) { return remainder_at(x); }

double scaled_log_reciprocal(double shape) {
  constexpr double half_log_two_pi = 0.91893853320467274178;
  if (shape >= stirling_from) return shape + 0.5 * std::log(shape) - half_log_two_pi - remainder_at(shape);
  return shape > 0.0 ? -boost::math::lgamma(shape) : 0.0;
}

// By Stirling, with r = theta / shape and x = shape - theta.
LogFunctionAt scaled_log_gamma(double shape, double theta) {
  const double x = shape - theta;
  const double curvature = boost::math::trigamma(x);
  if (shape < stirling_from || x < stirling_from) {
    const double reference = reference_log(shape);
    return {.value = scaled_log_reciprocal(shape) + boost::math::lgamma(x) - x * reference,
            .slope = reference - boost::math::digamma(x),
            .curvature = curvature};
  }
  const double r = theta / shape, log_ratio = std::log1p(-r);
  return {.value = bent_product(x, r, shape) - 0.5 * log_ratio + remainder_at(x) - remainder_at(shape),
          .slope = -log_ratio - digamma_less_log(x),
          .curvature = curvature};
}

// By the recurrence Gamma(x) = Gamma(x + 1) / x up to where Stirling's series is exact.
std::complex<double> log_gamma_on_line(double x, double t) {
  if (x >= stirling_from) return bent_stirling(x, t);
  std::complex<double> product = 1.0;
  double slope = 0.0;
  for (; x < stirling_from; x += 1.0) {
    product *= std::complex<double>(1.0, t / x);
    slope += 1.0 / x;
  }
  return bent_stirling(x, t) - std::log(product) + std::complex<double>(0.0, t * slope);
}

}  // namespace direct
