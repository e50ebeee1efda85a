// SPDX-License-Identifier: MIT
#include "laws/scaled_law.h"

#include <algorithm>
#include <cmath>

#include "algebra/constants.h"
#include "laws/quantile.h"

namespace direct {
namespace {

// Densities below, in units of the deviation, have lost too many digits for a logarithm.
constexpr double min_bulk_density = 1e-5;

Interval support(const Spectrum& spectrum) {
  const double reach = spectrum.radius * spectrum.scale;
  return {spectrum.mean - reach, spectrum.mean + reach};
}

Interval support(const GaussianMixture& mixture) {
  constexpr double deviations = 8.0;
  Interval result{mixture.parts.front().mean, mixture.parts.front().mean};
  for (const auto& [probability, mean, variance] : mixture.parts) {
    result.lower = std::min(result.lower, mean - deviations * std::sqrt(variance));
    result.upper = std::max(result.upper, mean + deviations * std::sqrt(variance));
  }
  return result;
}

Interval support(const StudentT& law) { return {law.location, law.location}; }

}  // namespace

ScaledLaw::ScaledLaw(ScaledLawParts parts) : parts_(std::move(parts)) {
  prediction_ = parts_.prediction;
  prediction_.eta_mean = prediction_.mean;
  prediction_.eta_std = prediction_.std_model;
}

CdfAndDensity ScaledLaw::at(double x) const {
  return std::visit([x](const auto& shape) { return cdf_and_density(shape, x); }, parts_.shape);
}

double ScaledLaw::cdf(double y) const { return at(x_of(y)).cdf; }

double ScaledLaw::density(double y) const { return at(x_of(y)).density / parts_.units.scale; }

// Far out, levels count whose probability is negligible elsewhere: a mixture of few Gaussians has left them out too. In
// a gap between its values, where a tilt does not help, it is as good as exact.
LogDensity ScaledLaw::log_density(double y) const {
  const double x = x_of(y), log_unit = std::log(parts_.units.scale);
  const double deviation = prediction_.std_total / parts_.units.scale;
  if (const auto* student = std::get_if<StudentT>(&parts_.shape)) return {direct::log_density(*student, x) - log_unit};
  const double bulk = at(x).density;
  if (bulk * deviation >= min_bulk_density) return {std::log(bulk) - log_unit};
  const auto* mixture = std::get_if<GaussianMixture>(&parts_.shape);
  if (!parts_.tail) return {std::max(direct::log_density(*mixture, x) - log_unit, -largest_double)};
  const LogDensity far = parts_.tail(x);
  if (!far.exact && mixture) return {std::max(direct::log_density(*mixture, x) - log_unit, -largest_double)};
  return {std::max(far.value - log_unit, -largest_double), far.exact};
}

double ScaledLaw::x_quantile(double probability) const {
  if (const auto* student = std::get_if<StudentT>(&parts_.shape)) return direct::quantile(*student, probability);
  const Interval range = std::visit([](const auto& shape) { return support(shape); }, parts_.shape);
  const double z = cornish_fisher(probability, parts_.skewness, parts_.excess_kurtosis);
  return direct::quantile({.distribution = [this](double x) { return at(x); },
                           .low = range.lower,
                           .high = range.upper,
                           .start = x_of(prediction_.mean + z * prediction_.std_total)},
                          probability);
}

double ScaledLaw::quantile(double probability) const { return y_of(x_quantile(probability)); }

// A few Gaussians may have many modes.
Interval ScaledLaw::shortest_interval(double level) const {
  if (std::holds_alternative<StudentT>(parts_.shape))  // symmetric, with one mode
    return {quantile(0.5 - 0.5 * level), quantile(0.5 + 0.5 * level)};
  const int num_looks = std::holds_alternative<GaussianMixture>(parts_.shape) ? 128 : 16;
  const Interval x =
      direct::shortest_interval([this](double probability) { return x_quantile(probability); }, level, num_looks);
  return {y_of(x.lower), y_of(x.upper)};
}

// By the deviation of the mean alone.
Interval ScaledLaw::mean_interval(double level) const {
  const StudentT of_mean{.location = prediction_.mean, .scale = prediction_.std_model, .degrees = parts_.model_degrees};
  return {direct::quantile(of_mean, 0.5 - 0.5 * level), direct::quantile(of_mean, 0.5 + 0.5 * level)};
}

double ScaledLaw::crps(double y) const {
  const double x = x_of(y);
  const double score = std::visit(
      [x](const auto& shape) { return mean_distance(shape, x) - 0.5 * mean_difference(shape); }, parts_.shape);
  return parts_.units.scale * score;
}

double ScaledLaw::resolution() const {
  const auto* spectrum = std::get_if<Spectrum>(&parts_.shape);
  return spectrum ? spectrum->resolution * parts_.units.scale : 0.0;
}

}  // namespace direct
