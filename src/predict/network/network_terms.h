// SPDX-License-Identifier: MIT
// All that predictions need of a network's posterior, made once for many rows: moments of its output, exact. Of one
// hidden layer the first four, neuron by neuron; of a deeper network mean and variance, as polynomials in the inputs.
#pragma once

#include <span>
#include <vector>

#include <direct/posterior.h>

#include "laws/weight_terms.h"
#include "models/network/network_polynomials.h"
#include "predict/network/square_moments.h"

namespace direct {

struct NetworkTerms {
  explicit NetworkTerms(const TrainedModel& model);

  // One of the posterior's components.
  struct Component {
    std::vector<Cumulants> hidden;       // of the weights of one hidden layer, in their order; none of a deeper network
    std::vector<CentralMoments> output;  // of the output's weights
    NetworkPolynomials polynomials;      // of a deeper network
  };

  Network network;
  std::vector<Component> components;
};

// Of the network's output at these standardised inputs. Third and fourth are 0 where there are several hidden layers.
std::vector<TermMoments> output_moments(const NetworkTerms& terms, std::span<const double> inputs);

}  // namespace direct
