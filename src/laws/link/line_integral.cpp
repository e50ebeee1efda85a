// SPDX-License-Identifier: MIT
#include "laws/link/line_integral.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "algebra/constants.h"
#include "laws/link/aliasing.h"
#include "laws/spectrum_plan.h"

namespace direct {
namespace {

constexpr double negligible_integrand_log = 40.0;  // of the integrand, to its peak
constexpr std::size_t most_nodes = 8192, most_nodes_at_first = 1024, most_looks = 2048;
constexpr double least_share = 1e-3;       // of the sum of sizes that the sum must have
constexpr double negligible_size = 1e-15;  // of the last nodes, to the sum

// A line through theta. First the integrand is summed up to where the variance says that it is negligible; whether it
// is from there on, too, for sums over a lattice have other peaks, the widest weights tell.
class Line {
 public:
  Line(const Integrand& integrand, const Strip& strip, double theta)
      : integrand_(integrand),
        theta_(theta),
        at_(integrand.at(theta)),
        transform_(integrand.f, theta),
        variance_(at_.curvature - transform_.at().curvature),
        aliasing_(aliasing(integrand, strip, theta, at_)),
        step_(two_pi / aliasing_.length) {}

  LineIntegral integral(bool allow_inexact) const {
    const std::size_t most = allow_inexact ? most_nodes : most_nodes_at_first;
    const Nodes first = nodes(Cut::by_variance, most);
    Sum sum = sum_over(first, 0.0);
    bool is_complete = sum.last_size <= negligible_size * sum.value && !has_other_peaks(first, sum.value);
    if (!is_complete) {
      const Nodes all = nodes(Cut::by_transform, most);
      is_complete = all.is_whole;
      if (is_complete || allow_inexact)
        sum = sum_over(all, is_complete ? 0.0 : negligible_integrand_log / (all.last() * all.last()));
    }
    const double value = step_ / two_pi * sum.value - aliasing_.correction, size = step_ / two_pi * sum.size;
    return {.log_value = at_.value + std::log(std::max(value, 1e-16 * size)),
            .exact = value > least_share * size && is_complete};
  }

 private:
  enum class Cut { by_variance, by_transform };

  struct Nodes {
    std::vector<double> t;
    std::vector<std::complex<double>> bent;  // of the transform
    double root = 0.0;                       // as in SeriesReach
    bool is_whole = true;                    // else there are too many

    double last() const { return t.back(); }
  };

  // The sum over both halves of the line, the integrand being 1 at the real axis.
  struct Sum {
    double value = 1.0, size = 1.0;
    double last_size = 0.0;  // the largest of the last few nodes
  };

  // How much smaller the moments make the integrand at t, as a logarithm.
  double decay(double t) const {
    const double phase = std::min(t * integrand_.terms.largest_span(), std::numbers::pi);
    return decay_rate(phase) * variance_ * t * t;
  }

  Nodes nodes(Cut cut, std::size_t most) const {
    Nodes result{.t = {0.0}, .bent = {0.0}, .root = std::abs(theta_)};
    for (double depth = 0.0; depth < negligible_integrand_log;) {
      if (result.t.size() == most) {
        result.is_whole = false;
        break;
      }
      const double t = step_ * static_cast<double>(result.t.size());
      result.t.push_back(t);
      result.bent.push_back(transform_(t));
      depth = -result.bent.back().real() + (cut == Cut::by_variance ? decay(t) : 0.0);
      result.root = std::max(result.root, std::hypot(theta_, t) * std::exp(-depth / series_terms));
    }
    return result;
  }

  // At a distance of four nodes no peak is missed: it is as wide as the first.
  bool has_other_peaks(const Nodes& done, double sum) const {
    std::vector<double> t, log_sizes;
    for (double next = done.last() + step_;; next += 4.0 * step_) {
      const double log_size = transform_(next).real();
      if (log_size < std::log(negligible_size * std::abs(sum))) break;
      if (t.size() == most_looks) return true;
      t.push_back(next);
      log_sizes.push_back(log_size);
    }
    if (t.empty()) return false;
    const std::vector<double> moduli = integrand_.terms.modulus_bounds(integrand_.f.sign * theta_, variance_, t);
    for (std::size_t m = 0; m < t.size(); ++m)
      if (moduli[m] * std::exp(log_sizes[m]) > 10.0 * negligible_size * std::abs(sum)) return true;
    return false;
  }

  Sum sum_over(const Nodes& nodes, double taper) const {
    constexpr std::size_t last_nodes = 3;
    const double sign = integrand_.f.sign;
    const RowTerms::Line line = integrand_.terms.line(sign * theta_, nodes.t, nodes.root);
    Sum sum;
    for (std::size_t m = 1; m < nodes.t.size(); ++m) {
      const double t = nodes.t[m], modulus = std::hypot(line.real[m], line.imaginary[m]);
      const double size = 2.0 * std::exp(nodes.bent[m].real() - taper * t * t);
      const double angle = nodes.bent[m].imag() + t * at_.slope;
      sum.value += size * (line.real[m] * std::cos(angle) - sign * line.imaginary[m] * std::sin(angle));
      sum.size += size * modulus;
      if (m + last_nodes >= nodes.t.size()) sum.last_size = std::max(sum.last_size, size * modulus);
    }
    return sum;
  }

  const Integrand& integrand_;
  double theta_;
  LogFunctionAt at_;  // the exponent
  TransformOnLine transform_;
  double variance_;  // of v under the tilt
  Aliasing aliasing_;
  double step_;
};

// By Laplace's method where the exponent is so large that its rounding leaves no digits of the probability itself.
LineIntegral over_line(const Integrand& integrand, const Strip& strip, double theta, bool allow_inexact) {
  constexpr double large = 1e12;
  const LogFunctionAt at = integrand.at(theta);
  if (std::abs(at.value) > large) return {.log_value = at.value - 0.5 * std::log(two_pi * at.curvature)};
  return Line(integrand, strip, theta).integral(allow_inexact);
}

// The residue at the pole and the rest beyond it, which is negative; not exact where both are about the same.
LineIntegral beyond_pole(const Integrand& integrand) {
  const double pole = integrand.f.right;
  const double residue =
      pole * integrand.mean() + integrand.terms.at(integrand.f.sign * pole).value + integrand.f.residue_log;
  const Strip strip{pole, pole + 1.0};
  const double theta = std::min(saddle_point(integrand, strip), pole + 0.5);
  const LogFunctionAt at = integrand.at(theta);
  if (at.value < residue - negligible_integrand_log) return {.log_value = residue};
  if (at.value - 0.5 * std::log(at.curvature) > residue + 1.0) return {.log_value = residue, .exact = false};
  const LineIntegral rest = over_line(integrand, strip, theta, false);
  const double ratio = rest.log_value - residue;
  if (!rest.exact || ratio > -0.01) return {.log_value = residue, .exact = false};
  return {.log_value = residue + std::log1p(-std::exp(ratio))};
}

}  // namespace

LineIntegral line_integral(const Integrand& integrand, bool allow_inexact) {
  constexpr double close = 0.3;
  const Strip strip{integrand.f.left, integrand.f.right};
  const double theta = saddle_point(integrand, strip);
  if (integrand.f.kind != TransformKind::gamma_q && strip.right - theta < close) {
    const LineIntegral found = beyond_pole(integrand);
    if (found.exact) return found;
  }
  return over_line(integrand, strip, theta, allow_inexact);
}

}  // namespace direct
