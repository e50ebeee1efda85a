// SPDX-License-Identifier: MIT
#include "predict/distribution/tilted_density.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "algebra/categorical.h"
#include "predict/distribution/row_spectrum.h"

namespace direct {
namespace {

constexpr double two_pi = 2.0 * std::numbers::pi;

// What a spectrum can tell from nothing, and what it gives with at least eight digits: densities in units of the
// deviation.
constexpr double least_density = 1e-13;
constexpr double least_exact_density = 1e-5;

// One component of the posterior, and levels of the noise.
struct Source {
  const WeightPrior& prior;
  const Matrix& log_probabilities;
  std::span<const double> features, noise_log_probabilities, noise_variances;
};

struct Cumulants {
  double log_moment = 0.0, mean = 0.0, variance = 0.0;  // K, K' and K'' at theta

  void operator+=(const Cumulants& other) {
    log_moment += other.log_moment;
    mean += other.mean;
    variance += other.variance;
  }
};

// Under the tilt by theta.
struct TiltedRow {
  Matrix values, probabilities;  // of each term, about its mean
  NoiseTerms noise;              // about its mean
  Cumulants cumulants;           // of y
};

// Log probabilities become tilted probabilities, values lose their mean.
Cumulants tilt(std::span<double> values, std::span<double> log_probabilities, double theta) {
  for (std::size_t k = 0; k < values.size(); ++k) log_probabilities[k] += theta * values[k];
  Cumulants result{.log_moment = log_sum_exp(log_probabilities)};
  for (double& value : log_probabilities) value = std::exp(value - result.log_moment);
  const MeanVariance tilted = moments(values, log_probabilities);
  for (double& value : values) value -= tilted.mean;
  result.mean = tilted.mean;
  result.variance = tilted.variance;
  return result;
}

// Under the tilt a level of variance v has mean theta v and theta^2 v / 2 more of log probability.
Cumulants tilt_noise(const Source& source, double theta, NoiseTerms& noise) {
  noise.variances.assign(source.noise_variances.begin(), source.noise_variances.end());
  noise.probabilities.assign(source.noise_log_probabilities.begin(), source.noise_log_probabilities.end());
  for (const double variance : noise.variances) noise.offsets.push_back(theta * variance);
  std::vector<double> halves = noise.offsets;
  for (double& value : halves) value *= 0.5;
  const double log_moment = tilt(halves, noise.probabilities, theta).log_moment;
  const MeanVariance of_means = moments(noise.offsets, noise.probabilities);
  for (double& offset : noise.offsets) offset -= of_means.mean;
  return {.log_moment = log_moment,
          .mean = of_means.mean,
          .variance = of_means.variance + moments(noise.variances, noise.probabilities).mean};
}

TiltedRow tilted_row(const Source& source, double theta) {
  TiltedRow row{.values = source.prior.levels, .probabilities = source.log_probabilities};
  for (std::size_t j = 0; j < source.features.size(); ++j) {
    for (double& value : row.values.column(j)) value *= source.features[j];
    row.cumulants += tilt(row.values.column(j), row.probabilities.column(j), theta);
  }
  row.cumulants += tilt_noise(source, theta, row.noise);
  return row;
}

// Tilted so that the mean is y, or nearly: any tilt gives the density, this one with the most digits. K' increases, so
// Newton's steps are kept between the tilts known to be too small and too large.
TiltedRow centred_row(const Source& source, double y, double& theta) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  double low = -infinity, high = infinity;
  TiltedRow row = tilted_row(source, theta = 0.0);
  for (int i = 0; i < 100; ++i) {
    const double distance = y - row.cumulants.mean, deviation = std::sqrt(row.cumulants.variance);
    if (std::abs(distance) <= 0.1 * deviation) break;
    (distance > 0.0 ? low : high) = theta;
    theta += distance / row.cumulants.variance;
    if (!(theta > low && theta < high)) theta = 0.5 * (low + high);
    row = tilted_row(source, theta);
  }
  return row;
}

Spectrum spectrum_of(const TiltedRow& row) {
  Spectrum spectrum{.mean = row.cumulants.mean, .scale = std::sqrt(row.cumulants.variance)};
  NoiseTerms noise = in_units_of(spectrum.scale, row.noise);
  TermsEnvelope envelope{.variance = 1.0};
  for (std::size_t j = 0; j < row.values.cols(); ++j) {
    const auto values = row.values.column(j);
    envelope.largest_span = std::max(envelope.largest_span, std::abs(values.back() - values.front()) / spectrum.scale);
  }
  spectrum.radius = reach({&envelope, 1}, noise);
  const std::size_t count = num_nodes(noise_cut(noise), noise, spectrum);
  TermList terms;
  for (std::size_t j = 0; j < row.values.cols(); ++j)
    terms.add(row.values.column(j), row.probabilities.column(j), spectrum.step() / (two_pi * spectrum.scale));
  spectrum.real.assign(count, 1.0);
  spectrum.imaginary.assign(count, 0.0);
  multiply_characteristic(terms, node_positions(count), spectrum.real, spectrum.imaginary);
  multiply_noise(noise, spectrum);
  return spectrum;
}

// The logarithm of a sum, exact if all its parts are.
LogDensity log_sum(std::span<const LogDensity> parts) {
  std::vector<double> values;
  bool exact = true;
  for (const LogDensity& part : parts) {
    values.push_back(part.value);
    exact = exact && part.exact;
  }
  return {.value = log_sum_exp(values), .exact = exact};
}

LogDensity tilted(const Source& source, double y) {
  double theta = 0.0;
  const TiltedRow row = centred_row(source, y, theta);
  const Spectrum spectrum = spectrum_of(row);
  const double density = cdf_and_density(spectrum, y).density * spectrum.scale;
  return {.value = row.cumulants.log_moment - theta * y + std::log(std::max(density, least_density) / spectrum.scale),
          .exact = density >= least_exact_density && spectrum.resolution == 0.0};
}

// All levels of the noise at once, or, where that leaves y in a gap between them, one by one.
LogDensity log_density_of(const Source& source, double y) {
  const LogDensity together = tilted(source, y);
  if (together.exact) return together;
  std::vector<LogDensity> parts;
  for (std::size_t l = 0; l < source.noise_variances.size(); ++l) {
    const double certain = 0.0;
    Source part = source;
    part.noise_log_probabilities = {&certain, 1};
    part.noise_variances = source.noise_variances.subspan(l, 1);
    parts.push_back(tilted(part, y));
    parts.back().value += source.noise_log_probabilities[l];
  }
  return log_sum(parts);
}

}  // namespace

LogDensity tilted_log_density(const PosteriorTerms& terms, std::span<const double> features, double y) {
  const TrainedModel& model = terms.model;
  std::vector<LogDensity> parts;
  for (std::size_t i = 0; i < terms.components.size(); ++i) {
    const Source source{.prior = model.prior,
                        .log_probabilities = model.posterior.log_probabilities[i],
                        .features = features,
                        .noise_log_probabilities = model.posterior.noise_log_probabilities,
                        .noise_variances = model.noise.variances};
    parts.push_back(log_density_of(source, y));
    parts.back().value += model.posterior.log_component_weights[i];
  }
  return log_sum(parts);
}

}  // namespace direct
