// SPDX-License-Identifier: MIT
#include "laws/link/eta_spectrum.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "laws/spectrum_nodes.h"
#include "laws/spectrum_plan.h"

namespace direct {
namespace {

struct EtaMoments {
  double mean = 0.0, variance = 0.0;
};

EtaMoments eta_moments(const EtaLaw& eta) {
  EtaMoments result;
  const auto for_each = [&](const auto& use) {
    for (const auto& [log_weight, z] : eta.values) use(std::exp(log_weight), z, 0.0);
    for (const auto& [log_weight, terms] : eta.products) use(std::exp(log_weight), terms.mean(), terms.variance());
  };
  for_each([&](double weight, double mean, double) { result.mean += weight * mean; });
  for_each([&](double weight, double mean, double variance) {
    result.variance += weight * (variance + (mean - result.mean) * (mean - result.mean));
  });
  return result;
}

std::vector<TermsEnvelope> envelopes_of(const EtaLaw& eta, double mean, double scale) {
  std::vector<TermsEnvelope> envelopes;
  for (const auto& value : eta.values) envelopes.push_back({.offset = (value.z - mean) / scale});
  for (const auto& [log_weight, terms] : eta.products)
    envelopes.push_back({.offset = (terms.mean() - mean) / scale,
                         .variance = terms.variance() / (scale * scale),
                         .largest_span = terms.largest_span() / scale});
  return envelopes;
}

// The nodes at which a product is not negligible, by its variance; all of them if it has other peaks.
std::vector<double> nodes_of(const RowTerms& terms, const std::vector<double>& t, double& root) {
  std::vector<double> near, rest;
  root = 0.0;
  for (std::size_t m = 0; m < t.size(); ++m) {
    const double depth =
        decay_rate(std::min(t[m] * terms.largest_span(), std::numbers::pi)) * terms.variance() * t[m] * t[m];
    if (depth < -negligible_mass_log) {
      near.push_back(t[m]);
      root = std::max(root, t[m] * std::exp(-depth / series_terms));
    } else if (m % 4 == 0) {
      rest.push_back(t[m]);
    }
  }
  const std::vector<double> bounds = terms.modulus_bounds(0.0, terms.variance(), rest);
  if (std::ranges::all_of(bounds, [](double bound) { return bound < 1e-12; })) return near;
  root = t.back();
  return t;
}

// Adds psi of a component about its mean, moved by an offset.
void add_term(const RowTerms::Line& line, const std::vector<double>& t, double weight, double offset,
              Spectrum& spectrum) {
  for (std::size_t m = 0; m < line.real.size(); ++m) {
    const double cosine = weight * std::cos(t[m] * offset), sine = weight * std::sin(t[m] * offset);
    spectrum.real[m] += cosine * line.real[m] - sine * line.imaginary[m];
    spectrum.imaginary[m] += cosine * line.imaginary[m] + sine * line.real[m];
  }
}

}  // namespace

Spectrum eta_spectrum(const EtaLaw& eta, double noise_deviation) {
  const auto [mean, variance] = eta_moments(eta);
  const double noise_variance = noise_deviation * noise_deviation;
  Spectrum spectrum{.mean = mean, .scale = std::sqrt(variance + noise_variance)};
  NoiseTerms noise{
      .probabilities = {1.0}, .variances = {noise_variance / (spectrum.scale * spectrum.scale)}, .offsets = {0.0}};
  spectrum.radius = reach(envelopes_of(eta, mean, spectrum.scale), noise);
  reserve_nodes(noise_cut(noise), noise, spectrum);
  std::vector<double> t = node_positions(spectrum.real.size());
  for (double& position : t) position *= spectrum.step() / spectrum.scale;
  for (const auto& [log_weight, z] : eta.values)
    add_term({std::vector<double>(t.size(), 1.0), std::vector<double>(t.size())}, t, std::exp(log_weight), z - mean,
             spectrum);
  std::size_t used = eta.values.empty() ? 1 : t.size();
  for (const auto& [log_weight, terms] : eta.products) {
    double root = 0.0;
    const std::vector<double> near = nodes_of(terms, t, root);
    if (near.empty()) continue;
    used = std::max(used, near.size());
    add_term(terms.line(0.0, near, root), near, std::exp(log_weight), terms.mean() - mean, spectrum);
  }
  spectrum.real.resize(used);
  spectrum.imaginary.resize(used);
  multiply_noise(noise, spectrum);
  return spectrum;
}

}  // namespace direct
