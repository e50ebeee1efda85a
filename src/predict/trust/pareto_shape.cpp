// SPDX-License-Identifier: MIT
#include "predict/trust/pareto_shape.h"

#include <algorithm>
#include <cmath>

#include "algebra/categorical.h"
#include "algebra/dense.h"

namespace direct {
namespace {

std::size_t tail_size(std::size_t count) {
  const auto size = static_cast<double>(count);
  return static_cast<std::size_t>(std::ceil(std::min(size / 5.0, 3.0 * std::sqrt(size))));
}

// Logarithms of what the tail's ratios exceed the largest one outside of it by, relative to the largest excess;
// increasing. What equals the cutoff says nothing of the shape.
std::vector<double> log_excesses(std::vector<double> log_ratios) {
  std::sort(log_ratios.begin(), log_ratios.end());
  const auto first = log_ratios.end() - static_cast<std::ptrdiff_t>(tail_size(log_ratios.size()));
  if (first == log_ratios.begin() || first == log_ratios.end()) return {};
  const double cutoff = *(first - 1);
  std::vector<double> result;
  for (auto ratio = std::upper_bound(first, log_ratios.end(), cutoff); ratio != log_ratios.end(); ++ratio)
    result.push_back(*ratio + std::log(-std::expm1(cutoff - *ratio)));
  for (double& excess : result) excess -= result.back();
  return result;
}

// The best shape for theta = -shape / scale: the mean of log(1 - theta x). Here log x may be far below the range of x.
double shape_at(double theta, const std::vector<double>& log_x) {
  double sum = 0.0;
  for (const double value : log_x) {
    const double log_product = std::log(std::abs(theta)) + value;
    if (theta > 0.0)
      sum += std::log1p(-std::exp(log_product));
    else
      sum += std::max(0.0, log_product) + std::log1p(std::exp(-std::abs(log_product)));
  }
  return sum / static_cast<double>(log_x.size());
}

double profile_log_likelihood(double theta, const std::vector<double>& log_x) {
  const double shape = shape_at(theta, log_x);
  return static_cast<double>(log_x.size()) * (std::log(-theta / shape) - shape - 1.0);
}

// The grid of Zhang and Stephens, for values of which the largest is 1.
std::vector<double> thetas(const std::vector<double>& log_x) {
  const auto count = static_cast<double>(log_x.size());
  const double size = 30.0 + std::floor(std::sqrt(count));
  const double log_quartile = log_x[static_cast<std::size_t>(std::floor(count / 4.0 + 0.5)) - 1];
  constexpr double largest_exponent = 700.0;  // of a double
  const double scale = std::exp(std::min(-log_quartile, largest_exponent)) / 3.0;
  std::vector<double> result;
  for (double j = 0.5; j < size; j += 1.0) result.push_back(1.0 + (1.0 - std::sqrt(size / j)) * scale);
  std::erase(result, 0.0);  // where the profile is 0 / 0
  return result;
}

double zhang_stephens_shape(const std::vector<double>& log_x) {
  const std::vector<double> grid = thetas(log_x);
  std::vector<double> log_weights;
  for (const double theta : grid) log_weights.push_back(profile_log_likelihood(theta, log_x));
  normalise_log(log_weights);
  return shape_at(view(grid).dot(view(exponentials(log_weights))), log_x);
}

std::ptrdiff_t distinct(std::vector<double> sorted) {
  return std::unique(sorted.begin(), sorted.end()) - sorted.begin();
}

}  // namespace

std::optional<double> pareto_shape(std::vector<double> log_ratios) {
  constexpr std::ptrdiff_t fewest = 5;
  const std::vector<double> log_x = log_excesses(std::move(log_ratios));
  if (log_x.empty()) return 0.0;
  if (distinct(log_x) < fewest) return std::nullopt;
  constexpr double prior_shape = 0.5, prior_weight = 10.0;
  const auto count = static_cast<double>(log_x.size());
  return (count * zhang_stephens_shape(log_x) + prior_weight * prior_shape) / (count + prior_weight);
}

}  // namespace direct
