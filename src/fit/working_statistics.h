// SPDX-License-Identifier: MIT
// One pass over rows beyond Gaussian noise that makes them, about a posterior of the weights, rows of Gaussian noise of
// variance 1 (or the dispersion): weighted second moments, which merge as all statistics do.
#pragma once

#include <vector>

#include <direct/matrix.h>
#include <direct/statistics.h>

#include "fit/row_source.h"
#include "likelihoods/family.h"

namespace direct {

// What is known of the weights, as of z.
struct Linearisation {
  const std::vector<double>* mean = nullptr;       // none: z is where the targets are
  const Matrix* factor = nullptr;                  // Cholesky factor of their precision; none: no correlations
  const std::vector<double>* variances = nullptr;  // of independent weights; neither: the weights are certain
};

struct WorkingStatistics {
  SecondMoments moments;        // num_rows is the sum of the rows' weights, without curvatures
  double log_likelihood = 0.0;  // sum of the values where z was expanded
};

WorkingStatistics working_statistics(RowSource& source, Likelihood likelihood, const Linearisation& at);

// The last of it alone, at certain weights: for a step to be judged by.
double log_likelihood_at(RowSource& source, Likelihood likelihood, const std::vector<double>& weights);

}  // namespace direct
