// SPDX-License-Identifier: MIT
#include "posterior/entropy/strata.h"

#include <cmath>

#include "posterior/entropy/scores.h"

namespace direct {
namespace {

Estimate mean_of(std::span<const double> values) {
  const auto count = static_cast<double>(values.size());
  double sum = 0.0, squares = 0.0;
  for (const double value : values) sum += value;
  const double mean = sum / count;
  if (!std::isfinite(mean)) return {.value = -HUGE_VAL, .standard_error = HUGE_VAL};
  for (const double value : values) squares += (value - mean) * (value - mean);
  const bool single = values.size() == 1;  // says nothing about its error
  return {.value = mean, .standard_error = single ? HUGE_VAL : std::sqrt(squares / (count - 1.0) / count)};
}

// The baseline of a sample is the mean of the others, which leaves the expectation as it is: a value minus that is
// count / (count - 1) times the value minus the mean of all.
void fill_coefficients(std::span<const double> values, double mean, double alpha, std::span<double> coefficients) {
  const bool single = values.size() == 1;
  const double scale = single ? alpha : alpha / static_cast<double>(values.size() - 1);
  for (std::size_t t = 0; t < values.size(); ++t) coefficients[t] = scale * (values[t] - (single ? 0.0 : mean));
}

}  // namespace

// A component without weight counts for nothing, whatever its samples say; nor has an infinite mean a gradient.
Estimate stratified_estimate(const Posterior& posterior, const StratifiedSamples& samples,
                             std::span<const double> exact, std::span<const double> values, MixtureGradient* gradient) {
  const std::size_t each = samples.per_component;
  std::vector<double> coefficients(values.size());
  Estimate result;
  double variance = 0.0;
  for (std::size_t i = 0; i < posterior.num_components(); ++i) {
    const double alpha = std::exp(posterior.log_component_weights[i]);
    if (alpha == 0.0) continue;
    const auto stratum = values.subspan(i * each, each);
    const Estimate mean = mean_of(stratum);
    const double value = exact[i] > -HUGE_VAL ? exact[i] + mean.value : -HUGE_VAL;
    result.value += alpha * value;
    variance += alpha * alpha * mean.standard_error * mean.standard_error;
    if (!gradient || !std::isfinite(value)) continue;
    gradient->component_weights[i] += alpha * value;
    fill_coefficients(stratum, mean.value, alpha, std::span(coefficients).subspan(i * each, each));
  }
  result.standard_error = std::sqrt(variance);
  if (gradient) add_own_levels(samples, coefficients, gradient->probabilities);
  return result;
}

}  // namespace direct
