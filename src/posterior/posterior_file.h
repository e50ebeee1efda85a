// SPDX-License-Identifier: MIT
// The posterior in a model file: tables of logarithms, or, where every component is a single weight vector, its codes.
#pragma once

#include <cstddef>

#include <nlohmann/json_fwd.hpp>

#include <direct/posterior.h>

#include "data/safetensors.h"

namespace direct {

// Adds tensors, and fields to the description. Codes are bytes: tensors after them may not be aligned.
void write_posterior(const Posterior& posterior, nlohmann::json& description, Container& container);

// Throws Error(model), or an exception of nlohmann's.
Posterior read_posterior(const nlohmann::json& description, const Container& container, const WeightPrior& prior,
                         const NoisePrior& noise);

}  // namespace direct
