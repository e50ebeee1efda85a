// SPDX-License-Identifier: MIT
// The distribution of one weight over its levels: docs/mathematics.md, "Priors on a grid".
#pragma once

#include <span>
#include <vector>

#include <direct/model.h>

#include "algebra/categorical.h"

namespace direct {

// A continuous prior of mean zero. A spike of probability `spike` leaves the slab a variance above that of the whole.
struct Density {
  PriorKind kind = PriorKind::gaussian;
  double variance = 1.0;
  double spike = 0.0;  // of spike_slab alone
};
double slab_variance(double variance, double spike);

// Throw Error(usage) for what is no prior, and for levels that are no support of it.
void check_density(const Density& density);
void check_levels(PriorKind kind, std::span<const double> levels);

// Require: what the checks let pass.
std::vector<double> log_masses(const Density& density, std::span<const double> levels);
MeanVariance continuous_moments(const Density& density, std::span<const double> levels);  // what the companion uses

}  // namespace direct
