// SPDX-License-Identifier: MIT
#include "laws/spectrum_plan.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "algebra/categorical.h"
#include "algebra/constants.h"
#include "laws/spectrum.h"

namespace direct {
namespace {

// Of psi past the last node: its terms are summed, so it is a little less than what may be left out in all.
constexpr double cut_log = 4.0 - negligible_mass_log;

// Bennett: log E exp(theta x) <= variance / a^2 (e^(a theta) - 1 - a theta) for a sum of independent terms of mean 0,
// each at most a.
double log_moment_bound(const TermsEnvelope& terms, double theta) {
  const double x = terms.largest_span * theta;
  const double ratio = x < 1e-5 ? 0.5 * (1.0 + x / 3.0) : (std::expm1(x) - x) / (x * x);
  return terms.variance * theta * theta * ratio + std::abs(terms.offset) * theta;
}

double log_noise_moment_bound(const NoiseTerms& noise, double theta) {
  std::vector<double> terms;
  for (std::size_t l = 0; l < noise.variances.size(); ++l)
    terms.push_back(std::log(noise.probabilities[l]) + 0.5 * noise.variances[l] * theta * theta +
                    std::abs(noise.offsets[l]) * theta);
  return log_sum_exp(terms);
}

// Chernoff: P(y > r) <= E exp(theta y) / exp(theta r)
double reach_at(std::span<const TermsEnvelope> components, const NoiseTerms& noise, double theta) {
  double largest = 0.0;
  for (const TermsEnvelope& terms : components) largest = std::max(largest, log_moment_bound(terms, theta));
  return (largest + log_noise_moment_bound(noise, theta) - negligible_mass_log) / theta;
}

}  // namespace

double reach(std::span<const TermsEnvelope> components, const NoiseTerms& noise) {
  double largest_span = 0.0, least = std::numeric_limits<double>::infinity();
  for (const TermsEnvelope& terms : components) largest_span = std::max(largest_span, terms.largest_span);
  for (const double theta : {2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0})
    least = std::min(least, reach_at(components, noise, theta));
  if (largest_span > 1.0) {
    for (const double x : {1.0, 2.0, 4.0}) least = std::min(least, reach_at(components, noise, x / largest_span));
  }
  return least;
}

double noise_cut(const NoiseTerms& noise) {
  double cut = 0.0;
  for (std::size_t l = 0; l < noise.variances.size(); ++l) {
    const double exponent = cut_log + std::log(noise.probabilities[l]);
    if (exponent > 0.0) cut = std::max(cut, std::sqrt(2.0 * exponent / noise.variances[l]));
  }
  return cut;
}

double noise_variance_for(double cut) { return 2.0 * cut_log / (cut * cut); }

// |psi|^2 of one term is E cos(t (x - x')), and cos(u) <= 1 - (1 - cos(c)) / c^2 u^2 for |u| <= c <= pi.
double decay_rate(double largest_phase) {
  if (largest_phase > pi) return 0.0;
  if (largest_phase < 1e-4) return 0.5;
  return (1.0 - std::cos(largest_phase)) / (largest_phase * largest_phase);
}

// For t from 2^e to 2^(e+1) the terms of spans up to pi / 2^(e+1) count, at the rate of decay_rate(pi).
double terms_cut(double noise_cut, double least_noise_variance, const EachTerm& each_term) {
  constexpr int least_exponent = -64, num_exponents = 128;
  std::array<double, num_exponents + 1> variance_from{};  // by the exponent of pi / span
  each_term([&](double span, double variance) {
    if (!(span > 0.0)) return;
    const int exponent = std::clamp(std::ilogb(pi / span), least_exponent, least_exponent + num_exponents - 1);
    variance_from[static_cast<std::size_t>(exponent - least_exponent)] += variance;
  });
  for (std::size_t e = num_exponents; e-- > 0;) variance_from[e] += variance_from[e + 1];
  double cut = noise_cut;
  for (int exponent = std::ilogb(cut); exponent >= least_exponent; --exponent) {
    const std::size_t next = static_cast<std::size_t>(std::clamp(exponent + 1 - least_exponent, 0, num_exponents));
    const double rate = decay_rate(pi) * variance_from[next] + 0.5 * least_noise_variance;
    const double needed = std::sqrt(cut_log / rate), low = std::ldexp(1.0, exponent);
    if (needed > low) return std::min(cut, needed);
    cut = low;
  }
  return cut;
}

}  // namespace direct
