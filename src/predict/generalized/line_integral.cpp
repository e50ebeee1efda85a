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
constexpr double few_nodes = 48.0;
constexpr double least_share = 1e-3;  // of the sum of sizes that the sum must have

// Where |F| is negligible next to its value at the real axis: it decreases with t.
double transform_cut(const Transform& f, double theta, double curvature) {
  const auto is_negligible = [&](double t) { return bent_transform(f, theta, t).real() < -negligible_log; };
  double low = 0.0, high = std::sqrt(2.0 * negligible_log / curvature);
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

struct Nodes {
  double step = 0.0;
  std::size_t count = 0;
  double rate = 0.0;   // the transform is no more than exp(-rate t^2) up to the last node: its log is convex in t^2
  double taper = 0.0;  // what the integrand is multiplied with is exp(-taper t^2)
};

Nodes nodes_for(const Integrand& integrand, const Strip& strip, double theta, const LogFunctionAt& at) {
  const double s = integrand.f.sign * theta;
  double cut = transform_cut(integrand.f, theta, transform_at(integrand.f, theta).curvature);
  Nodes nodes{.step = two_pi / alias_length(integrand, strip, theta, at), .rate = negligible_log / (cut * cut)};
  if (cut > few_nodes * nodes.step) {
    const double span = integrand.terms.largest_span(), decay = decay_rate(cut * span);
    if (decay > 0.0 && std::abs(s) * span < 1.0)
      cut = std::sqrt(negligible_log / (nodes.rate + decay * integrand.terms.at(s).curvature));
    else
      cut = integrand.terms.line_cut(s, cut, nodes.rate);
  }
  const double needed = std::ceil(cut / nodes.step) + 1.0;
  nodes.count = static_cast<std::size_t>(std::min(needed, most_nodes));
  if (needed > most_nodes) {
    cut = most_nodes * nodes.step;
    nodes.taper = negligible_log / (cut * cut);
  }
  return nodes;
}

// The sum over both halves of the line, the integrand being 1 at the real axis.
struct Sum {
  double value = 1.0, size = 1.0;
};
Sum sum_over(const Integrand& integrand, double theta, double slope, const Nodes& nodes) {
  const double sign = integrand.f.sign;
  const RowTerms::Line line = integrand.terms.line(sign * theta, nodes.step, nodes.count, nodes.rate + nodes.taper);
  Sum sum;
  for (std::size_t m = 1; m < nodes.count; ++m) {
    const double t = nodes.step * static_cast<double>(m);
    if (std::abs(line.real[m]) + std::abs(line.imaginary[m]) < 1e-18) continue;
    const std::complex<double> bent = bent_transform(integrand.f, theta, t);
    const double size = std::exp(bent.real() - nodes.taper * t * t), angle = bent.imag() + t * slope;
    const double real = line.real[m] * std::cos(angle) - sign * line.imaginary[m] * std::sin(angle);
    sum.value += 2.0 * size * real;
    sum.size += 2.0 * size * std::hypot(line.real[m], line.imaginary[m]);
  }
  return sum;
}

// By Laplace's method where the exponent is so large that its rounding leaves no digits of the probability itself.
LineIntegral over_line(const Integrand& integrand, const Strip& strip, double theta, bool settle) {
  constexpr double large = 1e12;
  const LogFunctionAt at = integrand.at(theta);
  if (std::abs(at.value) > large) return {.log_value = at.value - 0.5 * std::log(two_pi * at.curvature)};
  const Nodes nodes = nodes_for(integrand, strip, theta, at);
  if (nodes.taper > 0.0 && !settle) return {.log_value = at.value, .exact = false};
  const Sum sum = sum_over(integrand, theta, at.slope, nodes);
  const double value = std::max(sum.value, 1e-16 * sum.size);
  return {.log_value = at.value + std::log(nodes.step / two_pi * value),
          .exact = sum.value > least_share * sum.size && nodes.taper == 0.0};
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
