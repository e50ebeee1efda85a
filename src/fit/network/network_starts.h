// SPDX-License-Identifier: MIT
// Where searches for a network's weights start. Neurons of a layer must differ, or they stay the same for ever.
#pragma once

#include <string>
#include <vector>

#include "fit/network/network_problem.h"

namespace direct {

struct NetworkStart {
  std::string name;
  std::vector<double> weights;  // in full precision
};

// Of one hidden layer: its output is a quadratic form in the inputs. The neurons are the eigenvectors of the form that
// a full-precision regression on the monomials finds, the largest first. `weight_variance` is that of its prior.
NetworkStart companion_network(const NetworkProblem& problem, double weight_variance);

// Weights drawn from the prior, the output scaled so that it has the mean and the variance of the targets.
NetworkStart random_network(const NetworkProblem& problem, std::size_t index);

}  // namespace direct
