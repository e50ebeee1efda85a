// SPDX-License-Identifier: MIT
#include "models/network/weight_cumulants.h"

#include "algebra/categorical.h"

namespace direct {
namespace {

// Summed about the mean, so that a weight that is all but certain has no cancellation in it.
WeightCumulants weight_cumulants_of(std::span<const double> levels, std::span<const double> probabilities) {
  const auto [mean, variance] = moments(levels, probabilities);
  WeightCumulants result{.mean = mean, .variance = variance, .fourth = -3.0 * variance * variance};
  for (std::size_t k = 0; k < levels.size(); ++k) {
    const double deviation = levels[k] - mean, square = deviation * deviation;
    result.third += probabilities[k] * square * deviation;
    result.fourth += probabilities[k] * square * square;
  }
  return result;
}

}  // namespace

std::vector<WeightCumulants> weight_cumulants(const Matrix& levels, const Matrix& probabilities) {
  std::vector<WeightCumulants> result;
  for (std::size_t j = 0; j < levels.cols(); ++j)
    result.push_back(weight_cumulants_of(levels.column(j), probabilities.column(j)));
  return result;
}

// The central moment mu_p = sum_k q_k (w_k - mean)^p has the derivative (w_k - mean)^p - p mu_(p-1) w_k.
void chain_rule(const WeightCumulants& weight, const WeightCumulants& derivative, std::span<const double> levels,
                std::span<double> by_probability) {
  const double by_variance = derivative.variance - 6.0 * weight.variance * derivative.fourth;
  const double by_level =
      derivative.mean - 3.0 * weight.variance * derivative.third - 4.0 * weight.third * derivative.fourth;
  for (std::size_t k = 0; k < levels.size(); ++k) {
    const double deviation = levels[k] - weight.mean;
    by_probability[k] =
        by_level * levels[k] +
        deviation * deviation * (by_variance + deviation * (derivative.third + deviation * derivative.fourth));
  }
}

}  // namespace direct
