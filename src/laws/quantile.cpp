// SPDX-License-Identifier: MIT
#include "laws/quantile.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <boost/math/special_functions/erf.hpp>
#include <boost/math/tools/minima.hpp>

#include <direct/error.h>

namespace direct {

void check_probability(double probability, const char* noun) {
  if (probability >= least_probability && probability <= 1.0 - least_probability) return;
  throw Error(ErrorKind::usage,
              fmt::format("{}: expected a number between 1e-9 and 1 - 1e-9, found {}", noun, probability));
}

// Newton's steps, halving the bracket where one leaves it or does not help.
double quantile(const QuantileProblem& problem, double probability) {
  double low = problem.low, high = problem.high;
  double y = std::clamp(problem.start, low, high), last_error = 1.0;
  for (int i = 0; i < 200; ++i) {
    const CdfAndDensity here = problem.distribution(y);
    const double error = here.cdf - probability;
    if (std::abs(error) <= 1e-14) return y;
    (error < 0.0 ? low : high) = y;
    const double newton = y - error / here.density;
    const bool helps = std::abs(error) < 0.5 * last_error && newton > low && newton < high;
    const double next = helps ? newton : 0.5 * (low + high);
    if (std::abs(next - y) <= 1e-15 * (problem.high - problem.low)) return next;
    y = next;
    last_error = std::abs(error);
  }
  return y;
}

double cornish_fisher(double probability, double skewness, double excess_kurtosis) {
  const double z = -boost::math::erfc_inv(2.0 * probability) * 1.4142135623730951;
  return z + (z * z - 1.0) * skewness / 6.0 + (z * z * z - 3.0 * z) * excess_kurtosis / 24.0 -
         (2.0 * z * z * z - 5.0 * z) * skewness * skewness / 36.0;
}

// A coarse look first, the central interval included: densities of several modes have several minima. A minimum is
// flat: half of the digits of where it is give all digits of the width.
Interval shortest_interval(const std::function<double(double)>& quantile, double level, int num_looks) {
  constexpr int digits = 20;
  const double least = 0.5 * std::min(least_probability, 1.0 - level), last = 1.0 - level - least;
  const auto width = [&](double below) { return quantile(below + level) - quantile(below); };
  const auto look = [&](int i) { return least + (last - least) * i / num_looks; };
  int best = 0;
  double best_width = width(look(0));
  for (int i = 1; i <= num_looks; ++i) {
    const double found = width(look(i));
    if (found >= best_width) continue;
    best = i;
    best_width = found;
  }
  const auto [near, near_width] = boost::math::tools::brent_find_minima(width, look(std::max(best - 1, 0)),
                                                                        look(std::min(best + 1, num_looks)), digits);
  const double below = near_width < best_width ? near : look(best);
  return {quantile(below), quantile(below + level)};
}

}  // namespace direct
