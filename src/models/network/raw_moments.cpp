// SPDX-License-Identifier: MIT
#include "models/network/raw_moments.h"

#include <cmath>

namespace direct {
namespace {

// Smaller ones count as zero. The derivative by a moment is otherwise the terms that have it, over it, and those of a
// moment near the smallest double would be lost.
constexpr double least_moment = 1e-150;

MomentProduct moment(double value) {
  if (std::abs(value) < least_moment) return {.num_zero = 1};
  return {.log_magnitude = std::log(std::abs(value)), .num_negative = value < 0.0 ? 1U : 0U};
}

}  // namespace

RawMoments::RawMoments(const Matrix& levels, const Matrix& probabilities, std::size_t most_power)
    : most_power_(most_power) {
  moments_.reserve(levels.cols() * most_power);
  std::vector<double> terms(levels.rows());  // q(level) level^p
  for (std::size_t weight = 0; weight < levels.cols(); ++weight) {
    terms.assign(probabilities.column(weight).begin(), probabilities.column(weight).end());
    for (std::size_t power = 1; power <= most_power; ++power) {
      double sum = 0.0;
      for (std::size_t k = 0; k < terms.size(); ++k) sum += terms[k] *= levels(k, weight);
      moments_.push_back(moment(sum));
    }
  }
}

MomentProduct RawMoments::expectation(std::span<const WeightPower> factors) const {
  MomentProduct result;
  for (const WeightPower factor : factors) {
    const MomentProduct& one = moments_[index(factor)];
    result.log_magnitude += one.log_magnitude;
    result.num_negative += one.num_negative;
    result.num_zero += one.num_zero;
  }
  return result;
}

std::vector<double> RawMoments::derivatives(std::span<const double> sums, double log_scale) const {
  std::vector<double> result(sums.begin(), sums.end());
  for (std::size_t i = 0; i < result.size(); ++i)  // the magnitude of a zero is 1
    if (sums[i] != 0.0) result[i] *= moments_[i].sign() * std::exp(log_scale - moments_[i].log_magnitude);
  return result;
}

void chain_to_probabilities(const Matrix& levels, std::span<const double> by_moment, Matrix& by_probability) {
  const std::size_t most_power = by_moment.size() / levels.cols();
  by_probability.resize(levels.rows(), levels.cols());
  for (std::size_t weight = 0; weight < levels.cols(); ++weight)
    for (std::size_t k = 0; k < levels.rows(); ++k) {
      double sum = 0.0;  // Horner's
      for (std::size_t power = most_power; power > 0; --power)
        sum = (sum + by_moment[weight * most_power + power - 1]) * levels(k, weight);
      by_probability(k, weight) = sum;
    }
}

}  // namespace direct
