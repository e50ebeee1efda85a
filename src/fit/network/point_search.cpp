// SPDX-License-Identifier: MIT
#include "fit/network/point_search.h"

#include <algorithm>
#include <cmath>

#include "fit/lattice.h"
#include "fit/starts.h"
#include "optimize/lbfgs.h"

namespace direct {
namespace {

// -log p(y, w), Gaussian priors, and its gradient.
double negative_log_joint(const NetworkProblem& p, double precision, std::span<const double> weights,
                          std::span<double> gradient) {
  double value = 0.5 * precision * p.point.square_error(p.statistics, weights, gradient);
  for (std::size_t j = 0; j < weights.size(); ++j) {
    const double deviation = weights[j] - p.prior.means[j], variance = p.prior.variances[j];
    value += 0.5 * deviation * deviation / variance;
    gradient[j] = 0.5 * precision * gradient[j] + deviation / variance;
  }
  return value;
}

std::vector<double> curvatures(const NetworkProblem& p, const std::vector<bool>& free, std::vector<double> weights) {
  const double precision = prior_noise_precision(p.noise);
  std::vector<double> above(weights.size()), below(weights.size()), result(weights.size());
  for (std::size_t j = 0; j < weights.size(); ++j) {
    if (!free[j]) continue;
    const double step = 1e-4 * std::sqrt(p.prior.variances[j]), weight = weights[j];
    weights[j] = weight + step;
    negative_log_joint(p, precision, weights, above);
    weights[j] = weight - step;
    negative_log_joint(p, precision, weights, below);
    weights[j] = weight;
    result[j] = (above[j] - below[j]) / (2.0 * step);
  }
  return result;
}

// Largest curvature, in units of the weight's grid, first.
std::vector<std::size_t> rounding_order(const NetworkProblem& p, const std::vector<bool>& free,
                                        const std::vector<double>& weights) {
  std::vector<double> keys = curvatures(p, free, weights);
  std::vector<std::size_t> order;
  for (std::size_t j = 0; j < keys.size(); ++j) {
    keys[j] *= p.prior.variances[j];
    if (free[j]) order.push_back(j);
  }
  std::stable_sort(order.begin(), order.end(), [&](std::size_t x, std::size_t y) { return keys[x] > keys[y]; });
  return order;
}

}  // namespace

void maximise_log_joint(const NetworkProblem& p, const std::vector<bool>& free, int max_iterations,
                        std::vector<double>& weights) {
  std::vector<std::size_t> index;
  for (std::size_t j = 0; j < free.size(); ++j)
    if (free[j]) index.push_back(j);
  if (index.empty()) return;
  const double precision = prior_noise_precision(p.noise);
  std::vector<double> all = weights, by_all(weights.size()), x;
  for (const std::size_t j : index) x.push_back(weights[j]);
  const Objective objective = [&](std::span<const double> values, std::span<double> gradient) {
    for (std::size_t i = 0; i < index.size(); ++i) all[index[i]] = values[i];
    const double value = negative_log_joint(p, precision, all, by_all);
    for (std::size_t i = 0; i < index.size(); ++i) gradient[i] = by_all[index[i]];
    return value;
  };
  minimise_lbfgs(objective, x,
                 {.max_iterations = max_iterations,
                  .max_evaluations = 4 * max_iterations,  // where numbers are huge, line searches find no end
                  .decrease_tolerance = 0.01,
                  .decrease_window = 5,
                  .each_iteration = [&](int iteration, double) {
                    report(p.options.progress, {.stage = "search", .done = static_cast<double>(iteration)});
                  }});
  for (std::size_t i = 0; i < index.size(); ++i) weights[index[i]] = x[i];
}

void round_to_grid(const NetworkProblem& p, std::vector<bool> free, std::vector<double>& weights) {
  constexpr int iterations_between = 20;
  constexpr std::size_t most_rounds = 64;
  const std::vector<std::size_t> order = rounding_order(p, free, weights);
  const std::size_t together = (order.size() - 1) / most_rounds + 1;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const std::size_t j = order[i];
    weights[j] = p.prior.levels(nearest_level(p.prior.levels.column(j), weights[j]), j);
    free[j] = false;
    if ((i + 1) % together == 0) maximise_log_joint(p, free, iterations_between, weights);
  }
}

}  // namespace direct
