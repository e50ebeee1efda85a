// SPDX-License-Identifier: MIT
#include "fit/hyperparameters.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "fit/specification.h"

namespace direct {
namespace {

constexpr double deviations = 3.0;  // half the width of the automatic support, in deviations of the prior

// Variances of the noise in the units of the target -> of the standardised target.
std::optional<std::vector<double>> given_noise(const Preparation& preparation, const FitOptions& options) {
  auto noise = parse_noise(options.noise);
  const double scale = preparation.scaling.target_scale;
  if (noise)
    for (double& variance : *noise) variance = variance / scale / scale;
  return noise;
}

std::vector<double> automatic_levels(double half_width, const FitOptions& options) {
  return linear_grid(-half_width, half_width, options.levels);
}

}  // namespace

ChosenVariances chosen_variances(const SecondMoments& statistics, const Preparation& preparation,
                                 const FitOptions& options) {
  EvidenceOptions known{.progress = options.progress};
  const auto noise = given_noise(preparation, options);
  if (noise && noise->size() == 1) known.noise = noise->front();
  if (const auto scale = parse_prior_scale(options.prior_scale)) known.weight = *scale * *scale;
  const Variances start{known.noise.value_or(preparation.pilot.noise), known.weight.value_or(preparation.pilot.weight)};
  if (known.noise && known.weight) return {start, "given"};
  if (options.hyperparameters == Hyperparameters::pilot || statistics.num_rows == 0) return {start, "pilot"};
  return {maximise_evidence(statistics, start, known).variances, "evidence"};
}

NoisePrior noise_prior(const Preparation& preparation, const Variances& variances, const FitOptions& options) {
  if (const auto noise = given_noise(preparation, options)) return make_noise_prior(*noise);
  constexpr double factor = 4.0;
  constexpr std::size_t count = 15;
  return make_noise_prior(logarithmic_grid(variances.noise / factor, variances.noise * factor, count));
}

WeightPrior prior_before_widening(std::size_t num_features, const Variances& variances, const FitOptions& options) {
  const auto given = parse_support(options.support, options.levels);
  const std::vector<double> levels = given ? *given : automatic_levels(deviations * std::sqrt(variances.weight), options);
  return make_prior(options.prior, levels, variances.weight, num_features);
}

ChosenPrior weight_prior(const std::vector<double>& companion_mean, const Variances& variances,
                         const FitOptions& options) {
  ChosenPrior chosen{.prior = prior_before_widening(companion_mean.size(), variances, options)};
  if (options.support != "auto") return chosen;
  const double half_width = deviations * std::sqrt(variances.weight);
  double largest = 0.0;
  for (double mean : companion_mean) largest = std::max(largest, std::abs(mean));
  if (largest <= half_width) return chosen;
  chosen.prior = make_prior(options.prior, automatic_levels(largest, options), variances.weight, companion_mean.size());
  chosen.note = fmt::format("the support was widened from ±{:.4g} to ±{:.4g} to hold the full-precision mean", half_width, largest);
  return chosen;
}

}  // namespace direct
