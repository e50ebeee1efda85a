// SPDX-License-Identifier: MIT
// All that predictions need of a posterior: made once for many rows.
#pragma once

#include <vector>

#include <direct/posterior.h>

#include "predict/distribution/ensemble.h"
#include "predict/distribution/spectrum_plan.h"
#include "predict/distribution/term_table.h"

namespace direct {

// The levels of the noise that have a probability that is not negligible.
NoiseTerms noise_terms(const TrainedModel& model);

struct PosteriorTerms {
  explicit PosteriorTerms(const TrainedModel& model);

  const TrainedModel& model;
  std::vector<double> component_weights;
  std::vector<TermTable> components;
  std::vector<bool> is_point_mass;        // of each component: every weight has one level
  Matrix point_masses;                    // num_features x their number: their weights
  std::optional<EnsembleTerms> ensemble;  // whose law is Student's t: then there are no components
  NoiseTerms noise;
  double noise_mean = 0.0;               // of the variance, or of an ensemble one over the mean precision
  double noise_variance_variance = 0.0;  // of the variance, too
  std::size_t num_gaussians = 0;         // of which y is a mixture: values of phi'w times levels of the noise, if few
};

// phi'w of the point masses for each row of a block, whose features are columns: number of point masses x rows.
Matrix point_mass_values(const PosteriorTerms& terms, const Matrix& features);

// Moments of phi'w for each component, of the standardised target.
struct TermMoments {
  double mean = 0.0, variance = 0.0;
  double third = 0.0, fourth = 0.0;  // cumulants
};
TermMoments term_moments(const TermTable& table, std::span<const double> features);
std::vector<TermMoments> component_moments(const PosteriorTerms& terms, std::span<const double> features);

// Of the mixture over the components.
TermMoments mixture_moments(const PosteriorTerms& terms, std::span<const TermMoments> components);

}  // namespace direct
