// SPDX-License-Identifier: MIT
// What is expected, f(v) of v = sign z + shift, and its bilateral Laplace transform F(s) = integral of e^(-s v) f(v),
// which is positive in a strip of the plane; E f(v) is then an integral over a line in the strip of F times the moment
// generating function of v. At its right end F has a simple pole, for f(v) is about e^(residue_log + right v) far to
// the left; in the next strip, which is one wide, F is negative.
#pragma once

#include <complex>

#include "laws/link/log_gamma.h"

namespace direct {

// logistic: 1 / (1 + e^-v). logistic_slope: e^(tilt v) times its derivative, tilt being 0 or 1. density: exp(shape v -
// e^v) / Gamma(shape). gamma_p, gamma_q: the incomplete gamma functions P(shape, e^v) and Q.
enum class TransformKind { logistic, logistic_slope, density, gamma_p, gamma_q };

struct Transform {
  TransformKind kind = TransformKind::logistic;
  double sign = 1.0, shift = 0.0;
  double tilt = 0.0, shape = 0.0;
  double log_constant = 0.0;       // f is so much more
  double left = 0.0, right = 1.0;  // of the strip
  double residue_log = 0.0;
};

Transform class_probability(bool second);         // 1 / (1 + e^-z) or 1 / (1 + e^z)
Transform class_probability_square(bool second);  // its square
Transform class_variance(bool second);            // their product

// Of counts, of mean e^z; of the incomplete gamma functions of them and of positive numbers P is the probability of a
// larger count or of a number no larger.
Transform count_probability(double count);
Transform count_tail(double count, TransformKind tail);
Transform positive_density(double y, double shape);
Transform positive_tail(double y, double shape, TransformKind tail);

Transform complement(const Transform& tail);  // of P: Q, and of Q: P

// log|F| at a real theta of the strip or the next one, and its derivatives.
LogFunctionAt transform_at(const Transform& f, double theta);

// log F(theta + i t) - log F(theta) - i t (log F)'(theta) as a function of t >= 0, but for turns of 2 pi.
class TransformOnLine {
 public:
  TransformOnLine(const Transform& f, double theta);
  std::complex<double> operator()(double t) const;
  const LogFunctionAt& at() const { return at_; }  // log|F| at theta

 private:
  std::complex<double> inverse_sine(double t) const;

  TransformKind kind_;
  double theta_, x_;  // the argument: of the sine less the tilt, of the gamma function
  LogFunctionAt at_;
  double sine_ = 0.0, cosine_ = 0.0;  // of pi x
};

// log f at a value of z; no less than the lowest double.
double log_value(const Transform& f, double z);
double log_peak(const Transform& density);  // its largest value, over all z

}  // namespace direct
