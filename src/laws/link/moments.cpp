// SPDX-License-Identifier: MIT
// Means and variances over a mixture by the law of total variance, in units of the largest_double mean: e^z may be far
// out of range.
#include "laws/link/moments.h"

#include <algorithm>
#include <cmath>

#include "algebra/constants.h"

namespace direct {
namespace {

double finite_exp(double x) { return std::min(std::exp(x), largest_double); }

// Of the mean of y given the weights, for one part of the mixture.
struct Part {
  double weight, log_mean;
  double relative_variance;  // to the square of the mean
};

struct Total {
  double log_mean, mean;
  double std;
  double log_square;  // of the second moment
};

Total total(const std::vector<Part>& parts) {
  double scale = -largest_double;
  for (const Part& part : parts) scale = std::max(scale, part.log_mean);
  double mean = 0.0, variance = 0.0;
  for (const Part& part : parts) mean += part.weight * std::exp(part.log_mean - scale);
  for (const auto& [weight, log_mean, relative_variance] : parts) {
    const double part = std::exp(log_mean - scale), d = part - mean;
    variance += weight * (part * part * relative_variance + d * d);
  }
  return {.log_mean = scale + std::log(mean),
          .mean = finite_exp(scale + std::log(mean)),
          .std = variance > 0.0 ? finite_exp(scale + 0.5 * std::log(variance)) : 0.0,
          .log_square = 2.0 * scale + std::log(variance + mean * mean)};
}

// Of e^z: E e^z = M(1), and E e^2z = M(2).
std::vector<Part> exponential_parts(const EtaLaw& eta) {
  std::vector<Part> parts;
  for (const auto& [log_weight, z] : eta.values) parts.push_back({std::exp(log_weight), z, 0.0});
  for (const auto& [log_weight, terms] : eta.products) {
    const double once = terms.at(1.0).value, twice = terms.at(2.0).value;
    parts.push_back({std::exp(log_weight), terms.mean() + once, std::min(std::expm1(twice - 2.0 * once), 1e300)});
  }
  return parts;
}

// Of the probability p = 1 / (1 + e^-v) of a class, by derivatives of p at the mean of v: where the variance of v is so
// small that a difference has no digits.
double narrow_relative_variance(const RowTerms& terms, double sign) {
  const TermMoments& of = terms.moments();
  const double p = 1.0 / (1.0 + std::exp(-sign * terms.mean())), q = 1.0 - p;
  const double first = q, second = q * (q - p), third = q * (1.0 - 6.0 * p * q);  // derivatives, over p
  const double v = of.variance, fourth = of.fourth + 3.0 * v * v;
  const double variance = first * first * v + first * second * sign * of.third +
                          0.25 * second * second * (fourth - v * v) + first * third * fourth / 3.0;
  const double mean = 1.0 + 0.5 * second * v;
  return variance / (mean * mean);
}

std::vector<Part> class_parts(const EtaLaw& eta, bool second) {
  constexpr double narrow = 1e-5;
  const Transform f = class_probability(second), square = class_probability_square(second);
  std::vector<Part> parts;
  for (const auto& [log_weight, z] : eta.values) parts.push_back({std::exp(log_weight), log_value(f, z), 0.0});
  for (const auto& [log_weight, terms] : eta.products) {
    const double log_mean = log_expectation(terms, f);
    const double relative_variance = terms.variance() < narrow
                                         ? narrow_relative_variance(terms, f.sign)
                                         : std::expm1(log_expectation(terms, square) - 2.0 * log_mean);
    parts.push_back({std::exp(log_weight), log_mean, std::max(relative_variance, 0.0)});
  }
  return parts;
}

Prediction with_total(const EtaLaw& eta, double mean, double std_model, double std_noise) {
  return {.mean = mean,
          .std_model = std_model,
          .std_noise = std_noise,
          .std_total = std::min(std::hypot(std_model, std_noise), largest_double),
          .eta_mean = eta.mean,
          .eta_std = eta.std};
}

}  // namespace

// The class that seems to be the less probable one first, by its own digits.
std::array<double, 2> class_logs(const EtaLaw& eta) {
  constexpr double large_log = -0.1;
  double weighted_sign = 0.0;
  for (const auto& [log_weight, z] : eta.values) weighted_sign += std::exp(log_weight) * std::tanh(0.5 * z);
  for (const auto& [log_weight, terms] : eta.products)
    weighted_sign += std::exp(log_weight) * std::tanh(0.5 * terms.mean());
  std::size_t small = weighted_sign > 0.0 ? 0 : 1;
  double log_small = log_expectation(eta, class_probability(small == 1));
  if (log_small > large_log) {
    small = 1 - small;
    log_small = log_expectation(eta, class_probability(small == 1));
  }
  std::array<double, 2> logs{};
  logs[small] = std::min(log_small, 0.0);
  logs[1 - small] = std::log1p(-std::exp(logs[small]));
  return logs;
}

Prediction class_prediction(const EtaLaw& eta, const std::array<double, 2>& class_logs) {
  const bool second = class_logs[1] < class_logs[0];  // is the less probable
  return with_total(eta, std::exp(class_logs[1]), total(class_parts(eta, second)).std,
                    std::exp(0.5 * log_expectation(eta, class_variance(second))));
}

Prediction count_prediction(const EtaLaw& eta) {
  const Total of = total(exponential_parts(eta));
  return with_total(eta, of.mean, of.std, finite_exp(0.5 * of.log_mean));
}

Prediction positive_prediction(const EtaLaw& eta, double mean_dispersion) {
  const Total of = total(exponential_parts(eta));
  return with_total(eta, of.mean, of.std, finite_exp(0.5 * (std::log(mean_dispersion) + of.log_square)));
}

}  // namespace direct
