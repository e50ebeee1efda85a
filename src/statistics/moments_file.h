// SPDX-License-Identifier: MIT
// SecondMoments inside a container. The Gram matrix is stored as its lower triangle, row by row.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <direct/statistics.h>

#include "data/safetensors.h"

namespace direct {

nlohmann::json write_moments(const SecondMoments& moments, Container& container);
SecondMoments read_moments(const nlohmann::json& description, const Container& container, std::size_t num_features);

}  // namespace direct
