// SPDX-License-Identifier: MIT
#include "fit/learned_support.h"

#include <algorithm>
#include <cmath>

#include <direct/elbo.h>

#include "algebra/parallel.h"
#include "fit/cell_objective.h"

namespace direct {
namespace {

// With few levels a wide span costs resolution; with many it costs nothing and cuts nothing off.
double span_in_deviations(std::size_t num_levels) { return num_levels <= 32 ? 6.0 : 9.0; }

std::vector<WeightedDensity> densities(const WeightPrior& prior, std::size_t j,
                                       const std::vector<double>& responsibilities) {
  if (prior.components.empty())
    return {{.density = {.kind = prior.kind, .variance = prior.variances[j], .spike = prior.spike}}};
  std::vector<WeightedDensity> result;
  for (std::size_t c = 0; c < prior.components.size(); ++c)
    result.push_back({.responsibility = responsibilities[c],
                      .density = {.kind = prior.kind, .variance = prior.components[c].variances[j]}});
  return result;
}

std::vector<CellObjective> objectives(const LinearRegression& model, const WeightPrior& prior, const NoisePrior& noise,
                                      const Posterior& posterior, const std::vector<double>& means) {
  const std::vector<double> shares = responsibilities(posterior, prior).front();
  const double precision = noise_precision(posterior, noise);
  const LikelihoodGradient gradient =
      model.gradient(means, model.residual(means), {.log_variance = 0.0, .precision = precision});
  std::vector<CellObjective> result;
  for (std::size_t j = 0; j < means.size(); ++j)
    result.push_back({.prior = densities(prior, j, shares),
                      .slope = gradient.linear[j],
                      .curvature = -2.0 * gradient.quadratic[j],
                      .num_levels = prior.num_levels()});
  return result;
}

// Where a derivative by the logarithm of the step, which is positive for short steps and negative for long ones, is
// zero.
template <typename Derivative>
double root_near(double step, const Derivative& by_log_step) {
  constexpr double range = 2.0;  // of the logarithm, either side
  constexpr int halvings = 16;
  double low = std::log(step) - range, high = std::log(step) + range;
  for (int i = 0; i < halvings; ++i) {
    const double middle = 0.5 * (low + high);
    (by_log_step(std::exp(middle)) > 0.0 ? low : high) = middle;
  }
  return std::exp(0.5 * (low + high));
}

}  // namespace

std::vector<double> steps_for(std::span<const double> deviations, std::size_t num_levels) {
  const double share = span_in_deviations(num_levels) / static_cast<double>(num_levels - 1);
  std::vector<double> steps;
  for (const double deviation : deviations) steps.push_back(share * deviation);
  return steps;
}

std::vector<double> conditional_deviations(const SecondMoments& statistics, const WeightPrior& prior,
                                           double noise_precision) {
  std::vector<double> result;
  for (std::size_t j = 0; j < prior.num_features(); ++j)
    result.push_back(1.0 / std::sqrt(noise_precision * statistics.gram(j, j) + 1.0 / prior.variances[j]));
  return result;
}

double shared_step(std::vector<double> steps) {
  const auto middle = steps.begin() + std::ssize(steps) / 2;
  std::nth_element(steps.begin(), middle, steps.end());
  return *middle;
}

LearnedGrid improved_grid(const LinearRegression& model, const WeightPrior& prior, const NoisePrior& noise,
                          const Posterior& posterior, bool shared) {
  const std::vector<double> centres = weight_moments(posterior, prior).means;
  const std::vector<CellObjective> parts = objectives(model, prior, noise, posterior, centres);
  std::vector<double> steps = prior.learned->steps, derivatives(steps.size());
  if (!shared) {
    parallel_for(steps.size(), [&](std::size_t j) {
      steps[j] = root_near(steps[j], [&](double step) { return parts[j](centres[j], step).by_log_step; });
    });
    return learned_grid(centres, steps);
  }
  steps.front() = root_near(steps.front(), [&](double step) {
    parallel_for(parts.size(), [&](std::size_t j) { derivatives[j] = parts[j](centres[j], step).by_log_step; });
    double sum = 0.0;
    for (const double derivative : derivatives) sum += derivative;
    return sum;
  });
  return learned_grid(centres, steps, true);
}

}  // namespace direct
