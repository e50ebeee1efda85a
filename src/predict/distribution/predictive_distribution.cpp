// SPDX-License-Identifier: MIT
#include <direct/distribution.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "algebra/categorical.h"
#include "features/row_features.h"
#include "predict/distribution/law.h"
#include "predict/distribution/quantile.h"
#include "predict/distribution/tilted_density.h"

namespace direct {
namespace {

using Law = PredictiveDistribution::Law;

// Densities below, in units of the deviation, have lost too many digits for a logarithm.
constexpr double least_bulk_density = 1e-5;
constexpr double lowest = std::numeric_limits<double>::lowest();

CdfAndDensity at(const Law& law, double x) {
  return std::visit([x](const auto& shape) { return cdf_and_density(shape, x); }, law.shape);
}

double standardised(const Law& law, double y) { return (y - law.target_mean) / law.target_scale; }
double distribution_in_target_units(const Law& law, double x) { return law.target_mean + law.target_scale * x; }

Bounds support(const Spectrum& spectrum) {
  const double reach = spectrum.radius * spectrum.scale;
  return {spectrum.mean - reach, spectrum.mean + reach};
}

Bounds support(const GaussianMixture& mixture) {
  constexpr double deviations = 8.0;
  Bounds bounds{mixture.parts.front().mean, mixture.parts.front().mean};
  for (const auto& [probability, mean, variance] : mixture.parts) {
    bounds.lower = std::min(bounds.lower, mean - deviations * std::sqrt(variance));
    bounds.upper = std::max(bounds.upper, mean + deviations * std::sqrt(variance));
  }
  return bounds;
}

Bounds support(const StudentT& law) { return {law.location, law.location}; }

double standardised_quantile(const Law& law, double probability) {
  if (const auto* student = std::get_if<StudentT>(&law.shape)) return quantile(*student, probability);
  const Bounds bounds = std::visit([](const auto& shape) { return support(shape); }, law.shape);
  const double z = cornish_fisher(probability, law.moments.skewness, law.moments.excess_kurtosis);
  return quantile({.distribution = [&law](double x) { return at(law, x); },
                   .low = bounds.lower,
                   .high = bounds.upper,
                   .start = standardised(law, law.moments.mean + z * law.moments.std_total)},
                  probability);
}

LogDensity tail(const Law& law, double x) {
  Matrix inputs(1, law.inputs.size()), features;
  std::copy(law.inputs.begin(), law.inputs.end(), inputs.data());
  evaluate_rows(law.terms->model.preparation.features, inputs, 0, 1, features);
  return tilted_log_density(*law.terms, features.column(0), x);
}

}  // namespace

PredictiveDistribution::PredictiveDistribution(std::shared_ptr<const Law> law) : law_(std::move(law)) {}

const PredictiveMoments& PredictiveDistribution::moments() const { return law_->moments; }

double PredictiveDistribution::cdf(double y) const { return at(*law_, standardised(*law_, y)).cdf; }

double PredictiveDistribution::density(double y) const {
  return at(*law_, standardised(*law_, y)).density / law_->target_scale;
}

// Far out, levels count whose probability is negligible elsewhere: a mixture of few Gaussians has left them out too. In
// a gap between its values, where a tilt does not help, it is as good as exact.
double PredictiveDistribution::log_density(double y, bool* exact) const {
  const double x = standardised(*law_, y), log_unit = std::log(law_->target_scale);
  const double deviation = law_->moments.std_total / law_->target_scale;
  if (exact) *exact = true;
  if (const auto* student = std::get_if<StudentT>(&law_->shape)) return direct::log_density(*student, x) - log_unit;
  const double density = at(*law_, x).density;
  if (density * deviation >= least_bulk_density) return std::log(density) - log_unit;
  const auto* mixture = std::get_if<GaussianMixture>(&law_->shape);
  if (!law_->terms) return std::max(direct::log_density(*mixture, x) - log_unit, lowest);
  const LogDensity far = tail(*law_, x);
  if (!far.exact && mixture) return std::max(direct::log_density(*mixture, x) - log_unit, lowest);
  if (exact) *exact = far.exact;
  return std::max(far.value - log_unit, lowest);
}

double PredictiveDistribution::quantile(double probability) const {
  check_probability(probability, "quantile");
  return distribution_in_target_units(*law_, standardised_quantile(*law_, probability));
}

Bounds PredictiveDistribution::central_interval(double level) const {
  check_probability(level, "interval");
  return {distribution_in_target_units(*law_, standardised_quantile(*law_, 0.5 - 0.5 * level)),
          distribution_in_target_units(*law_, standardised_quantile(*law_, 0.5 + 0.5 * level))};
}

// A few Gaussians may have many modes.
Bounds PredictiveDistribution::shortest_interval(double level) const {
  if (std::holds_alternative<StudentT>(law_->shape)) return central_interval(level);  // symmetric, with one mode
  check_probability(level, "interval");
  const int num_looks = std::holds_alternative<GaussianMixture>(law_->shape) ? 128 : 16;
  const Bounds bounds = direct::shortest_interval(
      [this](double probability) { return standardised_quantile(*law_, probability); }, level, num_looks);
  return {distribution_in_target_units(*law_, bounds.lower), distribution_in_target_units(*law_, bounds.upper)};
}

double PredictiveDistribution::crps(double y) const {
  const double x = standardised(*law_, y);
  const double score = std::visit(
      [x](const auto& shape) { return mean_distance(shape, x) - 0.5 * mean_difference(shape); }, law_->shape);
  return law_->target_scale * score;
}

double PredictiveDistribution::resolution() const {
  const auto* spectrum = std::get_if<Spectrum>(&law_->shape);
  return spectrum ? spectrum->resolution * law_->target_scale : 0.0;
}

}  // namespace direct
