// SPDX-License-Identifier: MIT
#include "laws/tilted_density.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "algebra/categorical.h"
#include "algebra/constants.h"
#include "algebra/vector_math.h"
#include "laws/spectrum_nodes.h"

namespace direct {
namespace {

// What a spectrum can tell from nothing, and what it gives with at least eight digits: densities in units of the
// deviation.
constexpr double least_density = 1e-13;
constexpr double least_exact_density = 1e-5;

// One component of the posterior, and levels of the noise.
struct Source {
  const Matrix& values;  // of each term, phi_j times its levels
  const Matrix& log_probabilities;
  std::span<const double> noise_log_probabilities, noise_variances;
  bool is_point_mass = false;
};

struct TiltCumulants {
  double log_moment = 0.0, mean = 0.0, variance = 0.0;  // K, K' and K'' at theta

  void operator+=(const TiltCumulants& other) {
    log_moment += other.log_moment;
    mean += other.mean;
    variance += other.variance;
  }
};

// Under the tilt by theta.
struct TiltedRow {
  Matrix probabilities;       // of the values of each term
  std::vector<double> means;  // of the terms
  NoiseTerms noise;           // about its mean
  TiltCumulants cumulants;    // of y
};

// Adds theta v to the log probabilities, and returns the largest, which it subtracts.
double add_tilt(std::span<const double> values, std::span<double> log_probabilities, double theta) {
  for (std::size_t k = 0; k < values.size(); ++k) log_probabilities[k] += theta * values[k];
  const double largest = *std::max_element(log_probabilities.begin(), log_probabilities.end());
  for (double& value : log_probabilities) value -= largest;
  return largest;
}

// The weights become probabilities.
TiltCumulants normalise(std::span<const double> values, std::span<double> weights) {
  const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
  for (double& weight : weights) weight /= sum;
  const MeanVariance tilted = moments(values, weights);
  return {.log_moment = std::log(sum), .mean = tilted.mean, .variance = tilted.variance};
}

TiltCumulants tilt_terms(const Source& source, double theta, TiltedRow& row) {
  TiltCumulants sum;
  row.probabilities = source.log_probabilities;
  for (std::size_t j = 0; j < source.values.cols(); ++j)
    sum.log_moment += add_tilt(source.values.column(j), row.probabilities.column(j), theta);
  exp_in_place(row.probabilities.values());
  for (std::size_t j = 0; j < source.values.cols(); ++j) {
    const TiltCumulants term = normalise(source.values.column(j), row.probabilities.column(j));
    row.means.push_back(term.mean);
    sum += term;
  }
  return sum;
}

// Under the tilt a level of variance v has mean theta v and theta^2 v / 2 more of log probability.
TiltCumulants tilt_noise(const Source& source, double theta, NoiseTerms& noise) {
  noise.variances.assign(source.noise_variances.begin(), source.noise_variances.end());
  noise.probabilities.assign(source.noise_log_probabilities.begin(), source.noise_log_probabilities.end());
  for (const double variance : noise.variances) noise.offsets.push_back(theta * variance);
  const double largest = add_tilt(noise.offsets, noise.probabilities, 0.5 * theta);
  exp_in_place(noise.probabilities);
  const TiltCumulants of_means = normalise(noise.offsets, noise.probabilities);
  for (double& offset : noise.offsets) offset -= of_means.mean;
  return {.log_moment = largest + of_means.log_moment,
          .mean = of_means.mean,
          .variance = of_means.variance + moments(noise.variances, noise.probabilities).mean};
}

TiltedRow tilted_row(const Source& source, double theta) {
  TiltedRow row;
  row.cumulants = tilt_terms(source, theta, row);
  row.cumulants += tilt_noise(source, theta, row.noise);
  row.noise = without_negligible(row.noise);  // they may be far away, and would be reached for
  return row;
}

// Tilted so that the mean is y, or nearly: any tilt gives the density, this one with the most digits. K' increases, so
// Newton's steps are kept between the tilts known to be too small and too large.
TiltedRow centred_row(const Source& source, double y, double& theta) {
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

Spectrum spectrum_of(const Source& source, const TiltedRow& row) {
  Spectrum spectrum{.mean = row.cumulants.mean, .scale = std::sqrt(row.cumulants.variance)};
  NoiseTerms noise = in_units_of(spectrum.scale, row.noise);
  TermsEnvelope envelope{.variance = 1.0};
  for (std::size_t j = 0; j < source.values.cols(); ++j) {
    const auto values = source.values.column(j);
    envelope.largest_span = std::max(envelope.largest_span, std::abs(values.back() - values.front()) / spectrum.scale);
  }
  spectrum.radius = reach({&envelope, 1}, noise);
  reserve_nodes(noise_cut(noise), noise, spectrum);
  TermList terms;
  std::vector<double> deviations(source.values.rows());
  for (std::size_t j = 0; j < source.values.cols(); ++j) {
    for (std::size_t k = 0; k < deviations.size(); ++k) deviations[k] = source.values(k, j) - row.means[j];
    terms.add(deviations, row.probabilities.column(j), spectrum.step() / (two_pi * spectrum.scale));
  }
  std::fill(spectrum.real.begin(), spectrum.real.end(), 1.0);
  multiply_characteristic(terms, node_positions(spectrum.real.size()), spectrum.real, spectrum.imaginary);
  multiply_noise(noise, spectrum);
  return spectrum;
}

// The logarithm of a sum, exact if all its parts are.
LogDensity log_sum_of_terms(std::span<const LogDensity> parts) {
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
  const Spectrum spectrum = spectrum_of(source, row);
  const double density = cdf_and_density(spectrum, y).density * spectrum.scale;
  return {.value = row.cumulants.log_moment - theta * y + std::log(std::max(density, least_density) / spectrum.scale),
          .exact = density >= least_exact_density && spectrum.resolution == 0.0};
}

// So far away that only the outermost values count, or there are no others: one Gaussian per level of the noise, with
// the probability of all weights at their end.
LogDensity of_outermost_values(const Source& source, double y) {
  double nearest = 0.0, log_probability = 0.0;
  for (std::size_t j = 0; j < source.values.cols(); ++j) {
    const auto values = source.values.column(j);
    std::size_t outermost = values.size();
    for (std::size_t k = 0; k < values.size(); ++k) {
      if (source.log_probabilities(k, j) == -std::numeric_limits<double>::infinity()) continue;
      if (outermost == values.size() || (y > 0.0) == (values[k] > values[outermost])) outermost = k;
    }
    nearest += values[outermost];
    log_probability += source.log_probabilities(outermost, j);
  }
  std::vector<double> parts;
  for (std::size_t l = 0; l < source.noise_variances.size(); ++l) {
    const double variance = source.noise_variances[l], distance = (y - nearest) / std::sqrt(variance);
    parts.push_back(source.noise_log_probabilities[l] - 0.5 * (std::log(two_pi * variance) + distance * distance));
  }
  const double value = std::max(log_probability + log_sum_exp(parts), std::numeric_limits<double>::lowest());
  return {.value = value, .exact = value > std::numeric_limits<double>::lowest()};
}

// All levels of the noise at once, or, where that leaves y in a gap between them, one by one.
LogDensity log_density_of(const Source& source, double y) {
  constexpr double far = 1e7;  // deviations: a tilt loses its digits, and the sum over all values is one of one
  if (source.is_point_mass) return of_outermost_values(source, y);
  const TiltedRow plain = tilted_row(source, 0.0);
  if (std::abs(y - plain.cumulants.mean) > far * std::sqrt(plain.cumulants.variance))
    return of_outermost_values(source, y);
  const LogDensity together = tilted(source, y);
  if (together.exact || source.noise_variances.size() == 1) return together;
  std::vector<LogDensity> parts;
  for (std::size_t l = 0; l < source.noise_variances.size(); ++l) {
    const double certain = 0.0;
    Source part = source;
    part.noise_log_probabilities = {&certain, 1};
    part.noise_variances = source.noise_variances.subspan(l, 1);
    parts.push_back(tilted(part, y));
    parts.back().value += source.noise_log_probabilities[l];
  }
  return log_sum_of_terms(parts);
}

}  // namespace

LogDensity tilted_log_density(const WeightTerms& terms, std::span<const double> features, double y) {
  Matrix values = terms.levels;
  for (std::size_t j = 0; j < features.size(); ++j)
    for (double& value : values.column(j)) value *= features[j];
  std::vector<LogDensity> parts;
  for (std::size_t i = 0; i < terms.components.size(); ++i) {
    const Source source{.values = values,
                        .log_probabilities = terms.log_probabilities[i],
                        .noise_log_probabilities = terms.noise_log_probabilities,
                        .noise_variances = terms.noise_variances,
                        .is_point_mass = terms.is_point_mass[i]};
    parts.push_back(log_density_of(source, y));
    parts.back().value += terms.log_component_weights[i];
  }
  return log_sum_of_terms(parts);
}

}  // namespace direct
