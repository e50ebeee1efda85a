// SPDX-License-Identifier: MIT
#include "bounds/logistic_bounds.h"

#include <direct/model.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace study {
namespace {

constexpr std::size_t logistic_weights = 20, logistic_levels = 15;
constexpr double weight_deviation = 2.0;  // in steps between levels, of the density before it is cut off

template <typename Function>
double expectation(const GridLaw& law, Function function) {
  double sum = 0.0;
  for (std::size_t i = 0; i < law.probabilities.size(); ++i) sum += law.probabilities[i] * function(law.value(i));
  return sum;
}

double log_sum(double a, double b) { return std::max(a, b) + std::log1p(std::exp(-std::abs(a - b))); }

GridLaw unit_weight() {
  const auto middle = static_cast<double>(logistic_levels / 2);
  const std::vector<double> levels = direct::linear_grid(-middle, middle, logistic_levels);
  const direct::WeightPrior prior =
      direct::make_prior(direct::PriorKind::gaussian, levels, weight_deviation * weight_deviation, 1);
  GridLaw law{.first = -middle, .step = 1.0, .probabilities = std::vector<double>(logistic_levels)};
  std::ranges::transform(prior.log_prior.values(), law.probabilities.begin(), [](double p) { return std::exp(p); });
  return law;
}

// Of a concave function on [0, 1], by golden sections; the largest of what was seen.
template <typename Function>
double maximum_on_unit_interval(Function function) {
  constexpr double section = 1.0 / std::numbers::phi;
  double low = 0.0, high = 1.0, best = std::max(function(low), function(high));
  for (int i = 0; i < 60; ++i) {
    const double left = high - section * (high - low), right = low + section * (high - low);
    const double at_left = function(left), at_right = function(right);
    (at_left < at_right ? low : high) = at_left < at_right ? left : right;
    best = std::max({best, at_left, at_right});
  }
  return best;
}

}  // namespace

double log_sigmoid(double z) { return std::min(z, 0.0) - std::log1p(std::exp(-std::abs(z))); }

double right_taylor(double z) { return -std::exp(-z); }

double left_taylor(double z) { return z - std::exp(z); }

double quadratic_bound(double z, double touching) {
  const double xi = std::abs(touching);
  const double curvature = xi < 1e-4 ? 0.125 - xi * xi / 96.0 : std::tanh(0.5 * xi) / (4.0 * xi);
  return log_sigmoid(xi) + 0.5 * (z - xi) - curvature * (z - xi) * (z + xi);
}

double mean(const GridLaw& law) {
  return expectation(law, [](double z) { return z; });
}

double mean_square(const GridLaw& law) {
  return expectation(law, [](double z) { return z * z; });
}

double log_exponential_moment(const GridLaw& law, double factor) {
  const double last = law.value(law.probabilities.size() - 1), largest = std::max(factor * law.first, factor * last);
  return largest + std::log(expectation(law, [&](double z) { return std::exp(factor * z - largest); }));
}

GridLaw sum_of(const GridLaw& weight, std::size_t count) {
  GridLaw sum{.first = static_cast<double>(count) * weight.first, .step = weight.step, .probabilities = {1.0}};
  for (std::size_t t = 0; t < count; ++t) {
    std::vector<double> longer(sum.probabilities.size() + weight.probabilities.size() - 1);
    for (std::size_t i = 0; i < sum.probabilities.size(); ++i)
      for (std::size_t k = 0; k < weight.probabilities.size(); ++k)
        longer[i + k] += sum.probabilities[i] * weight.probabilities[k];
    sum.probabilities = std::move(longer);
  }
  return sum;
}

GridLaw logit_law(double mean, double deviation) {
  GridLaw law = sum_of(unit_weight(), logistic_weights);
  law.step = deviation / std::sqrt(mean_square(law));
  law.first = mean + law.step * law.first;
  return law;
}

double expected_log_sigmoid(const GridLaw& law) { return expectation(law, log_sigmoid); }

double expected_taylor(const GridLaw& law) { return -std::exp(log_exponential_moment(law, -1.0)); }

double expected_tilted(const GridLaw& law, double tilt) {
  return tilt * mean(law) - log_sum(log_exponential_moment(law, tilt), log_exponential_moment(law, tilt - 1.0));
}

double expected_tilted(const GridLaw& law) {
  return maximum_on_unit_interval([&](double tilt) { return expected_tilted(law, tilt); });
}

double expected_quadratic(const GridLaw& law) {
  const double touching = std::sqrt(mean_square(law));
  return log_sigmoid(touching) + 0.5 * (mean(law) - touching);
}

}  // namespace study
