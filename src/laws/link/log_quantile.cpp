// SPDX-License-Identifier: MIT
#include "laws/link/log_quantile.h"

#include <algorithm>
#include <cmath>

#include <boost/math/tools/toms748_solve.hpp>

#include "laws/quantile.h"

namespace direct {
namespace {

constexpr double least_log = -745.0, largest_log = 709.0;

// What is sought is x = log(y) of a positive number, log(y + 1) of a count.
struct Search {
  const LogQuantileProblem& problem;
  double probability;

  bool is_count() const { return problem.is_count; }
  double y_at(double x) const { return is_count() ? std::expm1(x) : std::exp(x); }
  double least() const { return is_count() ? 0.0 : least_log; }

  // Increases with x, and is 0 at the quantile: the logarithm of the smaller of both tails.
  double operator()(double x) const {
    const Tails found = problem.tails(y_at(x));
    if (probability <= 0.5) return std::log(std::max(found.lower, 1e-320) / probability);
    return -std::log(std::max(found.upper, 1e-320) / (1.0 - probability));
  }
};

struct Bracket {
  double low, high, at_low, at_high;
};

// About the quantile of a Gaussian of log y.
Bracket bracket(const Search& search) {
  const double deviation = std::sqrt(search.problem.log_variance);
  const auto within = [&](double x) { return std::clamp(x, search.least(), largest_log); };
  const double start = within(search.problem.log_mean + cornish_fisher(search.probability, 0.0, 0.0) * deviation);
  Bracket found{start, start, search(start), 0.0};
  found.at_high = found.at_low;
  for (double step = 0.1 * deviation; found.at_low > 0.0 && found.low > search.least(); step *= 2.0) {
    found.high = found.low;
    found.at_high = found.at_low;
    found.at_low = search(found.low = within(found.low - step));
  }
  for (double step = 0.1 * deviation; found.at_high < 0.0 && found.high < largest_log; step *= 2.0) {
    found.low = found.high;
    found.at_low = found.at_high;
    found.at_high = search(found.high = within(found.high + step));
  }
  return found;
}

// The ends of the bracket that is left.
std::pair<double, double> root(const Search& search) {
  const Bracket ends = bracket(search);
  if (!(ends.at_low < 0.0)) return {ends.low, ends.low};
  if (!(ends.at_high > 0.0)) return {ends.high, ends.high};
  const auto is_narrow = [&](double low, double high) {
    if (search.is_count() && std::ceil(search.y_at(low)) == std::ceil(search.y_at(high))) return true;
    return high - low <= 4e-16 * std::max(1.0, std::abs(low) + std::abs(high));
  };
  std::uintmax_t steps = 100;
  return boost::math::tools::toms748_solve(search, ends.low, ends.high, ends.at_low, ends.at_high, is_narrow, steps);
}

}  // namespace

// The least count is next to the continuous root.
double quantile(const LogQuantileProblem& problem, double probability) {
  const Search search{problem, probability};
  const auto [low, high] = root(search);
  if (!search.is_count()) return search.y_at(0.5 * (low + high));
  double count = std::max(0.0, std::ceil(search.y_at(low)) - 1.0);
  const auto is_reached = [&](double y) { return search(std::log1p(y)) >= 0.0; };
  for (int i = 0; i < 3 && !is_reached(count); ++i) count += 1.0;
  return count;
}

}  // namespace direct
