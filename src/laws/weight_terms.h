// SPDX-License-Identifier: MIT
// What the laws of phi'w need of the weights and the noise: made once for many rows.
#pragma once

#include <optional>
#include <vector>

#include <direct/matrix.h>

#include "laws/ensemble.h"
#include "laws/noise_terms.h"
#include "laws/term_table.h"

namespace direct {

struct WeightTerms {
  // A mixture of products of categoricals: log_probabilities[i] is num_levels x num_features, like the levels.
  Matrix levels;
  std::vector<Matrix> log_probabilities;
  std::vector<double> log_component_weights, component_weights;
  std::vector<TermTable> components;
  std::vector<bool> is_point_mass;        // of each component: every weight has one level
  Matrix point_masses;                    // num_features x their number: their weights
  bool are_draws = false;                 // the point masses are draws from a Gaussian posterior
  std::optional<EnsembleTerms> ensemble;  // whose law is Student's t: then there are no components

  std::vector<double> noise_log_probabilities, noise_variances;  // of all levels
  NoiseTerms noise;                                              // without those of negligible probability
  double noise_mean = 0.0;               // of the variance, or of an ensemble one over the mean precision
  double noise_variance_variance = 0.0;  // of the variance, too
  std::size_t num_gaussians = 0;         // of which y is a mixture: values of phi'w times levels of the noise, if few
};

// Collects the point masses and counts the Gaussians. Requires: components and is_point_mass are set.
void complete_components(WeightTerms& terms);

// phi'w of the point masses for each row of a block, whose features are columns: number of point masses x rows.
Matrix point_mass_values(const WeightTerms& terms, const Matrix& features);

// Moments of phi'w for each component, of the standardised target.
struct TermMoments {
  double mean = 0.0, variance = 0.0;
  double third = 0.0, fourth = 0.0;  // cumulants
};
TermMoments term_moments(const TermTable& table, std::span<const double> features);
std::vector<TermMoments> component_moments(const WeightTerms& terms, std::span<const double> features);

// Of the mixture over the components, the first two moments alone. `point_masses`: the values of those that are.
TermMoments mean_and_variance(const WeightTerms& terms, std::span<const double> features,
                              std::span<const double> point_masses);

// Of the mixture over the components.
TermMoments mixture_moments(const WeightTerms& terms, std::span<const TermMoments> components);

}  // namespace direct
