// SPDX-License-Identifier: MIT
// Learned grids by brute force: every code is a uniform density on its cell, integrated by quadrature in long double.
#pragma once

#include "oracle/enumerate.h"

namespace direct::oracle {

// Of mean zero; a uniform one ends at +-sqrt(3 variance). Spike and slab are Gaussians, the spike a hundred times
// narrower.
long double log_density(PriorKind kind, double variance, double spike, long double weight);

// The mean over the cell about `level`.
long double mean_log_density(PriorKind kind, double variance, double spike, double level, double step);

// Of the density that q is on the cells of problem.prior, which is a product, without -n/2 log(2 pi).
double cell_elbo(const TinyProblem& problem, const Posterior& q);

// Of the continuous model with the prior's variances, without -n/2 log(2 pi). Requires: one level of the noise; one or
// two weights.
double continuous_log_evidence(const TinyProblem& problem);

}  // namespace direct::oracle
