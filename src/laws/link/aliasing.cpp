// SPDX-License-Identifier: MIT
#include "laws/link/aliasing.h"

#include <algorithm>
#include <cmath>

namespace direct {
namespace {

constexpr double negligible_alias_log = 35.0;

struct Side {
  double length = 0.0;
  bool crosses = false;
};

class Sides {
 public:
  Sides(const Integrand& integrand, double theta, const LogFunctionAt& at)
      : integrand_(integrand), theta_(theta), at_(at), best_(std::sqrt(2.0 * negligible_alias_log / at.curvature)) {}

  // To the left or right, up to the pole or just beyond it.
  Side side(double direction, double room, bool may_cross) const {
    double distance = std::min(best_, 0.9 * room);
    if (!is_cheap(direction * distance) && is_cheap(0.5 * direction * distance)) distance *= 0.5;
    const double within = length_at(direction * distance);
    if (!may_cross || 0.9 * room >= best_) return {within, false};
    const double beyond = length_at(direction * (room + beyond_pole(direction)));
    return beyond < 0.8 * within ? Side{beyond, true} : Side{within, false};
  }

  // f is about e^(residue_log + pole v) on the far side.
  double correction(double pole, double residue_log, double length) const {
    const double moment = pole * integrand_.mean() + integrand_.terms.at(integrand_.f.sign * pole).value;
    return std::exp(moment + residue_log - at_.value) / std::expm1(std::abs(pole - theta_) * length);
  }

 private:
  bool is_cheap(double distance) const { return integrand_.terms.has_rough_series(theta_ + distance); }

  double length_at(double distance) const {
    const double theta = theta_ + distance;
    const double exponent = theta * integrand_.mean() + integrand_.terms.rough_value(integrand_.f.sign * theta) +
                            transform_at(integrand_.f, theta).value;
    return (negligible_alias_log + exponent - at_.value) / std::abs(distance);
  }

  // The middle of the next strip, which is one wide but for that of Q.
  double beyond_pole(double direction) const {
    const Transform& f = integrand_.f;
    return direction > 0.0 && f.kind == TransformKind::gamma_q ? 0.5 * std::min(1.0, f.shape) : 0.5;
  }

  const Integrand& integrand_;
  double theta_;
  const LogFunctionAt& at_;
  double best_;
};

}  // namespace

Aliasing aliasing(const Integrand& integrand, const Strip& strip, double theta, const LogFunctionAt& at) {
  const Transform& f = integrand.f;
  const bool is_own = strip.right == f.right;
  const Sides sides(integrand, theta, at);
  const Side left = sides.side(-1.0, theta - strip.left, is_own), right = sides.side(1.0, strip.right - theta, is_own);
  Aliasing result{.length = std::max(left.length, right.length)};
  if (left.crosses) result.correction += sides.correction(f.left, 0.0, result.length);
  if (right.crosses) result.correction += sides.correction(f.right, f.residue_log, result.length);
  return result;
}

}  // namespace direct
