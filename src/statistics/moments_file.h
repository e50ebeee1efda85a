// SPDX-License-Identifier: MIT
// Statistics inside a container. Gram matrices are stored as lower triangles, row by row.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <direct/statistics.h>

#include "data/safetensors.h"

namespace direct {

nlohmann::json write_statistics(const Statistics& statistics, Container& container);

// Throws Error(model), or an exception of nlohmann's that the caller turns into one.
Statistics read_statistics(const nlohmann::json& description, const Container& container, const FeatureMap& map);

}  // namespace direct
