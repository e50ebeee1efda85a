// SPDX-License-Identifier: MIT
// Every transform against the sum of e^(-s v) f(v) over a fine grid of v, which is exact but for rounding.
#include "laws/link/transform.h"

#include <cmath>
#include <string>

#include <gtest/gtest.h>

namespace direct::transform_test {
namespace {

struct Case {
  const char* name;
  Transform f;
  double theta;
};

class Transforms : public testing::TestWithParam<Case> {};

// Of f(v), v = sign z + shift.
double value_at(const Transform& f, double v) { return log_value(f, f.sign * (v - f.shift)); }

std::complex<double> summed(const Transform& f, double theta, double t) {
  constexpr double step = 1.0 / 64.0;
  std::complex<double> sum = 0.0;
  for (double v = -2000.0; v < 2000.0; v += step) {
    const double size = std::exp(value_at(f, v) - theta * v);
    if (size > 0.0) sum += size * std::polar(step, -t * v);
  }
  return sum;
}

TEST_P(Transforms, EqualTheirIntegrals) {
  const auto& [name, f, theta] = GetParam();
  const LogFunctionAt at = transform_at(f, theta);
  for (const double t : {0.0, 0.3, 1.0, 2.5}) {
    const std::complex<double> bent = TransformOnLine(f, theta)(t);
    const std::complex<double> found = std::exp(at.value + bent + std::complex<double>(0.0, t * at.slope)),
                               expected = summed(f, theta, t);
    EXPECT_LT(std::abs(found - expected), 1e-11 * std::exp(at.value)) << t;
  }
}

TEST_P(Transforms, HaveDerivatives) {
  const auto& [name, f, theta] = GetParam();
  constexpr double h = 1e-5;
  const LogFunctionAt at = transform_at(f, theta), above = transform_at(f, theta + h),
                      below = transform_at(f, theta - h);
  EXPECT_NEAR(at.slope, (above.value - below.value) / (2.0 * h), 1e-6 * (1.0 + std::abs(at.slope)));
  EXPECT_NEAR(at.curvature, (above.slope - below.slope) / (2.0 * h), 1e-6 * (1.0 + at.curvature));
}

// f(v) is about e^(residue_log + right v) far to the left, and F negative beyond the pole: f less the residue.
TEST_P(Transforms, HaveAPoleOnTheRight) {
  const auto& [name, f, theta] = GetParam();
  const double v = -30.0 - 10.0 * f.shape;
  EXPECT_NEAR(value_at(f, v), f.residue_log + f.right * v, 1e-11 * std::abs(f.right * v) + 1e-12);
  const double d = 1e-6;
  EXPECT_NEAR(transform_at(f, f.right - d).value, f.residue_log - std::log(d), 1e-4);
  EXPECT_NEAR(transform_at(f, f.right + d).value, f.residue_log - std::log(d), 1e-4);
}

constexpr TransformKind p = TransformKind::gamma_p, q = TransformKind::gamma_q;

INSTANTIATE_TEST_SUITE_P(
    Kinds, Transforms,
    testing::Values(Case{"Second", class_probability(true), 0.6}, Case{"First", class_probability(false), 0.3},
                    Case{"Square", class_probability_square(true), 1.4},
                    Case{"SquareAtOne", class_probability_square(false), 1.0},
                    Case{"Variance", class_variance(true), 0.0}, Case{"VarianceTilted", class_variance(false), -0.7},
                    Case{"NoCount", count_probability(0.0), -0.8}, Case{"Count", count_probability(3.0), 1.2},
                    Case{"LargeCount", count_probability(40.0), 7.0}, Case{"NoMore", count_tail(0.0, q), -0.4},
                    Case{"More", count_tail(5.0, p), 2.0}, Case{"LargeNoMore", count_tail(25.0, q), -3.0},
                    Case{"Density", positive_density(0.3, 1.5), 0.4},
                    Case{"Narrow", positive_density(20.0, 30.0), -5.0}, Case{"Lower", positive_tail(2.0, 0.7, p), 0.3},
                    Case{"Upper", positive_tail(2.0, 12.0, q), -1.0}),
    [](const auto& test) { return std::string(test.param.name); });

}  // namespace
}  // namespace direct::transform_test
