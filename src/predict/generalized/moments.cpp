// SPDX-License-Identifier: MIT
// Means and variances over a mixture by the law of total variance, in units of the largest_double mean: e^z may be far
// out of range.
#include "predict/generalized/moments.h"

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
std::vector<Part> exponential_parts(const LinearPredictor& predictor) {
  std::vector<Part> parts;
  for (const auto& [log_weight, z] : predictor.values) parts.push_back({std::exp(log_weight), z, 0.0});
  for (const auto& [log_weight, terms] : predictor.products) {
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

std::vector<Part> class_parts(const LinearPredictor& predictor, bool second) {
  constexpr double narrow = 1e-5;
  const Transform f = class_probability(second), square = class_probability_square(second);
  std::vector<Part> parts;
  for (const auto& [log_weight, z] : predictor.values) parts.push_back({std::exp(log_weight), log_value(f, z), 0.0});
  for (const auto& [log_weight, terms] : predictor.products) {
    const double log_mean = log_expectation(terms, f);
    const double relative_variance = terms.variance() < narrow
                                         ? narrow_relative_variance(terms, f.sign)
                                         : std::expm1(log_expectation(terms, square) - 2.0 * log_mean);
    parts.push_back({std::exp(log_weight), log_mean, std::max(relative_variance, 0.0)});
  }
  return parts;
}

void set_predictor_moments(const LinearPredictor& predictor, GeneralizedMoments& moments) {
  double mean = 0.0, variance = 0.0;
  for (const auto& [log_weight, z] : predictor.values) mean += std::exp(log_weight) * z;
  for (const auto& [log_weight, terms] : predictor.products) mean += std::exp(log_weight) * terms.mean();
  for (const auto& [log_weight, z] : predictor.values) variance += std::exp(log_weight) * (z - mean) * (z - mean);
  for (const auto& [log_weight, terms] : predictor.products) {
    const double d = terms.mean() - mean;
    variance += std::exp(log_weight) * (terms.variance() + d * d);
  }
  moments.predictor_mean = mean;
  moments.predictor_std = std::sqrt(variance);
}

}  // namespace

// The class that seems to be the less probable one first, by its own digits.
std::array<double, 2> class_logs(const LinearPredictor& predictor) {
  constexpr double large_log = -0.1;
  double weighted_sign = 0.0;
  for (const auto& [log_weight, z] : predictor.values) weighted_sign += std::exp(log_weight) * std::tanh(0.5 * z);
  for (const auto& [log_weight, terms] : predictor.products)
    weighted_sign += std::exp(log_weight) * std::tanh(0.5 * terms.mean());
  std::size_t small = weighted_sign > 0.0 ? 0 : 1;
  double log_small = log_expectation(predictor, class_probability(small == 1));
  if (log_small > large_log) {
    small = 1 - small;
    log_small = log_expectation(predictor, class_probability(small == 1));
  }
  std::array<double, 2> logs{};
  logs[small] = std::min(log_small, 0.0);
  logs[1 - small] = std::log1p(-std::exp(logs[small]));
  return logs;
}

GeneralizedMoments generalized_moments(Likelihood likelihood, const LinearPredictor& predictor,
                                       const std::array<double, 2>& class_logs, double dispersion) {
  GeneralizedMoments moments;
  set_predictor_moments(predictor, moments);
  if (likelihood->has_classes) {
    const bool second = class_logs[1] < class_logs[0];  // is the less probable
    moments.mean = std::exp(class_logs[1]);
    moments.std_model = total(class_parts(predictor, second)).std;
    moments.std_noise = std::exp(0.5 * log_expectation(predictor, class_variance(second)));
  } else {
    const Total of = total(exponential_parts(predictor));
    moments.mean = of.mean;
    moments.std_model = of.std;
    const double log_noise = likelihood->is_count ? of.log_mean : std::log(dispersion) + of.log_square;
    moments.std_noise = finite_exp(0.5 * log_noise);
  }
  moments.std_total = std::min(std::hypot(moments.std_model, moments.std_noise), largest_double);
  return moments;
}

}  // namespace direct
