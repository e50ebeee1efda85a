// SPDX-License-Identifier: MIT
#include "predict/generalized/line_integral.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "predict/distribution/spectrum_plan.h"

namespace direct {
namespace {

constexpr double two_pi = 2.0 * std::numbers::pi;
constexpr double negligible_log = 40.0;  // of the integrand, to its peak
constexpr double alias_log = 35.0;       // of the error, to the peak
constexpr double most_nodes = 8192.0;
constexpr double trial_nodes = 1024.0;  // of more than that many: the integrand may be negligible long before
constexpr double few_nodes = 48.0;
constexpr double least_share = 1e-3;       // of the sum of sizes that the sum must have
constexpr double negligible_size = 1e-15;  // of the last nodes, to the sum

// Where |F| is negligible next to its value at the real axis: it decreases with t.
double transform_cut(const BentTransform& transform) {
  const auto is_negligible = [&](double t) { return transform(t).real() < -negligible_log; };
  double low = 0.0, high = std::sqrt(2.0 * negligible_log / transform.at().curvature);
  while (!is_negligible(high)) {
    low = high;
    high *= 2.0;
  }
  while (high - low > 0.1 * high) (is_negligible(0.5 * (low + high)) ? high : low) = 0.5 * (low + high);
  return high;
}

// On the line at distance d to either side the integrand bounds E f(v -+ length) e^(+-theta length) by its exponent
// less d length.
double alias_length(const Integrand& integrand, const Strip& strip, double theta, const LogFunctionAt& at) {
  const double best = std::sqrt(2.0 * alias_log / at.curvature);
  const auto length = [&](double distance) {
    return (alias_log + integrand.at(theta + distance).value - at.value) / std::abs(distance);
  };
  return std::max(length(-std::min(best, 0.9 * (theta - strip.left))),
                  length(std::min(best, 0.9 * (strip.right - theta))));
}

// A line through theta, and where the integrand is summed up.
class Line {
 public:
  Line(const Integrand& integrand, const Strip& strip, double theta)
      : integrand_(integrand),
        theta_(theta),
        at_(integrand.at(theta)),
        transform_(integrand.f, theta),
        variance_(at_.curvature - transform_.at().curvature),
        transform_cut_(transform_cut(transform_)),
        step_(two_pi / alias_length(integrand, strip, theta, at_)),
        cut_(first_cut()) {}

  LineIntegral integral(bool settle) {
    for (;; cut_ = std::min(2.0 * cut_, transform_cut_)) {
      const double needed = std::ceil(cut_ / step_) + 1.0;
      const bool is_trial = needed > most_nodes && !settle, is_tapered = needed > most_nodes && settle;
      const double count = std::min(needed, is_trial ? trial_nodes : most_nodes), last = count * step_;
      const Sum sum = sum_over(static_cast<std::size_t>(count), is_tapered ? negligible_log / (last * last) : 0.0);
      const bool is_complete = sum.last_size <= negligible_size * std::abs(sum.value);
      if (!is_complete && !is_trial && !is_tapered && cut_ < transform_cut_) continue;
      const double value = std::max(sum.value, 1e-16 * sum.size);
      return {.log_value = at_.value + std::log(step_ / two_pi * value),
              .exact = sum.value > least_share * sum.size && !is_tapered && !(is_trial && !is_complete)};
    }
  }

 private:
  // The sum over both halves of the line, the integrand being 1 at the real axis.
  struct Sum {
    double value = 1.0, size = 1.0;
    double last_size = 0.0;  // the largest of the last few nodes
  };

  // The transform is no more than exp(-rate t^2) up to its cut, for its logarithm is convex in t^2.
  double rate() const { return negligible_log / (transform_cut_ * transform_cut_); }

  double first_cut() const {
    if (transform_cut_ <= few_nodes * step_) return transform_cut_;
    return integrand_.terms.line_cut(variance_, transform_cut_, rate(), negligible_log);
  }

  Sum sum_over(std::size_t count, double taper) const {
    const double sign = integrand_.f.sign;
    const RowTerms::Line line =
        integrand_.terms.line(sign * theta_, step_, count, negligible_log / (cut_ * cut_) + taper);
    Sum sum;
    for (std::size_t m = 1; m < count; ++m) {
      const double t = step_ * static_cast<double>(m), modulus = std::hypot(line.real[m], line.imaginary[m]);
      if (modulus < 1e-18) continue;
      const std::complex<double> bent = transform_(t);
      const double size = 2.0 * std::exp(bent.real() - taper * t * t), angle = bent.imag() + t * at_.slope;
      sum.value += size * (line.real[m] * std::cos(angle) - sign * line.imaginary[m] * std::sin(angle));
      sum.size += size * modulus;
      if (m + last_nodes >= count) sum.last_size = std::max(sum.last_size, size * modulus);
    }
    return sum;
  }

  static constexpr std::size_t last_nodes = 4;

  const Integrand& integrand_;
  double theta_;
  LogFunctionAt at_;  // the exponent
  BentTransform transform_;
  double variance_;  // of v under the tilt
  double transform_cut_, step_, cut_;
};

// By Laplace's method where the exponent is so large that its rounding leaves no digits of the probability itself.
LineIntegral over_line(const Integrand& integrand, const Strip& strip, double theta, bool settle) {
  constexpr double large = 1e12;
  const LogFunctionAt at = integrand.at(theta);
  if (std::abs(at.value) > large) return {.log_value = at.value - 0.5 * std::log(two_pi * at.curvature)};
  return Line(integrand, strip, theta).integral(settle);
}

// The residue at the pole and the rest beyond it, which is negative; not exact where both are about the same.
LineIntegral beyond_pole(const Integrand& integrand) {
  const double pole = integrand.f.right;
  const double residue =
      pole * integrand.mean() + integrand.terms.at(integrand.f.sign * pole).value + integrand.f.residue_log;
  const Strip strip{pole, pole + 1.0};
  const double theta = std::min(saddle_point(integrand, strip), pole + 0.5);
  const LogFunctionAt at = integrand.at(theta);
  if (at.value < residue - negligible_log) return {.log_value = residue};
  if (at.value - 0.5 * std::log(at.curvature) > residue + 1.0) return {.log_value = residue, .exact = false};
  const LineIntegral rest = over_line(integrand, strip, theta, false);
  const double ratio = rest.log_value - residue;
  if (!rest.exact || ratio > -0.01) return {.log_value = residue, .exact = false};
  return {.log_value = residue + std::log1p(-std::exp(ratio))};
}

}  // namespace

LineIntegral line_integral(const Integrand& integrand, bool settle) {
  constexpr double close = 0.3;
  const Strip strip{integrand.f.left, integrand.f.right};
  const double theta = saddle_point(integrand, strip);
  if (integrand.f.kind != TransformKind::gamma_q && strip.right - theta < close) {
    const LineIntegral found = beyond_pole(integrand);
    if (found.exact) return found;
  }
  return over_line(integrand, strip, theta, settle);
}

}  // namespace direct
