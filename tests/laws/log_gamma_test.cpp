// SPDX-License-Identifier: MIT
// Against boost on the real axis, and against identities off it.
#include "laws/link/log_gamma.h"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>
#include <boost/math/special_functions/digamma.hpp>
#include <boost/math/special_functions/gamma.hpp>
#include <boost/math/special_functions/trigamma.hpp>

namespace direct::log_gamma_test {
namespace {

using Complex = std::complex<double>;
constexpr double pi = std::numbers::pi;

Complex log_gamma(double x, double t) {
  const Complex bent = log_gamma_on_line(x, std::abs(t));
  const double angle = x < 0.0 ? pi : 0.0;  // from -1 to 0 it is negative
  const Complex sum = Complex(boost::math::lgamma(x), angle + std::abs(t) * boost::math::digamma(x)) + bent;
  return t < 0.0 ? std::conj(sum) : sum;
}

void expect_near(Complex found, Complex expected, double tolerance) {
  EXPECT_LT(std::abs(std::exp(found - expected) - 1.0), tolerance) << found << " " << expected;
}

TEST(LogGamma, EqualsBoostOnTheRealAxis) {
  for (const double shape : {0.3, 1.0, 2.5, 9.9, 10.0, 11.0, 37.0, 1e3, 1e6})
    for (const double share : {-20.0, -0.5, -0x1p-10, 0.0, 0x1p-14, 0.25, 0.875}) {
      const double theta = share * shape, x = shape - theta;
      const LogFunctionAt found = scaled_log_gamma(shape, theta);
      const long double expected = boost::math::lgamma(static_cast<long double>(x)) -
                                   boost::math::lgamma(static_cast<long double>(shape)) +
                                   static_cast<long double>(theta) * reference_log(shape);
      EXPECT_NEAR(found.value, static_cast<double>(expected), 1e-14 * (1.0 + std::abs(theta)) + 1e-18 * shape)
          << shape << " " << theta;
      EXPECT_NEAR(found.slope, reference_log(shape) - boost::math::digamma(x), 3e-14) << shape << " " << theta;
      EXPECT_NEAR(found.curvature, boost::math::trigamma(x), 1e-14 * found.curvature);
    }
}

TEST(LogGamma, KeepsItsDigitsForLargeShapes) {
  for (const double theta : {-3e4, 17.0, 1e5}) {
    const double shape = 1e9;
    const auto wide = [](double x) { return boost::math::lgamma(static_cast<long double>(x)); };
    const double expected = static_cast<double>(wide(shape - theta) - wide(shape) + theta * std::log(1e9L));
    EXPECT_NEAR(scaled_log_gamma(shape, theta).value, expected, 2e-8);  // the reference has no more digits
  }
}

TEST(LogGamma, ObeysTheReflectionFormula) {
  for (const double x : {0.1, 0.37, 0.5, 0.93})
    for (const double t : {1e-3, 0.4, 2.0, 9.0, 30.0}) {
      const Complex sine = std::sin(pi * Complex(x, t));
      expect_near(log_gamma(x, t) + log_gamma(1.0 - x, -t), std::log(pi / sine), 2e-13);
    }
}

TEST(LogGamma, ObeysTheDuplicationFormulaAndTheRecurrence) {
  for (const double x : {-0.7, -0.2, 0.2, 3.3, 12.0, 40.0, 2e3})
    for (const double t : {1e-3, 0.7, 5.0, 40.0}) {
      const Complex s(x, t);
      expect_near(log_gamma(x, t) + std::log(s), log_gamma(x + 1.0, t), 3e-12);
      if (x < 0.0) continue;
      expect_near(log_gamma(x, t) + log_gamma(x + 0.5, t),
                  (1.0 - 2.0 * s) * std::numbers::ln2 + 0.5 * std::log(pi) + log_gamma(2.0 * x, 2.0 * t), 3e-11);
    }
}

}  // namespace
}  // namespace direct::log_gamma_test
