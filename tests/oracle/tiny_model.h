// SPDX-License-Identifier: MIT
// A trained model made by hand: the inputs are the features, and `q` is the posterior, whether or not it is a good one.
#pragma once

#include "oracle/enumerate.h"

namespace direct::oracle {

Schema plain_schema(std::size_t num_inputs);  // numbers x0, x1, ... and the target y

// With the statistics of the problem.
TrainedModel tiny_model(const TinyProblem& problem, const Posterior& q);

}  // namespace direct::oracle
