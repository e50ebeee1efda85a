// SPDX-License-Identifier: MIT
#include "predict/distribution/row_spectrum.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "algebra/power_sums.h"
#include "algebra/vector_math.h"
#include "predict/distribution/spectrum_nodes.h"

namespace direct {
namespace {

constexpr double two_pi = 2.0 * std::numbers::pi;
constexpr double series_tolerance = 1e-14;  // of psi

// The noise alone needs no more nodes than this many deviations' worth: the terms are not asked.
constexpr double plain_cut = 16.0;

struct Sums {
  std::array<double, series_terms> powers{};
  double unit = 0.0;  // psi_terms(t) = exp(sum of powers[k-1] (i t unit)^k)
};

// values = features / radii, in units of 1 / t, and the largest of their sizes.
Sums sums_of(const TermTable& table, std::vector<double>& values, double largest) {
  if (largest < 1e-200) return {};  // psi is 1 for every t that matters
  Sums sums{.unit = largest};
  const double inverse = 1.0 / largest;
  for (double& value : values) value *= inverse;
  power_sums(values, table.series, sums.powers);
  return sums;
}

// The largest t^n exp(-rate t^2) up to the cut, as x with x^n.
double largest_root(double rate, double cut) {
  constexpr double n = series_terms;
  const double t = rate > 0.0 ? std::min(cut, std::sqrt(n / (2.0 * rate))) : cut;
  return t * std::exp(-rate * t * t / n);
}

// log psi is real for even powers, imaginary for odd ones.
void add_series(const Sums& sums, std::span<const double> t, std::span<double> log_modulus, std::span<double> angle) {
  for (std::size_t m = 0; m < t.size(); ++m) {
    const double x = t[m] * sums.unit, minus_square = -x * x;
    double even = 0.0, odd = 0.0;
    for (std::size_t k = series_terms; k > 2; k -= 2) {
      odd = odd * minus_square + sums.powers[k - 2];                          // power k - 1
      if (k < series_terms) even = even * minus_square + sums.powers[k - 1];  // power k
    }
    even = even * minus_square + sums.powers[1];
    log_modulus[m] += even * minus_square;
    angle[m] += odd * minus_square * x;
  }
}

// One component of the posterior, one row: psi of its terms, less the overall mean, at the nodes.
class Component {
 public:
  Component(const TermTable& table, std::span<const double> features, const TermsEnvelope& envelope, double scale)
      : table_(table), features_(features), envelope_(envelope), scale_(scale), values_(features.size()) {}

  void add_to(Spectrum& spectrum, double weight, double cut, double noise_variance) {
    select(cut, noise_variance);
    const std::size_t count = spectrum.real.size();
    const std::vector<double> positions = node_positions(count);
    std::vector<double> t(count), modulus(count, 0.0), angle(count);
    for (std::size_t m = 0; m < count; ++m) {
      t[m] = positions[m] * spectrum.step();
      angle[m] = t[m] * envelope_.offset;
    }
    add_series(sums_, t, modulus, angle);
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
  // The remainder of the series of a weight is at most 2 series_bound (t |value|)^series_terms where t |value| <= 1/2,
  // and matters as much as psi is large there.
  void select(double cut, double noise_variance) {
    const double largest = scaled_products(features_, table_.inverse_radii, 1.0 / scale_, values_);
    const double rate = 0.5 * noise_variance + decay_rate(cut * envelope_.largest_span) * envelope_.variance;
    const double root = largest_root(rate, cut);
    if (cut * largest <= 0.5) {
      sums_ = sums_of(table_, values_, largest);
      const double remainder = sums_.powers[series_terms - 1] * std::pow(root * sums_.unit, series_terms);
      if (2.0 * series_bound * remainder <= series_tolerance) return;
      scaled_products(features_, table_.inverse_radii, 1.0 / scale_, values_);
    }
    const double share = series_tolerance / (2.0 * series_bound * static_cast<double>(values_.size()));
    const double limit = std::min(0.5 / cut, std::pow(share, 1.0 / series_terms) / root);
    double largest_narrow = 0.0;
    for (std::size_t j = 0; j < values_.size(); ++j) {
      if (std::abs(values_[j]) <= limit) {
        largest_narrow = std::max(largest_narrow, std::abs(values_[j]));
      } else {
        wide_.push_back(j);
        values_[j] = 0.0;
      }
    }
    sums_ = sums_of(table_, values_, largest_narrow);
  }

  TermList wide_terms(double step) const {
    TermList terms;
    for (const std::size_t j : wide_)
      terms.add(table_.levels.values(j), table_.levels.probabilities(j), features_[j] / scale_ * step / two_pi);
    return terms;
  }

  const TermTable& table_;
  std::span<const double> features_;
  const TermsEnvelope envelope_;
  const double scale_;
  std::vector<double> values_;
  Sums sums_;
  std::vector<std::size_t> wide_;
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

double cut_of(const PosteriorTerms& terms, const NoiseTerms& noise, std::span<const double> features, double scale) {
  const double cut = noise_cut(noise);
  if (cut <= plain_cut) return cut;
  double result = 0.0;
  for (const TermTable& table : terms.components)
    result = std::max(result, terms_cut(cut, least_variance(noise), terms_of(table, features, scale)));
  return result;
}

}  // namespace

Spectrum row_spectrum(const PosteriorTerms& terms, std::span<const TermMoments> moments,
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
