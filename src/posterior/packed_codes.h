// SPDX-License-Identifier: MIT
// Weight vectors in a file, as the codes of their levels: the tensor "codes", one row of bytes per vector; two codes to
// a byte where there are up to 16 levels, one up to 256, else two bytes for each code.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "data/safetensors.h"

namespace direct {

// Requires: whole vectors of codes, one after another.
Tensor codes_tensor(std::span<const std::uint16_t> codes, std::size_t num_features, std::size_t num_levels);

// Throws Error(model), also for a code that has no level.
std::vector<std::uint16_t> read_codes(const Container& container, std::size_t count, std::size_t num_features,
                                      std::size_t num_levels);

}  // namespace direct
