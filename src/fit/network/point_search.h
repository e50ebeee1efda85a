// SPDX-License-Identifier: MIT
// Weights in full precision, and from there to points of the grid.
#pragma once

#include <vector>

#include "fit/network/network_problem.h"

namespace direct {

// A local maximum of the log joint density of the weights, by L-BFGS, of those that are free. Weights that are not stay
// what they are.
void maximise_log_joint(const NetworkProblem& problem, const std::vector<bool>& free, int max_iterations,
                        std::vector<double>& weights);

// One weight after another goes to its nearest level, the best-determined first, and those still free make up for its
// error: the lattice rounding of a model that is not linear.
void round_to_grid(const NetworkProblem& problem, std::vector<bool> free, std::vector<double>& weights);

}  // namespace direct
