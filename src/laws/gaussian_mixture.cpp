// SPDX-License-Identifier: MIT
#include "laws/gaussian_mixture.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "algebra/categorical.h"
#include "algebra/constants.h"

namespace direct {
namespace {

double normal_cdf(double x) { return 0.5 * std::erfc(-x / std::numbers::sqrt2); }

// E|X| of a Gaussian.
double mean_absolute(double mean, double variance) {
  const double deviation = std::sqrt(variance), x = mean / deviation;
  return deviation * std::sqrt(4.0 / two_pi) * std::exp(-0.5 * x * x) + mean * std::erf(x / std::numbers::sqrt2);
}

}  // namespace

CdfAndDensity cdf_and_density(const GaussianMixture& mixture, double y) {
  CdfAndDensity sum;
  for (const auto& [probability, mean, variance] : mixture.parts) {
    const double deviation = std::sqrt(variance), x = (y - mean) / deviation;
    sum.cdf += probability * normal_cdf(x);
    sum.density += probability / deviation * std::exp(-0.5 * x * x);
  }
  return {.cdf = std::min(sum.cdf, 1.0), .density = sum.density / std::sqrt(two_pi)};
}

double log_density(const GaussianMixture& mixture, double y) {
  std::vector<double> terms;
  for (const auto& [probability, mean, variance] : mixture.parts) {
    const double x = (y - mean) / std::sqrt(variance);
    terms.push_back(std::log(probability) - 0.5 * (x * x + std::log(two_pi * variance)));
  }
  return std::max(log_sum_exp(terms), std::numeric_limits<double>::lowest());
}

double mean_distance(const GaussianMixture& mixture, double y) {
  double sum = 0.0;
  for (const auto& [probability, mean, variance] : mixture.parts)
    sum += probability * mean_absolute(mean - y, variance);
  return sum;
}

double mean_difference(const GaussianMixture& mixture) {
  double sum = 0.0;
  for (std::size_t i = 0; i < mixture.parts.size(); ++i) {
    const auto& a = mixture.parts[i];
    sum += a.probability * a.probability * mean_absolute(0.0, 2.0 * a.variance);
    for (std::size_t j = 0; j < i; ++j) {
      const auto& b = mixture.parts[j];
      sum += 2.0 * a.probability * b.probability * mean_absolute(a.mean - b.mean, a.variance + b.variance);
    }
  }
  return sum;
}

}  // namespace direct
