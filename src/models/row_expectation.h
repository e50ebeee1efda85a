// SPDX-License-Identifier: MIT
// What a product distribution of the weights expects of the log-likelihood of rows beyond Gaussian noise: exact for
// poisson and gamma, a bound from below for bernoulli (docs/mathematics.md, "Beyond Gaussian noise"). All of it is the
// unit of ExpectedLikelihood, and a sum over rows.
#pragma once

#include <vector>

#include <direct/likelihood.h>
#include <direct/matrix.h>
#include <direct/model.h>

#include "algebra/exponential_moments.h"
#include "models/likelihood_rows.h"

namespace direct {

// One component of a posterior on the grids of its prior, which must outlive it.
struct WeightLaw {
  WeightLaw(const WeightPrior& prior, const Matrix& log_probabilities);

  const WeightPrior& prior;
  Matrix probabilities;
  std::vector<double> means, variances;  // cells of a learned grid included
  ExponentialMoments exponential;
};

// The expectation is a function of the weights' means and variances, and of E exp(c phi'w).
struct UnitSums {
  UnitSums() = default;
  explicit UnitSums(const WeightPrior& prior);  // with room for derivatives

  bool wants_gradient() const { return by_moment.size() > 0; }

  double value = 0.0;
  std::vector<double> by_mean, by_variance;  // per weight
  Matrix by_moment;                          // by the probabilities, at fixed means and variances
};

void merge(UnitSums& into, const UnitSums& other);

// The derivative by the probabilities of `law`. Requires: sums.wants_gradient().
Matrix by_probability(const UnitSums& sums, const WeightLaw& law);

struct RowLikelihood {
  Likelihood likelihood = Likelihood::bernoulli;
  Bound bound = Bound::quadratic;  // of bernoulli
};

void add_expectation(const RowLikelihood& likelihood, const LikelihoodRows& rows, const WeightLaw& law, UnitSums& sums);

// E log p(y | w, dispersion) = constant + unit / dispersion: the constants of all rows, from their weights and targets.
struct TargetSums {
  double weight = 0.0;       // of all rows
  double log_targets = 0.0;  // of gamma: weighted sum of log y
  double constant = 0.0;     // of poisson: weighted sum of -log y!
};
void add_targets(Likelihood likelihood, const LikelihoodRows& rows, TargetSums& sums);
std::vector<double> likelihood_constants(Likelihood likelihood, const TargetSums& sums, const NoisePrior& dispersions);

}  // namespace direct
