// SPDX-License-Identifier: MIT
#include "laws/student.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>

#include "algebra/constants.h"

namespace direct {
namespace {

// Beyond, a t and a Gaussian are the same to a millionth.
constexpr double many_degrees = 1e6;
// In deviations: there the square may be out of range, and 1 is nothing beside it.
constexpr double far_deviations = 1e100;

bool is_gaussian(const StudentT& law) { return !(law.degrees < many_degrees); }

// log of the Beta function B(1/2, x)
double log_beta_half(double x) { return std::lgamma(0.5) + std::lgamma(x) - std::lgamma(x + 0.5); }

double standard_log_density(const StudentT& law, double z) {
  if (is_gaussian(law)) return -0.5 * (z * z + std::log(two_pi));
  const double nu = law.degrees;
  const double log_growth =
      std::abs(z) > far_deviations ? 2.0 * std::log(std::abs(z)) - std::log(nu) : std::log1p(z * (z / nu));
  return -0.5 * std::log(nu) - log_beta_half(0.5 * nu) - 0.5 * (nu + 1.0) * log_growth;
}

double standard_cdf(const StudentT& law, double z) {
  if (is_gaussian(law)) return 0.5 * std::erfc(-z / std::numbers::sqrt2);
  return boost::math::cdf(boost::math::students_t(law.degrees), z);
}

}  // namespace

CdfAndDensity cdf_and_density(const StudentT& law, double y) {
  const double z = std::clamp((y - law.location) / law.scale, -1e150, 1e150);
  return {.cdf = standard_cdf(law, z), .density = std::exp(standard_log_density(law, z)) / law.scale};
}

double log_density(const StudentT& law, double y) {
  const double z = std::clamp((y - law.location) / law.scale, -largest_double, largest_double);
  return std::max(standard_log_density(law, z) - std::log(law.scale), -largest_double);
}

double quantile(const StudentT& law, double probability) {
  const double z = is_gaussian(law) ? boost::math::quantile(boost::math::normal(), probability)
                                    : boost::math::quantile(boost::math::students_t(law.degrees), probability);
  return law.location + law.scale * z;
}

// z (2 F(z) - 1) + 2 f(z) (nu + z^2) / (nu - 1)
double mean_distance(const StudentT& law, double y) {
  const double z = (y - law.location) / law.scale;
  if (std::abs(z) > far_deviations) return std::min(std::abs(y - law.location), largest_double);
  const double density = std::exp(standard_log_density(law, z));
  const double tail = is_gaussian(law) ? density : density * (law.degrees + z * z) / (law.degrees - 1.0);
  return law.scale * (z * (2.0 * standard_cdf(law, z) - 1.0) + 2.0 * tail);
}

// 4 sqrt(nu) / (nu - 1) B(1/2, nu - 1/2) / B(1/2, nu/2)^2
double mean_difference(const StudentT& law) {
  const double nu = law.degrees;
  if (is_gaussian(law)) return 2.0 * law.scale / std::sqrt(std::numbers::pi);
  return law.scale * 4.0 * std::sqrt(nu) / (nu - 1.0) *
         std::exp(log_beta_half(nu - 0.5) - 2.0 * log_beta_half(0.5 * nu));
}

double excess_kurtosis(const StudentT& law) {
  if (is_gaussian(law)) return 0.0;
  return law.degrees > 4.0 ? 6.0 / (law.degrees - 4.0) : largest_double;
}

}  // namespace direct
