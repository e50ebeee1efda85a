// SPDX-License-Identifier: MIT
#include "algebra/log_space_moment.h"

#include <algorithm>
#include <cmath>

#include "algebra/constants.h"

namespace direct {
namespace {

constexpr double log_largest_derivative = 460.51701859880916;  // log(1e200)

}  // namespace

LogSpaceMoment::LogSpaceMoment(const GridLevels& grid, double x) : grid_(grid), x_(x) {
  double largest = -infinity;
  for (std::size_t k = 0; k < grid.count; ++k) {
    if (grid.probabilities[k] == 0.0 || x * grid.levels[k] <= largest) continue;
    largest = x * grid.levels[k];
    highest_ = grid.levels[k];
  }
  double largest_term = -infinity, sum = 0.0;
  for (std::size_t k = 0; k < grid.count; ++k) largest_term = std::max(largest_term, log_term(k));
  for (std::size_t k = 0; k < grid.count; ++k) sum += std::exp(log_term(k) - largest_term);
  log_total_ = largest_term + std::log(sum);
}

double LogSpaceMoment::log_term(std::size_t level) const {
  const double probability = grid_.probabilities[level];
  return probability == 0.0 ? -infinity : exponent(level) + std::log(probability);
}

double LogSpaceMoment::probability(std::size_t level) const { return std::exp(log_term(level) - log_total_); }

double LogSpaceMoment::derivative(std::size_t level) const {
  return std::exp(std::min(exponent(level) - log_total_, log_largest_derivative));
}

double LogSpaceMoment::mean_below_highest() const {
  double sum = 0.0;
  for (std::size_t k = 0; k < grid_.count; ++k) sum += probability(k) * (grid_.levels[k] - highest_);
  return sum;
}

double LogSpaceMoment::variance() const {
  const double mean = mean_below_highest();
  double sum = 0.0;
  for (std::size_t k = 0; k < grid_.count; ++k) {
    const double difference = grid_.levels[k] - highest_ - mean;
    sum += probability(k) * difference * difference;
  }
  return sum;
}

double log_cell_factor(double y) {
  const double size = std::abs(y);
  if (size == 0.0) return 0.0;
  if (size < 1.0) return std::log(std::sinh(size) / size);
  return size + std::log1p(-std::exp(-2.0 * size)) - std::log(2.0 * size);
}

}  // namespace direct
