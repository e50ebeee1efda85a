// SPDX-License-Identifier: MIT
// The priors of the weights and of the noise in a model file. Reading throws Error(model), or an exception of
// nlohmann's.
#pragma once

#include <cstddef>

#include <nlohmann/json_fwd.hpp>

#include <direct/model.h>

#include "data/safetensors.h"

namespace direct {

// Writing adds tensors and returns the description.
nlohmann::json write_prior(const WeightPrior& prior, Container& container);
nlohmann::json write_noise(const NoisePrior& noise, Container& container);

void write_grid(const LearnedGrid& grid, Container& container);
LearnedGrid read_grid(const Container& container, std::size_t num_features);

WeightPrior read_prior(const nlohmann::json& description, const Container& container, std::size_t num_features);
NoisePrior read_noise(const nlohmann::json& description, const Container& container);

}  // namespace direct
