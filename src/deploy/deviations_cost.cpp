// SPDX-License-Identifier: MIT
#include "deploy/deviations_cost.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <boost/math/distributions/chi_squared.hpp>

#include "algebra/constants.h"
#include "laws/student.h"

namespace direct {
namespace {

constexpr int num_nodes = 64;          // over the logarithm of the chi-square
constexpr double omitted_tail = 1e-9;  // at either end
constexpr double farthest_target = 8.0, target_step = 0.125;
constexpr std::size_t num_shares = 33;

// The mean of -log t over a standard Gaussian, by the trapezoidal rule, which is exact to many digits here.
double cross_entropy(const StudentT& law) {
  double sum = 0.0, mass = 0.0;
  for (double y = 0.0; y <= farthest_target; y += target_step) {
    const double weight = (y == 0.0 ? 0.5 : 1.0) * std::exp(-0.5 * y * y);
    sum -= weight * log_density(law, y);
    mass += weight;
  }
  return sum / mass;
}

StudentT law_at(const DeviationLaw& law, double model, double noise) {
  const auto count = static_cast<double>(law.num_deviations);
  const double total = model + noise;
  const double inverse =
      (model / total) * (model / total) / count + (noise / total) * (noise / total) / law.noise_degrees;
  return {.scale = std::sqrt(total), .degrees = inverse > 0.0 ? std::max(2.0, 1.0 / inverse) : infinity};
}

}  // namespace

double expected_loss(const DeviationLaw& law, double share) {
  const auto count = static_cast<double>(law.num_deviations);
  const boost::math::chi_squared chi_squared(count);
  const double entropy = 0.5 * (1.0 + std::log(two_pi));
  const double low = std::log(boost::math::quantile(chi_squared, omitted_tail));
  const double high = std::log(boost::math::quantile(complement(chi_squared, omitted_tail)));
  double sum = 0.0, mass = 0.0;
  for (int i = 0; i < num_nodes; ++i) {
    const double square = std::exp(std::lerp(low, high, (i + 0.5) / num_nodes));
    const double weight = square * boost::math::pdf(chi_squared, square);
    sum += weight * cross_entropy(law_at(law, share * square / count, 1.0 - share));
    mass += weight;
  }
  return sum / mass - entropy;
}

double deviations_cost(const DeviationLaw& law, const DeviationLaw& reference, std::span<const double> shares) {
  std::vector<double> losses;
  for (std::size_t i = 0; i < num_shares; ++i) {
    const double share = static_cast<double>(i) / (num_shares - 1);
    losses.push_back(expected_loss(law, share) - expected_loss(reference, share));
  }
  double sum = 0.0;
  for (const double share : shares) {
    const double position = share * (num_shares - 1);
    const std::size_t first = std::min(static_cast<std::size_t>(position), num_shares - 2);
    sum += std::lerp(losses[first], losses[first + 1], position - static_cast<double>(first));
  }
  return shares.empty() ? 0.0 : sum / static_cast<double>(shares.size());
}

}  // namespace direct
