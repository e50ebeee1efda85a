// SPDX-License-Identifier: MIT
#include "oracle/predictive.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

namespace direct::oracle {
namespace {

constexpr long double root_two = std::numbers::sqrt2_v<long double>;
constexpr long double two_pi = 2.0L * std::numbers::pi_v<long double>;

long double normal_cdf(long double x) { return 0.5L * std::erfc(-x / root_two); }

// E|X| of a Gaussian X.
long double mean_absolute(long double mean, long double variance) {
  const long double deviation = std::sqrt(variance), x = mean / deviation;
  return deviation * 2.0L * std::exp(-0.5L * x * x) / std::sqrt(two_pi) + mean * (2.0L * normal_cdf(x) - 1.0L);
}

}  // namespace

// Configurations that give the same value are one Gaussian.
PredictiveMixture::PredictiveMixture(const TinyProblem& problem, const Posterior& q, std::span<const double> features) {
  std::map<std::pair<long double, double>, long double> probabilities;
  for (std::size_t i = 0; i < q.num_components(); ++i) {
    const Posterior component{.log_component_weights = {0.0},
                              .log_probabilities = {q.log_probabilities[i]},
                              .noise_log_probabilities = q.noise_log_probabilities};
    enumerate(problem, component, [&](const Configuration& configuration) {
      long double value = 0.0L;
      for (std::size_t j = 0; j < features.size(); ++j)
        value += static_cast<long double>(features[j]) * configuration.weights[j];
      probabilities[{value, configuration.noise_variance}] +=
          std::exp(q.log_component_weights[i] + configuration.log_q);
    });
  }
  for (const auto& [key, probability] : probabilities) gaussians_.push_back({probability, key.first, key.second});
}

long double PredictiveMixture::moment(int order, long double about) const {
  long double sum = 0.0L;
  for (const auto& [p, mean, v] : gaussians_) {
    const long double d = mean - about;
    const long double moments[] = {1.0L, d, d * d + v, d * (d * d + 3.0L * v),
                                   d * d * d * d + 6.0L * d * d * v + 3.0L * v * v};
    sum += p * moments[order];
  }
  return sum;
}

long double PredictiveMixture::noise_variance() const {
  long double sum = 0.0L;
  for (const Gaussian& gaussian : gaussians_) sum += gaussian.probability * gaussian.variance;
  return sum;
}

long double PredictiveMixture::model_variance() const { return moment(2, moment(1, 0.0L)) - noise_variance(); }

long double PredictiveMixture::cdf(long double y) const {
  long double sum = 0.0L;
  for (const auto& [p, mean, v] : gaussians_) sum += p * normal_cdf((y - mean) / std::sqrt(v));
  return sum;
}

long double PredictiveMixture::log_density(long double y) const {
  std::vector<long double> terms;
  for (const auto& [p, mean, v] : gaussians_)
    if (p > 0.0L) terms.push_back(std::log(p) - 0.5L * ((y - mean) * (y - mean) / v + std::log(two_pi * v)));
  const long double largest = *std::max_element(terms.begin(), terms.end());
  long double sum = 0.0L;
  for (const long double term : terms) sum += std::exp(term - largest);
  return largest + std::log(sum);
}

long double PredictiveMixture::mean_difference() const {
  if (mean_difference_) return *mean_difference_;
  long double sum = 0.0L;
  for (const auto& [p, mean, v] : gaussians_)
    for (const auto& [p2, mean2, v2] : gaussians_) sum += p * p2 * mean_absolute(mean - mean2, v + v2);
  mean_difference_ = sum;
  return sum;
}

// E|Y - y| - E|Y - Y'| / 2
long double PredictiveMixture::crps(long double y) const {
  long double sum = -0.5L * mean_difference();
  for (const auto& [p, mean, v] : gaussians_) sum += p * mean_absolute(mean - y, v);
  return sum;
}

}  // namespace direct::oracle
