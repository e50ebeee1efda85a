// SPDX-License-Identifier: MIT
// What every search for a network's posterior is about.
#pragma once

#include <vector>

#include <direct/fit.h>
#include <direct/network.h>

#include "fit/logits.h"
#include "models/network/point_network.h"

namespace direct {

struct NetworkProblem {
  const QuadraticNetwork& model;
  const PointNetwork& point;
  const SecondMoments& statistics;
  const WeightPrior& prior;
  const NoisePrior& noise;
  const FitOptions& options;
};

SearchProblem search_problem(const NetworkProblem& problem);

// Then expectations cost next to nothing; those of a deeper network are sums of many terms.
bool has_one_hidden_layer(const NetworkProblem& problem);

// The mean distance of two levels next to each other.
double step_of(const NetworkProblem& problem, std::size_t weight);

}  // namespace direct
