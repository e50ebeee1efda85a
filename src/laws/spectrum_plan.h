// SPDX-License-Identifier: MIT
// How far the distribution of y = terms + noise reaches, and how far its characteristic function: bounds that hold for
// sums of independent terms, whatever their number.
#pragma once

#include <functional>
#include <span>

#include "laws/noise_terms.h"

namespace direct {

// A sum of independent terms, each within an interval no longer than `largest_span`.
struct TermsEnvelope {
  double offset = 0.0;  // of their mean
  double variance = 0.0;
  double largest_span = 0.0;
};

// The least r found with P(|terms + noise| > r) <= e^negligible_mass_log on either side, for every component.
double reach(std::span<const TermsEnvelope> components, const NoiseTerms& noise);

// Past this t the characteristic function of the noise is negligible.
double noise_cut(const NoiseTerms& noise);
double noise_variance_for(double cut);  // of a Gaussian whose noise_cut it is

// alpha with |psi(t)| <= exp(-alpha t^2 variance) for sums of terms of spans up to span_turns / t; 0 past pi.
double decay_rate(double largest_phase);

// Calls add(span, variance) for every term of a component.
using EachTerm = std::function<void(const std::function<void(double span, double variance)>& add)>;

// No larger than noise_cut: where the terms themselves make the characteristic function negligible, up to there.
double terms_cut(double noise_cut, double least_noise_variance, const EachTerm& each_term);

}  // namespace direct
