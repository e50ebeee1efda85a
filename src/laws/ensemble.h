// SPDX-License-Identifier: MIT
// Predictions by an ensemble of deviations: a location phi'c, a variance of the model from K deviations, and one
// Student's t for the target (docs/mathematics.md, "Deviations").
#pragma once

#include <span>
#include <vector>

#include <direct/matrix.h>

#include "laws/student.h"

namespace direct {

struct EnsembleTerms {
  Matrix weights;               // num_features x (1 + K): the centre, then the deviations
  double noise_variance = 0.0;  // 1 / E[1 / sigma^2]
  double noise_degrees = 0.0;   // 2 E[tau]^2 / Var[tau]; infinite for a noise that is known

  struct Node {
    double log_weight, x;
  };
  std::vector<Node> nodes = {};  // of a standard t with K degrees of freedom, for sums over eta

  double num_deviations() const { return static_cast<double>(weights.cols() - 1); }
};

// eta is t with K degrees of freedom. Its distribution is taken at the normal scores s from -5 to 5, where it has the
// probability of a standard normal: a trapezoidal rule for functions of s, which ends where moments of e^eta, which a t
// does not have, would begin to grow.
std::vector<EnsembleTerms::Node> student_nodes(double degrees);

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
