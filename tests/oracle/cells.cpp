// SPDX-License-Identifier: MIT
#include "oracle/cells.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace direct::oracle {
namespace {

constexpr long double pi = std::numbers::pi_v<long double>;

long double log_gaussian(long double variance, long double w) {
  return -0.5L * (std::log(2.0L * pi * variance) + w * w / variance);
}

// Simpson's rule on a stretch where the function is smooth.
template <typename Function>
long double integral(const Function& function, long double low, long double high) {
  constexpr int panels = 400;
  const long double width = (high - low) / panels;
  long double sum = 0.0L;
  for (int i = 0; i < panels; ++i) {
    const long double left = low + width * i;
    sum += (function(left) + 4.0L * function(left + 0.5L * width) + function(left + width)) * width / 6.0L;
  }
  return sum;
}

// Exact for the square error: both nodes of Gauss's rule in every cell.
long double mean_log_likelihood(const TinyProblem& problem, const Configuration& configuration) {
  const std::vector<double>& steps = problem.prior.learned->steps;
  const std::size_t corners = std::size_t{1} << steps.size();
  long double sum = 0.0L;
  for (std::size_t corner = 0; corner < corners; ++corner) {
    Configuration moved = configuration;
    for (std::size_t j = 0; j < steps.size(); ++j)
      moved.weights[j] += ((corner >> j & 1U) != 0U ? 0.5 : -0.5) * steps[j] / std::numbers::sqrt3;
    sum += log_likelihood(problem, moved);
  }
  return sum / static_cast<long double>(corners);
}

long double log_joint(const TinyProblem& problem, const std::vector<double>& weights) {
  const Configuration configuration{.weights = weights, .noise_variance = problem.noise.variances.front()};
  long double sum = log_likelihood(problem, configuration);
  for (std::size_t j = 0; j < weights.size(); ++j)
    sum += log_density(problem.prior.kind, problem.prior.variances[j], problem.prior.spike, weights[j]);
  return sum;
}

}  // namespace

long double log_density(PriorKind kind, double variance, double spike, long double w) {
  switch (kind) {
    case PriorKind::gaussian:
      return log_gaussian(variance, w);
    case PriorKind::laplace: {
      const long double scale = std::sqrt(0.5L * variance);
      return -std::log(2.0L * scale) - std::abs(w) / scale;
    }
    case PriorKind::uniform:
      return -0.5L * std::log(12.0L * variance);
    case PriorKind::spike_slab:
      break;
  }
  const long double slab = variance / (1.0L - spike);
  return std::log(spike * std::exp(log_gaussian(1e-4L * slab, w)) + (1.0L - spike) * std::exp(log_gaussian(slab, w)));
}

long double mean_log_density(PriorKind kind, double variance, double spike, double level, double step) {
  const long double low = level - 0.5L * step, high = level + 0.5L * step, middle = std::clamp(0.0L, low, high);
  const auto function = [&](long double w) { return log_density(kind, variance, spike, w); };
  return (integral(function, low, middle) + integral(function, middle, high)) / step;
}

double cell_elbo(const TinyProblem& problem, const Posterior& q) {
  const WeightPrior& prior = problem.prior;
  long double sum = 0.0L;
  enumerate(problem, q, [&](const Configuration& configuration) {
    const long double probability = std::exp(configuration.log_q);
    if (probability == 0.0L) return;
    long double log_ratio = mean_log_likelihood(problem, configuration) - configuration.log_q;
    for (std::size_t j = 0; j < configuration.weights.size(); ++j)
      log_ratio += std::log(static_cast<long double>(prior.learned->steps[j])) +
                   mean_log_density(prior.kind, prior.variances[j], prior.spike, configuration.weights[j],
                                    prior.learned->steps[j]);
    for (std::size_t l = 0; l < problem.noise.variances.size(); ++l)
      if (problem.noise.variances[l] == configuration.noise_variance) log_ratio += problem.noise.log_prior[l];
    sum += probability * log_ratio;
  });
  return static_cast<double>(sum);
}

double continuous_log_evidence(const TinyProblem& problem) {
  constexpr int count = 400;
  const std::size_t b = problem.prior.num_features();
  long double largest = -HUGE_VALL, sum = 0.0L, cell = 1.0L;
  std::vector<double> ends;
  for (std::size_t j = 0; j < b; ++j) {
    const bool uniform = problem.prior.kind == PriorKind::uniform;
    ends.push_back((uniform ? std::numbers::sqrt3 : 8.0) * std::sqrt(problem.prior.variances[j]));
    cell *= 2.0L * ends[j] / count;
  }
  std::vector<long double> terms;
  for (int i = 0; i < count; ++i)
    for (int k = 0; k < (b == 2 ? count : 1); ++k) {
      std::vector<double> weights{ends[0] * (2.0 * (i + 0.5) / count - 1.0)};
      if (b == 2) weights.push_back(ends[1] * (2.0 * (k + 0.5) / count - 1.0));
      terms.push_back(log_joint(problem, weights));
      largest = std::max(largest, terms.back());
    }
  for (const long double term : terms) sum += std::exp(term - largest);
  return static_cast<double>(largest + std::log(sum * cell));
}

}  // namespace direct::oracle
