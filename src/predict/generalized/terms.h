// SPDX-License-Identifier: MIT
// All that predictions beyond Gaussian noise need of a model, made once for many rows, and the law of one row.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include <direct/generalized.h>

#include "predict/distribution/posterior_terms.h"
#include "predict/generalized/linear_predictor.h"

namespace direct {

struct GeneralizedTerms {
  explicit GeneralizedTerms(const TrainedModel& model);

  PosteriorTerms posterior;
  Likelihood likelihood;
  struct Shape {
    double shape, probability, log_probability;
  };
  std::vector<Shape> shapes;  // of gamma: one over the dispersions, the most probable first
  struct Node {
    double log_weight, x;
  };
  std::vector<Node> nodes;  // of an ensemble: of a standard t with K degrees of freedom, for sums over z
};

struct GeneralizedDistribution::Law {
  const GeneralizedTerms* terms = nullptr;
  LinearPredictor predictor;
  GeneralizedMoments moments;
  std::array<double, 2> class_logs{};  // of bernoulli: log probabilities
};

// `point_masses`: phi'w of the components that are one, or the products with the weights of an ensemble; `offset`: of
// z, with the logarithm of the exposure.
GeneralizedDistribution::Law generalized_law(const GeneralizedTerms& terms, std::span<const double> features,
                                             std::span<const double> point_masses, double offset);

}  // namespace direct
