// SPDX-License-Identifier: MIT
// A mixture of products over a network's weights, about one product.
#pragma once

#include "fit/network/network_problem.h"

namespace direct {

PosteriorFit fit_network_mixture(const NetworkProblem& problem, const PosteriorFit& mean_field);

}  // namespace direct
