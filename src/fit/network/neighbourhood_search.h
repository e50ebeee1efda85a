// SPDX-License-Identifier: MIT
// From a point of the grid to better ones. Neurons can trade their weights with each other at hardly any cost (turned,
// scaled), but on a grid only many weights at a time, which no step from weight to weight finds.
#pragma once

#include <cstdint>
#include <vector>

#include "fit/network/grid_point.h"

namespace direct {

struct NeighbourhoodOptions {
  int patience = 0;  // rounds without a gain that end the search
  int max_rounds = 300;
  std::uint64_t stream = 0;  // tells searches of one seed apart
};

// Again and again, two neurons are shaken off the grid, find a local maximum of the log joint density in full
// precision, with what takes their outputs on, and go back to the grid; what is better stays.
void search_neighbourhoods(const NetworkProblem& problem, const NeighbourhoodOptions& how, GridPoint& point);

}  // namespace direct
