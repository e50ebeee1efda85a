// SPDX-License-Identifier: MIT
// The distribution of the standardised target of one row: a few Gaussians, a spectrum, or Student's t.
#pragma once

#include <memory>
#include <span>
#include <variant>
#include <vector>

#include <direct/distribution.h>

#include "predict/distribution/gaussian_mixture.h"
#include "predict/distribution/posterior_terms.h"
#include "predict/distribution/spectrum.h"

namespace direct {

struct PredictiveDistribution::Law {
  PredictiveMoments moments;  // in the units of the target, as all that users see
  double target_mean = 0.0, target_scale = 1.0;
  std::variant<GaussianMixture, Spectrum, StudentT> shape;  // of the standardised target
  const PosteriorTerms* terms = nullptr;                    // for the tails of phi'w; none of a network or an ensemble
  std::vector<double> inputs;                               // of this row, standardised
};

// From the moments of the model at a row, without noise, to those of the target.
PredictiveMoments in_target_units(const TermMoments& model, const PosteriorTerms& terms);

// The law of one row. The terms must outlive it.
PredictiveDistribution::Law predictive_law(const PosteriorTerms& terms, std::span<const double> inputs,
                                           std::span<const double> features);

// The law of one row of an ensemble, whose products with the weights of `terms.ensemble` are these.
PredictiveDistribution::Law ensemble_law(const PosteriorTerms& terms, std::span<const double> products);

}  // namespace direct
