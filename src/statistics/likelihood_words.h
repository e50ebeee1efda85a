// SPDX-License-Identifier: MIT
// Likelihoods as words in files.
#pragma once

#include <nlohmann/json.hpp>

#include <direct/likelihood.h>

namespace direct {

NLOHMANN_JSON_SERIALIZE_ENUM(Likelihood, {{Likelihood::gaussian, "gaussian"},
                                          {Likelihood::bernoulli, "bernoulli"},
                                          {Likelihood::poisson, "poisson"},
                                          {Likelihood::gamma, "gamma"}})

}  // namespace direct
