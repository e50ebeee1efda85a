// SPDX-License-Identifier: MIT
#include "laws/link/incomplete_gamma.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <boost/math/policies/policy.hpp>
#include <boost/math/special_functions/gamma.hpp>

#include "laws/link/log_gamma.h"

namespace direct {
namespace {

using boost::math::policies::ignore_error;
using Policy = boost::math::policies::policy<
    boost::math::policies::evaluation_error<ignore_error>, boost::math::policies::overflow_error<ignore_error>,
    boost::math::policies::underflow_error<ignore_error>, boost::math::policies::promote_double<false>>;

constexpr double large_shape = 1e6;  // from here on a series of two powers of it is exact
constexpr double largest_exponent = 700.0;

// Temme's: Q = erfc(eta sqrt(shape / 2)) / 2 + exp(-shape eta^2 / 2) / sqrt(2 pi shape) (c_0(eta) + c_1(eta) / shape),
// where eta^2 / 2 = x - 1 - log x of x = e^deviation.
IncompleteGamma of_large_shape(double shape, double deviation) {
  constexpr double far = 40.0;  // deviations: nothing is left of the smaller of both
  const double half_square = std::expm1(deviation) - deviation;
  const double eta = std::copysign(std::sqrt(2.0 * half_square), deviation);
  const double distance = eta * std::sqrt(shape);
  if (!(std::abs(distance) < far)) return deviation < 0.0 ? IncompleteGamma{0.0, 1.0} : IncompleteGamma{1.0, 0.0};
  const double c0 = -1.0 / 3.0 + eta * (1.0 / 12.0 + eta * (-2.0 / 135.0 + eta * (1.0 / 864.0 + eta / 2835.0)));
  const double c1 = -1.0 / 540.0 + eta * (-1.0 / 288.0 + eta / 378.0);
  const double rest = std::exp(-shape * half_square) / std::sqrt(2.0 * std::numbers::pi * shape) * (c0 + c1 / shape);
  const double x = distance / std::numbers::sqrt2;
  return {.p = std::max(0.0, 0.5 * std::erfc(-x) - rest), .q = std::max(0.0, 0.5 * std::erfc(x) + rest)};
}

}  // namespace

IncompleteGamma incomplete_gamma(double shape, double deviation) {
  if (shape >= large_shape) return of_large_shape(shape, deviation);
  const double x = std::exp(std::min(deviation + reference_log(shape), largest_exponent));
  return {.p = boost::math::gamma_p(shape, x, Policy()), .q = boost::math::gamma_q(shape, x, Policy())};
}

}  // namespace direct
