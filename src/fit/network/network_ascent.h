// SPDX-License-Identifier: MIT
// Coordinate ascent: given all other weights, the expected square error is linear in the distribution of one, so the
// best distribution has a closed form, as that of the noise has. No step lowers the ELBO.
#pragma once

#include <string>
#include <vector>

#include "fit/network/network_problem.h"

namespace direct {

// From weights on the grid, each certain; ends with a posterior of one component.
PosteriorFit ascend(const NetworkProblem& problem, const std::vector<double>& weights, const std::string& name);

}  // namespace direct
