// SPDX-License-Identifier: MIT
#include "laws/row_spectrum.h"

#include <algorithm>
#include <cmath>

#include "algebra/constants.h"
#include "algebra/power_sums.h"
#include "algebra/vector_math.h"
#include "laws/narrow_terms.h"
#include "laws/spectrum_nodes.h"
#include "laws/spectrum_plan.h"

namespace direct {
namespace {

// The noise alone needs no more nodes than this many deviations' worth: the terms are not asked.
constexpr double plain_cut = 16.0;

// One component of the posterior, one row: psi of its terms, less the overall mean, at the nodes.
class Component {
 public:
  Component(const TermTable& table, std::span<const double> features, const TermsEnvelope& envelope, double scale)
      : table_(table), features_(features), envelope_(envelope), scale_(scale) {}

  void add_to(Spectrum& spectrum, double weight, double cut, double noise_variance) {
    select(cut, noise_variance);
    const std::size_t count = spectrum.real.size();
    const std::vector<double> positions = node_positions(count);
    std::vector<double> t(count), modulus(count, 0.0), angle(count);
    for (std::size_t m = 0; m < count; ++m) {
      t[m] = positions[m] * spectrum.step();
      angle[m] = t[m] * envelope_.offset;
    }
    add_series(narrow_.series, t, modulus, angle);
    exp_in_place(modulus);
    for (double& value : angle) value /= two_pi;
    std::vector<double> real(count), imaginary(count);
    cos_sin_turns(angle, real, imaginary);
    for (std::size_t m = 0; m < count; ++m) {
      real[m] *= weight * modulus[m];
      imaginary[m] *= weight * modulus[m];
    }
    multiply_characteristic(wide_terms(spectrum.step()), positions, real, imaginary);
    for (std::size_t m = 0; m < count; ++m) {
      spectrum.real[m] += real[m];
      spectrum.imaginary[m] += imaginary[m];
    }
  }

 private:
  void select(double cut, double noise_variance) {
    const double rate = 0.5 * noise_variance + decay_rate(cut * envelope_.largest_span) * envelope_.variance;
    narrow_ = narrow_terms(table_, features_, 1.0 / scale_, {.farthest = cut, .root = largest_root(rate, cut)});
  }

  TermList wide_terms(double step) const {
    TermList terms;
    for (const std::size_t j : narrow_.wide)
      terms.add(table_.levels.values(j), table_.levels.probabilities(j), features_[j] / scale_ * step / two_pi);
    return terms;
  }

  const TermTable& table_;
  std::span<const double> features_;
  const TermsEnvelope envelope_;
  const double scale_;
  NarrowTerms narrow_;
};

TermsEnvelope envelope_of(const TermTable& table, const TermMoments& moments, std::span<const double> features,
                          double mean, double scale) {
  std::vector<double> spans(features.size());
  return {.offset = (moments.mean - mean) / scale,
          .variance = moments.variance / (scale * scale),
          .largest_span = scaled_products(features, table.spans, 1.0 / scale, spans)};
}

EachTerm terms_of(const TermTable& table, std::span<const double> features, double scale) {
  return [&table, features, scale](const std::function<void(double, double)>& add) {
    const std::size_t b = features.size();
    for (std::size_t j = 0; j < b; ++j) {
      const double feature = features[j] / scale;
      add(std::abs(feature) * table.spans[j], feature * feature * table.cumulants[b + j]);
    }
  };
}

double cut_of(const WeightTerms& terms, const NoiseTerms& noise, std::span<const double> features, double scale) {
  const double cut = noise_cut(noise);
  if (cut <= plain_cut) return cut;
  double result = 0.0;
  for (const TermTable& table : terms.components)
    result = std::max(result, terms_cut(cut, least_variance(noise), terms_of(table, features, scale)));
  return result;
}

}  // namespace

Spectrum row_spectrum(const WeightTerms& terms, std::span<const TermMoments> moments,
                      std::span<const double> features) {
  const TermMoments all = mixture_moments(terms, moments);
  Spectrum spectrum{.mean = all.mean, .scale = std::sqrt(all.variance + terms.noise_mean)};
  NoiseTerms noise = in_units_of(spectrum.scale, terms.noise);
  std::vector<TermsEnvelope> envelopes;
  for (std::size_t i = 0; i < moments.size(); ++i)
    envelopes.push_back(envelope_of(terms.components[i], moments[i], features, all.mean, spectrum.scale));
  spectrum.radius = reach(envelopes, noise);
  const double cut = cut_of(terms, noise, features, spectrum.scale);
  reserve_nodes(cut, noise, spectrum);
  const double last = std::min(cut, static_cast<double>(spectrum.real.size()) * spectrum.step());
  for (std::size_t i = 0; i < moments.size(); ++i)
    Component(terms.components[i], features, envelopes[i], spectrum.scale)
        .add_to(spectrum, terms.component_weights[i], last, least_variance(noise));
  multiply_noise(noise, spectrum);
  return spectrum;
}

}  // namespace direct
