// SPDX-License-Identifier: MIT
// What a product distribution of the weights expects of the log-likelihood of rows (docs/mathematics.md, "Beyond
// Gaussian noise"). All of it is the unit of ExpectedLikelihood, and a sum over rows.
#pragma once

#include <span>
#include <vector>

#include <direct/matrix.h>

#include "algebra/exponential_moments.h"
#include "likelihoods/rows.h"

namespace direct {

// Independent weights on levels, which must outlive it; column j is weight j. A level may stand for a cell about it, of
// this step and variance.
struct WeightLaw {
  WeightLaw(const Matrix& levels, const Matrix& log_probabilities, std::vector<double> cell_variances,
            std::span<const double> cell_steps);

  const Matrix& levels;
  Matrix probabilities;
  std::vector<double> means, variances;  // cells included
  ExponentialMoments exponential;
};

// The expectation is a function of the weights' means and variances, and of E exp(c phi'w).
struct UnitSums {
  UnitSums() = default;
  UnitSums(std::size_t num_levels, std::size_t num_weights);  // with room for derivatives

  bool wants_gradient() const { return by_moment.size() > 0; }

  double value = 0.0;
  std::vector<double> by_mean, by_variance;  // per weight
  Matrix by_moment;                          // by the probabilities, at fixed means and variances
};

void merge(UnitSums& into, const UnitSums& other);

// The derivative by the probabilities of `law`. Requires: sums.wants_gradient().
Matrix by_probability(const UnitSums& sums, const WeightLaw& law);

// The mean and variance of eta for every row.
std::vector<double> eta_means(const LikelihoodRows& rows, const WeightLaw& law);
std::vector<double> eta_variances(const LikelihoodRows& rows, const WeightLaw& law);

// Adds derivatives by the mean and the variance of eta, one per row, to those by the weights' means and variances.
void add_by_mean(const LikelihoodRows& rows, const std::vector<double>& derivatives, UnitSums& sums);
void add_by_variance(const LikelihoodRows& rows, const std::vector<double>& derivatives, UnitSums& sums);

// Adds the sum of weight (linear E eta - E exp(scale eta + shift)), with one exponential moment per row.
struct ExponentialRows {
  std::vector<double> linear, scales, shifts;
};
void add_exponential(const ExponentialRows& terms, const LikelihoodRows& rows, const WeightLaw& law, UnitSums& sums);

}  // namespace direct
