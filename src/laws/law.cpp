// SPDX-License-Identifier: MIT
#include "laws/law.h"

#include <algorithm>
#include <cmath>

#include <boost/math/quadrature/gauss_kronrod.hpp>

#include <direct/error.h>

#include "laws/quantile.h"

namespace direct {

double Law::density(double y) const { return std::exp(log_density(y).value); }

Interval Law::shortest_interval(double level) const {
  constexpr int num_looks = 16;
  return direct::shortest_interval([this](double probability) { return quantile(probability); }, level, num_looks);
}

// The integral of F^2 up to y and of (1 - F)^2 from y on.
double Law::crps(double y) const {
  constexpr double tolerance = 1e-9;
  constexpr unsigned max_depth = 12;
  const double low = std::min(y, quantile(least_probability)), high = std::max(y, quantile(1.0 - least_probability));
  const auto integral = [](const auto& f, double from, double to) {
    return from < to ? boost::math::quadrature::gauss_kronrod<double, 31>::integrate(f, from, to, max_depth, tolerance)
                     : 0.0;
  };
  const double below = integral([this](double x) { return std::pow(cdf(x), 2); }, low, y);
  return below + integral([this](double x) { return std::pow(1.0 - cdf(x), 2); }, y, high);
}

double Law::skewness() const { throw Error(ErrorKind::usage, "skewness: is that of targets with Gaussian noise"); }

double Law::excess_kurtosis() const {
  throw Error(ErrorKind::usage, "excess_kurtosis: is that of targets with Gaussian noise");
}

double Law::entropy() const { throw Error(ErrorKind::usage, "entropy: expected a model of classes"); }

}  // namespace direct
