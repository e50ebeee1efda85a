// SPDX-License-Identifier: MIT
// The posterior of a network's weights on one grid: several starts compete, the highest ELBO wins.
#pragma once

#include "fit/network/network_problem.h"

namespace direct {

// The least that a start leaves unexplained in full precision, per row.
double full_precision_error(const NetworkProblem& problem, double weight_variance);

// One component. `weight_variance` is that of a full-precision regression on the monomials, which one start is from.
PosteriorFit search_network(const NetworkProblem& problem, double weight_variance);

}  // namespace direct
