// SPDX-License-Identifier: MIT
#include "laws/link/eta_interval.h"

#include <algorithm>
#include <cmath>

#include <boost/math/distributions/students_t.hpp>

#include "laws/link/eta_spectrum.h"
#include "laws/quantile.h"

namespace direct {
namespace {

// The least value with no less than this probability up to it. Requires: values are sorted.
double value_quantile(std::span<const EtaLaw::Value> values, double probability) {
  constexpr double rounding = 1e-12;
  double sum = 0.0;
  for (const auto& [log_weight, z] : values)
    if ((sum += std::exp(log_weight)) >= probability - rounding) return z;
  return values.back().z;
}

Interval of_values(std::vector<EtaLaw::Value> values, double level) {
  std::ranges::sort(values, {}, &EtaLaw::Value::z);
  return {value_quantile(values, 0.5 - 0.5 * level), value_quantile(values, 0.5 + 0.5 * level)};
}

Interval of_spectrum(const EtaLaw& eta, double level) {
  const Spectrum spectrum = eta_spectrum(eta, 0.01 * eta.std);
  const double reach = spectrum.radius * spectrum.scale;
  const auto quantile_at = [&](double probability) {
    return quantile({.distribution = [&](double z) { return cdf_and_density(spectrum, z); },
                     .low = spectrum.mean - reach,
                     .high = spectrum.mean + reach,
                     .start = spectrum.mean + cornish_fisher(probability, 0.0, 0.0) * spectrum.scale},
                    probability);
  };
  return {quantile_at(0.5 - 0.5 * level), quantile_at(0.5 + 0.5 * level)};
}

Interval of_student(const EtaLaw& eta, double level) {
  const double reach = boost::math::quantile(boost::math::students_t(eta.degrees), 0.5 + 0.5 * level) * eta.std;
  return {eta.mean - reach, eta.mean + reach};
}

}  // namespace

Interval eta_interval(const EtaLaw& eta, double level) {
  if (eta.degrees > 0.0) return of_student(eta, level);
  if (eta.products.empty()) return of_values(eta.values, level);
  if (!(eta.std > 0.0)) return {eta.mean, eta.mean};
  return of_spectrum(eta, level);
}

}  // namespace direct
