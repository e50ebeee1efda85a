// SPDX-License-Identifier: MIT
#include "laws/term_table.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "algebra/categorical.h"

namespace direct {
namespace {

constexpr double circle_bound = 0.9;

struct Weight {
  std::vector<double> deviations, probabilities;  // every level, about the mean
  double mean = 0.0;
  double largest_deviation = 0.0;
};

Weight weight_of(std::span<const double> levels, std::span<const double> probabilities) {
  Weight weight{.deviations = {levels.begin(), levels.end()},
                .probabilities = {probabilities.begin(), probabilities.end()},
                .mean = moments(levels, probabilities).mean};
  for (std::size_t k = 0; k < levels.size(); ++k) {
    weight.deviations[k] -= weight.mean;
    if (probabilities[k] > 0.0)
      weight.largest_deviation = std::max(weight.largest_deviation, std::abs(weight.deviations[k]));
  }
  return weight;
}

double central_moment(const Weight& weight, int order) {
  double sum = 0.0;
  for (std::size_t k = 0; k < weight.deviations.size(); ++k)
    sum += weight.probabilities[k] * std::pow(weight.deviations[k], order);
  return sum;
}

// E[e^x - 1 - x] at x = |deviation| theta: no less than |E exp(theta deviation) - 1| for a complex theta of this size.
double distance_from_one(const Weight& weight, double theta) {
  double sum = 0.0;
  for (std::size_t k = 0; k < weight.deviations.size(); ++k) {
    if (weight.probabilities[k] == 0.0) continue;
    const double x = std::abs(weight.deviations[k]) * theta;
    sum += weight.probabilities[k] * (std::expm1(x) - x);
  }
  return sum;
}

// The largest theta, but for a thousandth, with distance_from_one <= circle_bound.
double series_radius(const Weight& weight) {
  double low = 0.0, high = 1.0 / weight.largest_deviation;
  while (distance_from_one(weight, high) <= circle_bound) {
    low = high;
    high *= 2.0;
  }
  while (high - low > 1e-3 * high) {
    const double middle = 0.5 * (low + high);
    (distance_from_one(weight, middle) <= circle_bound ? low : high) = middle;
  }
  return low;
}

// Coefficients of the logarithm of 1 + g_2 x^2 + g_3 x^3 + ...: n c_n = n g_n - sum over k < n of k c_k g_(n-k).
std::array<double, series_terms> logarithm_series(const Weight& weight, double radius) {
  std::array<double, series_terms> g{}, c{};
  for (std::size_t k = 0; k < weight.deviations.size(); ++k) {
    double power = weight.probabilities[k];
    for (std::size_t n = 1; n < series_terms; ++n) {
      power *= weight.deviations[k] * radius / static_cast<double>(n);
      if (n > 1) g[n] += power;
    }
  }
  for (std::size_t n = 2; n < series_terms; ++n) {
    double sum = 0.0;
    for (std::size_t k = 2; k < n; ++k) sum += static_cast<double>(k) * c[k] * g[n - k];
    c[n] = g[n] - sum / static_cast<double>(n);
  }
  return c;
}

void set_series(const Weight& weight, std::size_t column, TermTable& table) {
  const std::size_t b = table.num_features();
  table.series[(series_terms - 1) * b + column] = 1.0;
  if (table.spans[column] == 0.0) return;
  const double radius = series_radius(weight);
  table.inverse_radii[column] = 1.0 / radius;
  const auto coefficients = logarithm_series(weight, radius);
  for (std::size_t n = 1; n < series_terms; ++n) table.series[(n - 1) * b + column] = coefficients[n];
}

void set_moments(const Weight& weight, std::size_t column, TermTable& table) {
  const std::size_t b = table.num_features();
  const double variance = central_moment(weight, 2);
  const double cumulants[] = {weight.mean, variance, central_moment(weight, 3),
                              central_moment(weight, 4) - 3.0 * variance * variance};
  for (std::size_t n = 0; n < 4; ++n) table.cumulants[n * b + column] = cumulants[n];
}

}  // namespace

TermTable term_table(const Matrix& levels, const Matrix& log_probabilities) {
  const std::size_t b = levels.cols();
  TermTable table;
  table.cumulants.resize(4 * b);
  table.spans.resize(b);
  table.inverse_radii.resize(b);
  table.series.resize(series_terms * b);
  const Matrix probabilities = exponentials(log_probabilities);
  for (std::size_t j = 0; j < b; ++j) {
    const Weight weight = weight_of(levels.column(j), probabilities.column(j));
    table.levels.add(weight.deviations, weight.probabilities);
    table.spans[j] = table.levels.span(j);
    set_moments(weight, j, table);
    set_series(weight, j, table);
  }
  return table;
}

}  // namespace direct
