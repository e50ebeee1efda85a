// SPDX-License-Identifier: MIT
#include "laws/narrow_terms.h"

#include <algorithm>
#include <cmath>

#include "algebra/power_sums.h"

namespace direct {
namespace {

constexpr double series_tolerance = 1e-14;  // of what the series is the logarithm of

// values = features / radii, and the largest of their sizes.
LogSeries series_of(const TermTable& table, std::vector<double>& values, double largest) {
  if (largest < 1e-200) return {};  // the function is 1 for every s that matters
  LogSeries series{.unit = largest};
  const double inverse = 1.0 / largest;
  for (double& value : values) value *= inverse;
  power_sums(values, table.series, series.powers);
  return series;
}

// The best that each of so many weights can do to keep the sum of their remainders small.
double narrow_limit(std::size_t num_weights, const SeriesReach& reach) {
  const double share = series_tolerance / (2.0 * series_bound * static_cast<double>(num_weights));
  return std::min(0.5 / reach.farthest, std::pow(share, 1.0 / series_terms) / reach.root);
}

}  // namespace

// The remainder of the series of a weight is at most 2 series_bound |s value|^series_terms where |s value| <= 1/2.
bool is_exact(const LogSeries& series, const SeriesReach& reach) {
  if (reach.farthest * series.unit > 0.5) return false;
  const double remainder = series.powers[series_terms - 1] * std::pow(reach.root * series.unit, series_terms);
  return 2.0 * series_bound * remainder <= series_tolerance;
}

double largest_root(double rate, double cut) {
  constexpr double n = series_terms;
  const double t = rate > 0.0 ? std::min(cut, std::sqrt(n / (2.0 * rate))) : cut;
  return t * std::exp(-rate * t * t / n);
}

LogSeries series_of_all(const TermTable& table, std::span<const double> features, double scale) {
  std::vector<double> values(features.size());
  return series_of(table, values, scaled_products(features, table.inverse_radii, scale, values));
}

NarrowTerms narrow_terms(const TermTable& table, std::span<const double> features, double scale,
                         const SeriesReach& reach) {
  std::vector<double> values(features.size());
  const double largest = scaled_products(features, table.inverse_radii, scale, values);
  if (reach.farthest * largest <= 0.5) {
    const LogSeries all = series_of(table, values, largest);
    if (is_exact(all, reach)) return {.series = all};
    scaled_products(features, table.inverse_radii, scale, values);
  }
  NarrowTerms result;
  const double limit = narrow_limit(values.size(), reach);
  double largest_narrow = 0.0;
  for (std::size_t j = 0; j < values.size(); ++j) {
    if (std::abs(values[j]) <= limit) {
      largest_narrow = std::max(largest_narrow, std::abs(values[j]));
    } else {
      result.wide.push_back(j);
      values[j] = 0.0;
    }
  }
  result.series = series_of(table, values, largest_narrow);
  return result;
}

void add_series(const LogSeries& series, std::span<const double> t, std::span<double> log_modulus,
                std::span<double> angle) {
  for (std::size_t m = 0; m < t.size(); ++m) {
    const double x = t[m] * series.unit, minus_square = -x * x;
    double even = 0.0, odd = 0.0;
    for (std::size_t k = series_terms; k > 2; k -= 2) {
      odd = odd * minus_square + series.powers[k - 2];                          // power k - 1
      if (k < series_terms) even = even * minus_square + series.powers[k - 1];  // power k
    }
    even = even * minus_square + series.powers[1];
    log_modulus[m] += even * minus_square;
    angle[m] += odd * minus_square * x;
  }
}

}  // namespace direct
