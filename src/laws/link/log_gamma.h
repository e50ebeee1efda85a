// SPDX-License-Identifier: MIT
// Gamma(shape - s) as a function of s, without the digits that a difference of two large logarithms loses.
#pragma once

#include <complex>

namespace direct {

// The variable s is tied to is less by this: z - log(shape) for a large shape.
double reference_log(double shape);

// shape reference_log(shape) - log Gamma(shape); 0 for a shape of 0.
double scaled_log_reciprocal(double shape);

struct LogFunctionAt {
  double value = 0.0, slope = 0.0, curvature = 0.0;
};

// scaled_log_reciprocal(shape) + log|Gamma(shape - theta)| - (shape - theta) reference_log(shape), and its derivatives
// by theta.
LogFunctionAt scaled_log_gamma(double shape, double theta);

// log Gamma(x + i t) - log Gamma(x) - i t digamma(x), but for turns of 2 pi. Requires: x is no pole.
std::complex<double> log_gamma_on_line(double x, double t);

// log Gamma(x) - (x - 1/2) log x + x - log(2 pi) / 2. Requires: x >= stirling_from.
inline constexpr double stirling_from = 10.0;
double stirling_remainder(double x);

}  // namespace direct
