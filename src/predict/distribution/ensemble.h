// SPDX-License-Identifier: MIT
// Predictions by an ensemble of deviations: a location phi'c, a variance of the model from K deviations, and one
// Student's t for the target (docs/mathematics.md, "Deviations").
#pragma once

#include <optional>
#include <span>

#include <direct/posterior.h>

#include "predict/distribution/student.h"

namespace direct {

struct EnsembleTerms {
  Matrix weights;               // num_features x (1 + K): the centre, then the deviations
  double noise_variance = 0.0;  // 1 / E[1 / sigma^2]
  double noise_degrees = 0.0;   // 2 E[tau]^2 / Var[tau]; infinite for a noise that is known

  double num_deviations() const { return static_cast<double>(weights.cols() - 1); }
};

// None for other posteriors, and where the law is the mixture.
std::optional<EnsembleTerms> ensemble_terms(const TrainedModel& model);

// phi'c, and the mean of (phi'd)^2 over the deviations.
struct EnsembleMoments {
  double location = 0.0, variance = 0.0;
};
EnsembleMoments ensemble_moments(std::span<const double> products);  // of one row with each column of the weights

// The products of a block of rows, whose features are columns, with the weights: (1 + K) x rows.
Matrix ensemble_products(const EnsembleTerms& terms, const Matrix& features);

// The law of the standardised target; its degrees of freedom by Satterthwaite's rule.
StudentT student_law(const EnsembleTerms& terms, const EnsembleMoments& moments);

}  // namespace direct
