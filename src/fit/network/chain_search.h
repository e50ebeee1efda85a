// SPDX-License-Identifier: MIT
// From a point of the grid to better ones, by chains of moves: one weight goes to the level next to its own, and others
// follow, one after another, each with the move that helps most.
#pragma once

#include <vector>

#include "fit/network/grid_point.h"

namespace direct {

// Until no chain helps that starts with one of the weights that are `first`.
void search_chains(const NetworkProblem& problem, const std::vector<bool>& first, GridPoint& point);

}  // namespace direct
