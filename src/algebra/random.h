// SPDX-License-Identifier: MIT
// Counter-based random numbers: a value depends on (seed, stream, index) only, never on threads or call order.
#pragma once

#include <cstdint>

namespace direct {

// What a stream is used for; streams never overlap.
enum class RandomStream : std::uint32_t { frequencies = 1, folds = 2, generator = 3, draws = 4, ensemble = 6 };

std::uint64_t random_bits(std::uint64_t seed, RandomStream stream, std::uint64_t index);
double random_uniform(std::uint64_t seed, RandomStream stream, std::uint64_t index);  // in (0, 1)
double random_normal(std::uint64_t seed, RandomStream stream, std::uint64_t index);

}  // namespace direct
